import { words } from "../rules/words.ts";
import type { TextRange } from "../text/strip.ts";
import type { CodePieces } from "./code-pieces.ts";
import type { Marks, OpenTag, Token } from "./markup.ts";
import { listenerOpening, TemplateWriter } from "./template-writer.ts";

export const vueMarks: Marks = {
  opening: "{{",
  areInTags: false,
  endOf: (text, start) => {
    const end = text.indexOf("}}", start);
    return end === -1 ? null : { start: end, end: end + 2 };
  },
};

/**
 * The globals of Vue's templates (`packages/shared/src/globalsAllowList.ts` in vuejs/core): any other name means a member of
 * the component. So `Math.random()` counts, and `performance.now()` does not, unless the component's script has a
 * `performance` of its own that is the global one: without one, it throws.
 */
export const vueGlobals = words(
  `Infinity undefined NaN isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent Math
  Number Date Array Object Boolean String RegExp Map Set JSON Intl BigInt console Error Symbol`,
);

/** The expressions of a template as statements, with the scopes of its lists and slots. */
export function vueCode(text: string, tokens: readonly Token[]): CodePieces {
  const writer = new TemplateWriter(text);
  /** The depth of the element with `v-pre`, in which nothing is compiled. */
  let plainDepth = Infinity;
  for (const token of tokens) {
    if (token.kind === "close") writer.close(token.name);
    if (writer.depth < plainDepth) plainDepth = Infinity;
    if (token.kind === "expression" && plainDepth === Infinity) writeExpression(writer, token);
    if (token.kind !== "open") continue;
    if (token.hasChildren && token.attributes.some(({ name }) => name === "v-pre"))
      plainDepth = Math.min(plainDepth, writer.depth + 1);
    const closing = plainDepth === Infinity ? writeElement(writer, token) : "";
    if (token.hasChildren) writer.open(closing, token.name);
    else writer.pieces.add(closing);
  }
  writer.closeAll();
  return writer.pieces;
}

/** Writes the directives of an element, and gives the code that ends its scopes. */
function writeElement(writer: TemplateWriter, element: OpenTag): string {
  const valued = element.attributes.flatMap(({ name, value }) =>
    value !== null && /\S/.test(writer.slice(value)) ? [{ name, value }] : [],
  );
  const list = valued.find(({ name }) => name === "v-for");
  const slot = valued.find(({ name }) => /^(?:v-slot|#|slot-scope$|scope$)/.test(name));
  const closing = list !== undefined && writeList(writer, list.value) ? "}" : "";
  for (const { name, value } of valued) {
    if (name === list?.name || name === slot?.name) continue;
    const type = /^(?:@|v-on:)([^.]*)/.exec(name)?.[1];
    if (type !== undefined) writeListener(writer, listenerOpening(element.name, type), value);
    else if (/^(?:[:.]|v-)/.test(name)) writeExpression(writer, value);
  }
  if (slot === undefined) return closing;
  writer.writeDecoded("((", slot.value, ") => {\n");
  return `});${closing}`;
}

/** Writes `for (const item of (items)) {`, with the names of the index and the key. */
function writeList(writer: TemplateWriter, value: TextRange): boolean {
  const match = /^(\s*\(?)([\s\S]*?)(\)?\s+(?:in|of)\s+)(?=\S)/.exec(writer.slice(value));
  if (match === null) return false;
  const [whole, before = "", names = ""] = match;
  const [others = ""] = /(?:,[^,\]}]*){0,2}$/.exec(names) ?? [];
  const start = value.start + before.length;
  writer.writeDecoded("for (const ", { start, end: start + names.length - others.length }, " of (");
  writer.writeDecoded("", { start: value.start + whole.length, end: value.end }, ")) {\n");
  for (const [name] of others.matchAll(/[\w$]+/g)) writer.pieces.add(`let ${name};\n`);
  return true;
}

/** A value that is a function, or a path to one, is the listener itself. Any other value is the listener's code. */
const handlerReference =
  /^\s*(?:[A-Za-z_$][\w$]*(?:\s*\??\.\s*[\w$]+|\[[^\]]*\])*\s*$|(?:async\s*)?(?:\([^)]*\)|[\w$]+)\s*(?::[^=]+)?=>|(?:async\s+)?function\b)/;

function writeListener(writer: TemplateWriter, opening: string, value: TextRange): void {
  if (handlerReference.test(writer.slice(value))) writer.writeDecoded(opening, value, "\n);\n");
  else writer.writeDecoded(`${opening}($event) => {\n`, value, "\n});\n");
}

function writeExpression(writer: TemplateWriter, code: TextRange): void {
  if (/\S/.test(writer.slice(code))) writer.writeDecoded("(", code, "\n);\n");
}
