/** A part of a text: the index of its first character, and of the one behind its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type ContextKind = "code" | "template" | "tag" | "children";

/** What is read in the same way up to its end, such as a pair of brackets or a template. */
export interface Context {
  /** How the text inside is read. */
  readonly kind: ContextKind;
  /** What ends it, where one character does. */
  readonly closer: ")" | "]" | "}" | null;
  /** What its end is: a value, or, as of `if (...)`, something behind which a statement begins. */
  readonly becomes: Last;
  /** Where the block begins that it is; null for what is none. */
  readonly blockStart: number | null;
  /** Where it begins, and where the statement did that it is a part of. */
  readonly start: number;
  readonly outerStatement: number;
}

/** What came last: a slash behind a value divides. */
export type Last = "value" | "operator" | "unsure";

/** What `stripSource` knows of where it is, and what it has found so far. */
export interface Stripper {
  readonly source: string;
  /** The source's characters. To ask a string for one after the other takes several times as long. */
  readonly codes: Uint16Array;
  readonly hasTags: boolean;
  readonly pieces: string[];
  readonly strings: string[];
  readonly comments: TextRange[];
  readonly blocks: TextRange[];
  readonly statements: TextRange[];
  readonly stack: Context[];
  /** Where the statement begins in which `index` is, if one does in the innermost context. */
  statementStart: number;
  index: number;
  /** From here on the source is not among the pieces yet. */
  copied: number;
  /** From here up to `index` there is nothing but code. */
  kept: number;
  /** What came before `kept`, white space aside: only behind an operator can a regular expression or a tag begin. */
  last: Last;
  /** The word or the dot that came last before `kept`, where nothing else has come since. */
  word: string;
}

/** Leaves out `length` characters here, putting `replacement` in their place. */
export function replace(stripper: Stripper, length: number, replacement: string): void {
  const { source, pieces, copied, index } = stripper;
  pieces.push(source.slice(copied, index), replacement);
  stripper.index += length;
  stripper.copied = stripper.index;
  stripper.kept = stripper.index;
}

/** Says what the text up to here came to: the word too, if it was one that matters. */
export function becomes(stripper: Stripper, last: Last, word = ""): true {
  stripper.last = last;
  stripper.word = word;
  stripper.kept = stripper.index;
  return true;
}

/** Moves over a bracket or an operator of one character, keeping it. */
export function keepOne(stripper: Stripper, last: Last): true {
  stripper.index++;
  return becomes(stripper, last);
}

/** Moves over a bracket that opens. `start` is where the block or the list begins that may be left out; null for what may not. */
export function open(stripper: Stripper, closer: ")" | "]" | "}", last: Last, start: number | null = null): true {
  keepOne(stripper, "operator");
  return enter(stripper, { kind: "code", closer, becomes: last, blockStart: start });
}

/** Goes on in a context that begins here. */
export function enter(stripper: Stripper, opened: Omit<Context, "start" | "outerStatement">): true {
  const { index, statementStart } = stripper;
  const { kind, closer, becomes: last, blockStart } = opened;
  // To spread the context took a tenth of a dirty scan.
  stripper.stack.push({ kind, closer, becomes: last, blockStart, start: index, outerStatement: statementStart });
  stripper.statementStart = index;
  return true;
}

/** Goes on in the context around. */
export function leave(stripper: Stripper): Context | undefined {
  const context = stripper.stack.pop();
  stripper.statementStart = context?.outerStatement ?? stripper.statementStart;
  return context;
}

/** Ends the statement that `index` is in, and begins the next one. */
export function endStatement(stripper: Stripper, end: number): void {
  const { statements, statementStart } = stripper;
  if (end > statementStart) statements.push({ start: statementStart, end });
  stripper.statementStart = end;
}

export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && isWideBlank(code));
}

/** The white space of ECMAScript beyond ASCII, with its two line ends. */
function isWideBlank(code: number): boolean {
  return code === 0xa0 || code === 0xfeff || (code > 0x1000 && /\s/.test(String.fromCharCode(code)));
}

/** What `[\w$#]` matches, and letters beyond ASCII; a regular expression for each character takes several times as long. */
export function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code === 35 ||
    (code > 127 && !isWideBlank(code))
  );
}
