import type { TextRange } from "../text/strip.ts";

export interface Attribute {
  readonly name: string;
  /** Where the name begins. */
  readonly start: number;
  /** The value without its quotes; null of an attribute that has none. */
  readonly value: TextRange | null;
}

export interface OpenTag {
  readonly kind: "open";
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly hasChildren: boolean;
}

export type Token =
  | OpenTag
  | { readonly kind: "close"; readonly name: string }
  /** The text between the marks of an expression: `{{ a }}`, `{#if a}`. */
  | ({ readonly kind: "expression" } & TextRange)
  /** The content of a `script` or a `style`, which is no markup. */
  | ({ readonly kind: "raw"; readonly name: string; readonly attributes: readonly Attribute[] } & TextRange);

/** The marks of expressions in a component's markup. */
export interface Marks {
  readonly opening: string;
  /** Finds the mark that ends an expression, given the offset at which it begins; null if there is none. */
  readonly endOf: (text: string, start: number) => TextRange | null;
  /** True if expressions may be in tags, too: as values without quotes, and in place of attributes. */
  readonly areInTags: boolean;
}

export interface Markup {
  readonly tokens: readonly Token[];
  /** True if a tag or an expression has no end. Behind that, only scripts are read. */
  readonly isBroken: boolean;
}

/**
 * Reads the markup of a component. An HTML parser does not fit: in components `<Col />` has no children, upper and lower case
 * differ, and no element is moved or dropped because of the one around it.
 */
export function readMarkup(text: string, marks: Marks): Markup {
  const tokens: Token[] = [];
  let beginning = new RegExp(`<!--|</?[A-Za-z]|${marks.opening.replaceAll("{", "\\{")}`, "g");
  let isBroken = false;
  for (let match = beginning.exec(text); match !== null; match = beginning.exec(text)) {
    const end = readToken({ text, marks, tokens }, match[0], match.index);
    if (end !== null) {
      beginning.lastIndex = end;
      continue;
    }
    // Each further search for a missing end would run to the end of the text.
    if (isBroken) break;
    isBroken = true;
    const { lastIndex } = beginning;
    beginning = /<(?=(?:script|style)[\s>])[a-z]/gi;
    beginning.lastIndex = lastIndex;
  }
  return { tokens, isBroken };
}

interface Reading {
  readonly text: string;
  readonly marks: Marks;
  readonly tokens: Token[];
}

/** Reads the token at an offset, and gives the offset behind it; null if it has no end. */
function readToken(reading: Reading, mark: string, start: number): number | null {
  const { text, marks, tokens } = reading;
  if (mark === "<!--") return endBehind(text, "-->", start);
  if (mark === marks.opening) {
    const expression = marks.endOf(text, start + mark.length);
    if (expression === null) return null;
    tokens.push({ kind: "expression", start: start + mark.length, end: expression.start });
    return expression.end;
  }
  const name = /[\w.:-]+/y;
  name.lastIndex = start + mark.length - 1;
  const [tag = ""] = name.exec(text) ?? [];
  if (mark.startsWith("</")) {
    tokens.push({ kind: "close", name: tag });
    return endBehind(text, ">", start);
  }
  return readTag(reading, tag, name.lastIndex);
}

function endBehind(text: string, ending: string, start: number): number | null {
  const end = text.indexOf(ending, start);
  return end === -1 ? null : end + ending.length;
}

/** An attribute's name, the end of a tag, or the beginning of an expression in it. */
const attributeName = /\s*(?:(\/?>)|([^\s"'<>/={][^\s>/=]*|[/"'<={]))/y;

function readTag(reading: Reading, name: string, start: number): number | null {
  const { text, marks, tokens } = reading;
  const attributes: Attribute[] = [];
  let offset = start;
  for (;;) {
    attributeName.lastIndex = offset;
    const match = attributeName.exec(text);
    if (match === null) return null;
    const [whole, ending, found = ""] = match;
    offset += whole.length;
    if (ending !== undefined) {
      const hasChildren = ending === ">" && !voidElements.has(name);
      tokens.push({ kind: "open", name, attributes, hasChildren });
      return hasChildren && /^(?:script|style)$/i.test(name) ? readRaw(reading, { name, attributes }, offset) : offset;
    }
    if (found === "{" && marks.areInTags) {
      const expression = marks.endOf(text, offset);
      if (expression === null) return null;
      attributes.push({ name: "", start: offset, value: { start: offset - 1, end: expression.end } });
      offset = expression.end;
      continue;
    }
    const value = readValue(text, marks, offset);
    if (value === null) return null;
    attributes.push({ name: found, start: offset - found.length, value: value.value });
    offset = value.end;
  }
}

interface ReadValue {
  readonly value: TextRange | null;
  readonly end: number;
}

function readValue(text: string, marks: Marks, start: number): ReadValue | null {
  const equals = /\s*=\s*/y;
  equals.lastIndex = start;
  if (!equals.test(text)) return { value: null, end: start };
  const from = equals.lastIndex;
  const quote = text.charAt(from);
  if (quote === '"' || quote === "'") {
    const end = marks.areInTags ? endOfQuoted(text, marks, from) : text.indexOf(quote, from + 1);
    return end === null || end === -1 ? null : { value: { start: from + 1, end }, end: end + 1 };
  }
  if (quote === "{" && marks.areInTags) {
    const expression = marks.endOf(text, from + 1);
    return expression === null ? null : { value: { start: from, end: expression.end }, end: expression.end };
  }
  const bare = /[^\s>]*/y;
  bare.lastIndex = from;
  bare.test(text);
  return { value: { start: from, end: bare.lastIndex }, end: bare.lastIndex };
}

/** The end of a quoted value, which may hold expressions with quotes of their own. */
function endOfQuoted(text: string, marks: Marks, start: number): number | null {
  const quote = text.charAt(start);
  const next = new RegExp(`[${quote}{]`, "g");
  next.lastIndex = start + 1;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    if (match[0] === quote) return match.index;
    const expression = marks.endOf(text, match.index + 1);
    if (expression === null) return null;
    next.lastIndex = expression.end;
  }
  return null;
}

function readRaw(
  { text, tokens }: Reading,
  element: { readonly name: string; readonly attributes: readonly Attribute[] },
  start: number,
): number | null {
  const closing = new RegExp(`</${element.name}(?![\\w-])`, "gi");
  closing.lastIndex = start;
  const end = closing.exec(text)?.index ?? text.length;
  tokens.push({ kind: "raw", ...element, start, end });
  return end;
}

/** Elements without an end tag. Components have other names, or begin with a capital letter. */
const voidElements: ReadonlySet<string> = new Set([
  ...["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"],
]);
