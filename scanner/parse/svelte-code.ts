import type { TextRange } from "../text/strip.ts";
import type { CodePieces } from "./code-pieces.ts";
import type { Marks, OpenTag, Token } from "./markup.ts";
import { listenerOpening, TemplateWriter } from "./template-writer.ts";

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

/** The key of every block, besides its name. */
const anyBlock = "#";

/** The expressions of a component's markup as statements, with the scopes of its blocks, snippets and slots. */
export function svelteCode(text: string, tokens: readonly Token[]): CodePieces {
  const writer = new TemplateWriter(text);
  writer.pieces.add("\n;{\n");
  for (const token of tokens) {
    if (token.kind === "expression") writeMustache(writer, token);
    if (token.kind === "open") {
      const closing = writeAttributes(writer, text, token);
      if (token.hasChildren) writer.open(closing, token.name);
      else writer.pieces.add(closing);
    }
    if (token.kind === "close") writer.close(token.name);
  }
  writer.closeAll();
  writer.pieces.add("}\n");
  return writer.pieces;
}

/** `{a}`, `{@html a}`, `{#if a}`, `{:else}`, `{/if}`. */
function writeMustache(writer: TemplateWriter, { start, end }: TextRange): void {
  const match = /^\s*([#:@/])(\w+)(?:\s+(?:if\b)?)?/.exec(writer.slice({ start, end }));
  const [whole = "", sign = "", word = ""] = match ?? [];
  const inside = { start: start + whole.length, end };
  if (sign === "/") writer.close(`#${word}`);
  else if (sign === ":") writeBranch(writer, word, inside);
  else if (sign === "#") writeBlock(writer, word, inside);
  else if (word === "const") writer.write("const ", inside, ";\n");
  else writeExpression(writer, inside);
}

function writeBlock(writer: TemplateWriter, word: string, inside: TextRange): void {
  if (word === "each") writeEach(writer, inside);
  else if (word === "snippet") writer.write("function ", inside, " {\n");
  else if (word === "if") writer.write("if (", inside, "\n) {\n");
  else if (word !== "await") writer.write("(", inside, "\n);\n{\n");
  else {
    const [whole, kind, name = ""] = /\s+(then|catch)(?:\s+([\s\S]*))?$/.exec(writer.slice(inside)) ?? [""];
    const result = `$awaited${writer.depth}`;
    writer.write(`{ const ${result} = (`, { start: inside.start, end: inside.end - whole.length }, "\n);\n{\n");
    if (kind === "then" && name.trim() !== "") writer.pieces.add(`const ${name} = ${result};\n`);
  }
  writer.open(word === "await" ? "}}\n" : "}\n", `#${word}`, anyBlock);
}

/** `{:else if a}`, `{:then value}`, `{:catch error}`. */
function writeBranch(writer: TemplateWriter, word: string, inside: TextRange): void {
  if (!writer.closeWithin(anyBlock)) return;
  const name = writer.slice(inside).trim();
  writer.pieces.add("}\n");
  if (word === "else" && name !== "") writer.write("if (", inside, "\n) ");
  writer.pieces.add("{\n");
  if (word === "then" && name !== "") writer.pieces.add(`const ${name} = $awaited${writer.depth - 1};\n`);
  if (word === "catch" && name !== "") writer.pieces.add(`let ${name} = undefined;\n`);
}

/** `{#each items as item, index (key)}`. */
function writeEach(writer: TemplateWriter, inside: TextRange): void {
  const { start, end } = inside;
  const [whole, list = ""] = /^([\s\S]*)\sas\s+(?=[\w$[{])/.exec(writer.slice(inside)) ?? [];
  if (whole === undefined) {
    writer.write("for (const $each of (", inside, "\n)) {\n");
    return;
  }
  const nameStart = start + whole.length;
  const nameEnd = nameStart + lengthOfName(writer.slice({ start: nameStart, end }));
  writer.write("for (const ", { start: nameStart, end: nameEnd }, " of (");
  writer.write("", { start, end: start + list.length }, "\n)) {\n");
  const [before = "", index, key] = /^\s*(?:,\s*([\w$]+)\s*)?(\()?/.exec(writer.slice({ start: nameEnd, end })) ?? [];
  if (index !== undefined) writer.pieces.add(`let ${index};\n`);
  if (key !== undefined) writer.write("", { start: nameEnd + before.length - 1, end }, ";\n");
}

/** The length of the name, or of the pattern in brackets, that a text begins with. */
function lengthOfName(text: string): number {
  if (!/^[[{]/.test(text)) return /^[\w$]*/.exec(text)?.[0].length ?? 0;
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[{()}\]]/g)) {
    depth += "[{(".includes(bracket) ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

/** Writes the values of an element's attributes, and gives the code that ends its scopes. */
function writeAttributes(writer: TemplateWriter, text: string, element: OpenTag): string {
  for (const { name, value } of element.attributes) {
    if (value === null || name.startsWith("let:")) continue;
    const opening = listenerOpening(element.name, /^on:?(\w+)/.exec(name)?.[1] ?? "");
    for (const expression of expressionsIn(text, value)) writeExpression(writer, expression, opening);
  }
  // Slot properties are visible inside the element only.
  const given = element.attributes.filter(({ name }) => name.startsWith("let:"));
  for (const { name, value } of given) {
    if (value === null) writer.pieces.add(`((${name.slice("let:".length)}) => {\n`);
    else writer.write("((", { start: value.start + 1, end: value.end - 1 }, ") => {\n");
  }
  return "});\n".repeat(given.length);
}

/** The expressions in a value: `{a}`, `a {b} c`. */
function expressionsIn(text: string, { start, end }: TextRange): readonly TextRange[] {
  const found: TextRange[] = [];
  for (let from = text.indexOf("{", start); from !== -1 && from < end;) {
    const close = endOfExpression(text, from + 1);
    if (close === null) break;
    found.push({ start: from + 1, end: close });
    from = text.indexOf("{", close);
  }
  return found;
}

function writeExpression(writer: TemplateWriter, { start, end }: TextRange, opening = "("): void {
  const content = writer.slice({ start, end });
  // `{...a}` and `{@attach a}` may be among the attributes.
  const [sign = ""] = /^\s*(?:\.\.\.|@\w+\s)/.exec(content) ?? [];
  if (!/\S/.test(content.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, ""))) return;
  writer.write(opening, { start: start + sign.length, end }, "\n);\n");
}
