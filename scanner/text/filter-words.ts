/** The words without which a file can hold nothing that is banned. It follows from the rules. */
export interface Vocabulary {
  /** Globals that are banned, or from which something banned is reached. */
  readonly globals: ReadonlyMap<string, GlobalWord>;
  /** Operators that are banned. */
  readonly operators: readonly string[];
  /** Members that are banned of whatever object. */
  readonly members: readonly string[];
  /** Packages that export something banned. */
  readonly packages: readonly string[];
}

/** What may follow the name of a global without anything banned being reached. */
export interface GlobalWord {
  /** The members that lead to something banned; null when none is harmless. */
  readonly members: ReadonlySet<string> | null;
  /** Whether an object that is constructed from arguments is harmless. */
  readonly isHarmlessOfArguments: boolean;
}

/** Names of the global object that hardly anything else is called. */
export const globalObjects: readonly string[] = ["globalThis", "window", "global"];
/** Names of the global object that are also names of much else. */
export const doubtfulObjects: readonly string[] = ["self", "top", "parent", "frames"];
/** Members of documents and frames that are global objects. */
export const views: readonly string[] = ["defaultView", "contentWindow"];
/** What runs a text as code. */
export const evaluators: readonly string[] = ["eval", "Function"];
/** What runs a text as code where it is given one in place of a function. */
export const runners: readonly string[] = ["setTimeout", "setInterval", "setImmediate", "execScript"];
/** Members through which one gets back to an object, or calls it. */
const reflective: readonly string[] = ["constructor", "prototype", "__proto__", "bind", "call", "apply"];

/** Members of `require` that load modules, or lead to what does. */
export const loadingMembers: readonly string[] = ["main", "constructor", "bind", "call", "apply"];

/** A regular expression of a name in a text that is code, directly behind an escape: `"\nMath"`. */
export function behindEscape(globals: readonly string[]): string {
  return String.raw`\\\w{1,5}(?:${[...globals, ...evaluators, ...globalObjects, ...doubtfulObjects].join("|")})`;
}

/** The members of a global that are not harmless; null when any may be used for harm. */
export function harmfulMembersOf({
  members,
}: {
  readonly members: ReadonlySet<string> | null;
}): readonly string[] | null {
  return members === null ? null : [...members, ...reflective];
}

/** The members of a global object that are not harmless. */
export function onwardFrom(globals: readonly string[]): readonly string[] {
  return [...globals, ...globalObjects, ...doubtfulObjects, ...reflective, ...evaluators];
}

/**
 * Whether a global object goes where its file does not show what becomes of it: into a call, a variable, an export. `isRead`,
 * `isExported` and `declarations.ts` in `assembly/` say the same of bytes. `isDeclared` says whether the file declares a name.
 */
export function isHandedOn(text: string, name: string, index: number, isDeclared: (name: string) => boolean): boolean {
  const after = text.slice(index + name.length, index + name.length + contextLength);
  const before = text.slice(Math.max(0, index - contextLength), index);
  if (!doubtfulObjects.includes(name))
    return !readBehind.test(after) && !/\b(?:in|instanceof)\s+$|[!=]==?\s*$/.test(before);
  if (/\bexport\s+(?:default|(?:const|let|var)\s+[\w$]+\s*=)\s*$/.test(before)) return true;
  const goesOn =
    unknownMember.test(after) ||
    (endsValue.test(after) && (beginsValue.test(before) || (/\{\s*$/.test(before) && /^\s*[,}]/.test(after))));
  return goesOn && !isDeclared(name);
}

