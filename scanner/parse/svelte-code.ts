import { isDomEvent } from "../rules/sought-rules.ts";
import type { CodePieces } from "./code-pieces.ts";
import type { Attribute, Marks, Span, Token } from "./markup.ts";
import type { MarkupScopes } from "./markup-scopes.ts";
import { createMarkupScopes } from "./markup-scopes.ts";

export const svelteMarks: Marks = {
  opening: "{",
  areInTags: true,
  endOf: (text, start) => {
    const end = endOfExpression(text, start);
    return end === null ? null : { start: end, end: end + 1 };
  },
};

/** The offset of the brace that ends an expression. Braces in texts, comments and inner braces do not count. */
function endOfExpression(text: string, start: number): number | null {
  const next = /["'`]|\/[/*]|[{}]/g;
  next.lastIndex = start;
  /** For each open brace, whether it belongs to a template literal, which goes on behind it. */
  const open: boolean[] = [];
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const [mark] = match;
    if (mark === "{") {
      open.push(false);
      continue;
    }
    const isOfTemplate = mark === "}" ? open.pop() : null;
    if (isOfTemplate === undefined) return match.index;
    if (isOfTemplate === false) continue;
    const ending = skip(text, endings.get(mark) ?? /`|\$\{|\\[^]/g, next);
    if (ending === null) return null;
    if (ending === "${") open.push(true);
  }
  return null;
}

/** The endings of texts and comments, by their opening marks. Escapes are matched to be skipped. */
const endings: ReadonlyMap<string, RegExp> = new Map([
  ['"', /"|\\[^]/g],
  ["'", /'|\\[^]/g],
  ["//", /$/gm],
  ["/*", /\*\//g],
]);

/** Moves behind the next ending, and gives it; null if there is none. */
function skip(text: string, endings: RegExp, next: RegExp): string | null {
  const end = new RegExp(endings);
  end.lastIndex = next.lastIndex;
  let found = end.exec(text);
  while (found?.[0].startsWith("\\") === true) found = end.exec(text);
  if (found === null) return null;
  next.lastIndex = end.lastIndex;
  return found[0];
}

interface Writing {
  readonly text: string;
  readonly pieces: CodePieces;
  readonly scopes: MarkupScopes;
}

/** The key of every block, besides its name. */
const anyBlock = "#";

/** Writes the expressions of a component's markup as statements, with the scopes of its blocks, snippets and slots. */
export function writeSvelteCode(text: string, tokens: readonly Token[], pieces: CodePieces): void {
  const writing: Writing = { text, pieces, scopes: createMarkupScopes(pieces) };
  for (const token of tokens) {
    if (token.kind === "expression") writeMustache(writing, token);
    if (token.kind === "open") {
      const closing = writeAttributes(writing, token);
      if (token.hasChildren) writing.scopes.open(closing, token.name);
      else pieces.add(closing);
    }
    if (token.kind === "close") writing.scopes.close(token.name);
  }
  writing.scopes.closeAll();
}

/** `{a}`, `{@html a}`, `{#if a}`, `{:else}`, `{/if}`. */
function writeMustache(writing: Writing, { start, end }: Span): void {
  const match = /^\s*([#:@/])(\w+)(?:\s+(?:if\b)?)?/.exec(writing.text.slice(start, end));
  if (match === null) {
    writeExpression(writing, { start, end });
    return;
  }
  const [whole, sign = "", word = ""] = match;
  const span = { start: start + whole.length, end };
  if (sign === "/") writing.scopes.close(`#${word}`);
  else if (sign === ":") writeBranch(writing, word, span);
  else if (sign === "@" && word === "const") writeStatement(writing, "const ", span);
  else if (sign === "@") writeExpression(writing, span);
  else writeBlock(writing, word, span);
}

function writeBlock(writing: Writing, word: string, span: Span): void {
  const { pieces, scopes, text } = writing;
  const content = text.slice(span.start, span.end);
  if (word === "each") writeEach(writing, span);
  else if (word === "snippet") {
    pieces.add("function ");
    pieces.copy(span.start, span.end);
    pieces.add(" {\n");
  } else if (word === "await") {
    const [whole, kind = "", name = ""] = /\s+(then|catch)(?:\s+([\s\S]*))?$/.exec(content) ?? [""];
    const result = `$awaited${String(scopes.depth())}`;
    pieces.add(`{ const ${result} = (`);
    pieces.copy(span.start, span.end - whole.length);
    pieces.add(`\n);\n{ ${kind === "then" && name.trim() !== "" ? `const ${name} = ${result};` : ""}\n`);
  } else {
    pieces.add(word === "if" ? "if (" : "(");
    pieces.copy(span.start, span.end);
    pieces.add(word === "if" ? "\n) {\n" : "\n);\n{\n");
  }
  scopes.open(word === "await" ? "}}\n" : "}\n", `#${word}`, anyBlock);
}

/** `{:else if a}`, `{:then value}`, `{:catch error}`. */
function writeBranch(writing: Writing, word: string, span: Span): void {
  const { pieces, scopes, text } = writing;
  if (!scopes.closeWithin(anyBlock)) return;
  const name = text.slice(span.start, span.end).trim();
  pieces.add("}\n");
  if (word === "else" && name !== "") {
    pieces.add("if (");
    pieces.copy(span.start, span.end);
    pieces.add("\n) ");
  }
  pieces.add("{\n");
  if (word === "then" && name !== "") pieces.add(`const ${name} = $awaited${String(scopes.depth() - 1)};\n`);
  if (word === "catch" && name !== "") pieces.add(`let ${name} = undefined;\n`);
}

/** `{#each items as item, index (key)}`. */
function writeEach({ text, pieces }: Writing, span: Span): void {
  const content = text.slice(span.start, span.end);
  const match = /^([\s\S]*)\sas\s+(?=[\w$[{])/.exec(content);
  if (match === null) {
    pieces.add("for (const $each of (");
    pieces.copy(span.start, span.end);
    pieces.add("\n)) {\n");
    return;
  }
  const [whole, list = ""] = match;
  const start = span.start + whole.length;
  const end = endOfName(text, start, span.end);
  pieces.add("for (const ");
  pieces.copy(start, end);
  pieces.add(" of (");
  pieces.copy(span.start, span.start + list.length);
  pieces.add("\n)) {\n");
  const [, index, before = ""] = /^\s*(?:,\s*([\w$]+)\s*)?(\()?/.exec(text.slice(end, span.end)) ?? [];
  if (index !== undefined) pieces.add(`let ${index};\n`);
  if (before === "") return;
  pieces.copy(text.indexOf("(", end), span.end);
  pieces.add(";\n");
}

/** The end of a name, or of a pattern in brackets. */
function endOfName(text: string, start: number, end: number): number {
  if (!/[[{]/.test(text.charAt(start))) return start + (/^[\w$]*/.exec(text.slice(start, end))?.[0].length ?? 0);
  let depth = 0;
  for (let offset = start; offset < end; offset++) {
    if (/[[{(]/.test(text.charAt(offset))) depth++;
    if (/[\]})]/.test(text.charAt(offset)) && --depth === 0) return offset + 1;
  }
  return end;
}

/** Writes the values of an element's attributes, and gives the code that ends its scopes. */
function writeAttributes(writing: Writing, element: Extract<Token, { kind: "open" }>): string {
  const { text, pieces } = writing;
  let closing = "";
  // Slot properties are visible inside the element only.
  const isGiven = ({ name }: Attribute): boolean => name.startsWith("let:");
  const inOrder = [...element.attributes.filter((one) => !isGiven(one)), ...element.attributes.filter(isGiven)];
  for (const { name, value } of inOrder) {
    const given = /^let:(.*)$/.exec(name)?.[1];
    if (given !== undefined) {
      pieces.add("((");
      if (value === null) pieces.add(given);
      else pieces.copy(value.start + 1, value.end - 1);
      pieces.add(") => {\n");
      closing = `});\n${closing}`;
    } else if (value !== null) {
      const type = /^on:?(\w+)/.exec(name)?.[1] ?? "";
      const isListener = /^[a-z][a-z0-9]*$/.test(element.name) && isDomEvent(type);
      for (const expression of expressionsIn(text, value))
        writeExpression(writing, expression, isListener ? `document.addEventListener("${type}", ` : "(");
    }
  }
  return closing;
}

/** The expressions in a value: `{a}`, `a {b} c`. */
function expressionsIn(text: string, { start, end }: Span): readonly Span[] {
  const found: Span[] = [];
  for (let from = text.indexOf("{", start); from !== -1 && from < end;) {
    const close = endOfExpression(text, from + 1);
    if (close === null) break;
    found.push({ start: from + 1, end: close });
    from = text.indexOf("{", close);
  }
  return found;
}

/** `{...a}` and `{@attach a}` may be among the attributes. */
const sign = /^\s*(?:\.\.\.|@\w+\s)/;

function writeExpression({ text, pieces }: Writing, { start, end }: Span, opening = "("): void {
  const content = text.slice(start, end);
  const before = sign.exec(content)?.[0].length ?? 0;
  if (!/\S/.test(content.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ""))) return;
  pieces.add(opening);
  pieces.copy(start + before, end);
  pieces.add("\n);\n");
}

function writeStatement({ pieces }: Writing, opening: string, { start, end }: Span): void {
  pieces.add(opening);
  pieces.copy(start, end);
  pieces.add(";\n");
}