const unknownMember = /^\s*\[\s*[^\s"'\d]/;
const readBehind = /^\s*(?:\??\.|\[\s*["'\d]|[!=]==?|&&|\?[^.?])/;
const endsValue = /^(?:\s*(?:[),:;\]}]|\|\||\?\?|!(?!=)|(?:as|satisfies)(?![\w$]))|[^\S\n\r]*[\n\r])/;
const beginsValue = /(?:[(,:?[&|>]|(?<![!=])=|(?<![\w$])(?:return|default|yield|await))\s*$/;

/** Whether a text declares a name that is no member somewhere, or assigns to it, as far as a look around tells. */
export function declares(text: string, name: string): boolean {
  const names = new RegExp(`(?<![\\w$]|(?<!\\.)\\.)${name}(?![\\w$])`, "g");
  for (const { index } of text.matchAll(names)) if (isDeclaredAt(text, index, index + name.length)) return true;
  return false;
}

function isDeclaredAt(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - declarationReach), start);
  const after = text.slice(end, end + declarationReach);
  return isOfDeclaration(before, after) && isOnLineOfCode(before);
}

function isOfDeclaration(before: string, after: string): boolean {
  // An arrow is as good.
  if (/^\s*=/.test(after)) return !/^\s*==/.test(after);
  if (/[(,:[{.]\s*$/.test(before)) {
    return (
      /^\s*[,:?)\]}]/.test(after) && !/(?<![\w$])(?:if|while|switch|with)\s*\(\s*$/.test(before) && isInPattern(after)
    );
  }
  // `declare const self: Window` is about the global object.
  if (/(?<![\w$])(?:const|let|var)\s*$/.test(before)) return !/(?<![\w$])declare\s*(?:const|let|var)\s*$/.test(before);
  return /(?<![\w$])(?:function|class|import|as)\s*$/.test(before);
}

/** Whether the brackets that are open where a text begins end as those of parameters do, of a pattern, or of what is imported. */
function isInPattern(after: string): boolean {
  const isTyped = /^\s*[:?]/.test(after);
  let depth = 0;
  for (const { 0: mark, index } of after.matchAll(/[()[\]{};]/g)) {
    const rest = after.slice(index + 1);
    if ("([{".includes(mark)) depth++;
    else if (depth > 0) depth -= mark === ";" ? 0 : 1;
    else if (mark === ";") return false;
    else if (mark === ")") return /^\s*(?:\{|=>)/.test(rest) || (isTyped && /^\s*:/.test(rest));
    else if (/^\s*=/.test(rest)) return !/^\s*==/.test(rest);
    else if (/^\s*(?:from|of)(?![\w$])/.test(rest)) return true;
  }
  return false;
}

/** Whether the line in which a text ends begins no comment up to there, and ends all texts that it begins. */
function isOnLineOfCode(before: string): boolean {
  const line = /[^\n\r]*$/.exec(before)?.[0] ?? "";
  if (line.length === declarationReach || /^\s*\*|\/[/*]/.test(line)) return false;
  return ['"', "'", "`"].every((mark) => line.split(mark).length % 2 === 1);
}

/** How much of the text around a name is looked at for what declares it. */
const declarationReach = 256;

/** How much of the text around a name `isHandedOn` looks at. */
const contextLength = 40;

/** So many characters without a blank or a quote may be an address of anything: nobody looks through them. */
export const longAddress = 1000;

/** A regular expression of what may stand between the quote and the package that a specifier names: `npm:`, an address, a folder. */
export const packagePrefixes = String.raw`(?:(?:[a-z]+:|\/\/)(?:[^"'\`\s]*[/:*])?|[^"'\`\s]*node_modules\/)?@?`;

/** Globals of which what is made from arguments is harmless. */
export function madeOf({ globals }: Vocabulary): readonly string[] {
  return [...globals].flatMap(([name, word]) => (word.isHarmlessOfArguments ? [name] : []));
}

/** The members that lead to something banned of those globals of which what is made from arguments is harmless. */
export function membersOfMade(vocabulary: Vocabulary): readonly string[] {
  return madeOf(vocabulary).flatMap((name) => [...(vocabulary.globals.get(name)?.members ?? [])]);
}

/** All that a name can begin with and that is not yet the name. */
export function beginningsOf(name: string): readonly string[] {
  return Array.from({ length: name.length - 1 }, (_, index) => name.slice(0, index + 1));
}

/** Letters that mean nothing behind a backslash. */
export const oddLetters = "ACDEFGHIJKLMNOQRTUVXYZaceghijlmoqyz";
