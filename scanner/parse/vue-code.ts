import { isDomEvent } from "../rules/sought-rules.ts";
import type { CodePieces } from "./code-pieces.ts";
import type { Marks, Span, Token } from "./markup.ts";
import { createMarkupScopes } from "./markup-scopes.ts";

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
export const vueGlobals: ReadonlySet<string> = new Set(
  "Infinity,undefined,NaN,isFinite,isNaN,parseFloat,parseInt,decodeURI,decodeURIComponent,encodeURI,encodeURIComponent,Math,Number,Date,Array,Object,Boolean,String,RegExp,Map,Set,JSON,Intl,BigInt,console,Error,Symbol".split(
    ",",
  ),
);

/** Writes the expressions of a template as statements, with the scopes of its lists and slots. */
export function writeVueCode(text: string, tokens: readonly Token[], pieces: CodePieces): void {
  const scopes = createMarkupScopes(pieces);
  /** The depth of the element with `v-pre`, in which nothing is compiled. */
  let plainDepth = Infinity;
  for (const token of tokens) {
    if (token.kind === "close") scopes.close(token.name);
    if (scopes.depth() < plainDepth) plainDepth = Infinity;
    if (token.kind === "expression" && plainDepth === Infinity) writeExpression(text, token, pieces);
    if (token.kind !== "open") continue;
    if (token.hasChildren && token.attributes.some(({ name }) => name === "v-pre"))
      plainDepth = Math.min(plainDepth, scopes.depth() + 1);
    const closing = plainDepth === Infinity ? writeElement(text, token, pieces) : "";
    if (token.hasChildren) scopes.open(closing, token.name);
    else pieces.add(closing);
  }
  scopes.closeAll();
}

/** Writes the directives of an element, and gives the code that ends its scopes. */
function writeElement(text: string, element: Extract<Token, { kind: "open" }>, pieces: CodePieces): string {
  const valued = element.attributes.flatMap(({ name, value }) =>
    value !== null && /\S/.test(text.slice(value.start, value.end)) ? [{ name, value }] : [],
  );
  const list = valued.find(({ name }) => name === "v-for");
  const slot = valued.find(({ name }) => /^(?:v-slot|#|slot-scope$|scope$)/.test(name));
  let closing = "";
  if (list !== undefined && writeList(text, list.value, pieces)) closing += "}";
  for (const { name, value } of valued) {
    if (name === list?.name || name === slot?.name) continue;
    if (/^(?:@|v-on:)/.test(name)) writeListener(text, { element, name, value }, pieces);
    else if (/^(?:[:.]|v-)/.test(name)) writeExpression(text, value, pieces);
  }
  if (slot === undefined) return closing;
  pieces.add("((");
  copyDecoded(text, slot.value, pieces);
  pieces.add(") => {\n");
  return `});${closing}`;
}

/** Writes `for (const item of (items)) {`, with the names of the index and the key. */
function writeList(text: string, value: Span, pieces: CodePieces): boolean {
  const match = /^(\s*\(?)([\s\S]*?)(\)?\s+(?:in|of)\s+)(?=\S)/.exec(text.slice(value.start, value.end));
  if (match === null) return false;
  const [whole, before = "", names = ""] = match;
  const [others = ""] = /(?:,[^,\]}]*){0,2}$/.exec(names) ?? [];
  const start = value.start + before.length;
  pieces.add("for (const ");
  copyDecoded(text, { start, end: start + names.length - others.length }, pieces);
  pieces.add(" of (");
  copyDecoded(text, { start: value.start + whole.length, end: value.end }, pieces);
  pieces.add(")) {\n");
  for (const [name] of others.matchAll(/[\w$]+/g)) pieces.add(`let ${name};\n`);
  return true;
}

interface Listener {
  readonly element: Extract<Token, { kind: "open" }>;
  readonly name: string;
  readonly value: Span;
}

/** A value that is a function, or a path to one, is the listener itself. Any other value is the listener's code. */
const handlerReference =
  /^\s*(?:[A-Za-z_$][\w$]*(?:\s*\??\.\s*[\w$]+|\[[^\]]*\])*\s*$|(?:async\s*)?(?:\([^)]*\)|[\w$]+)\s*(?::[^=]+)?=>|(?:async\s+)?function\b)/;

/** Writes a listener. On an element of the document, it gets a DOM event. */
function writeListener(text: string, { element, name, value }: Listener, pieces: CodePieces): void {
  const type = name.replace(/^(?:@|v-on:)/, "").replace(/\..*$/s, "");
  const isOfDocument = /^[a-z][a-z0-9]*$/.test(element.name) && isDomEvent(type);
  const isReference = handlerReference.test(text.slice(value.start, value.end));
  pieces.add(isOfDocument ? `document.addEventListener("${type}", ` : "(");
  if (!isReference) pieces.add("($event) => {\n");
  copyDecoded(text, value, pieces);
  pieces.add(isReference ? "\n);\n" : "\n});\n");
}

function writeExpression(text: string, span: Span, pieces: CodePieces): void {
  if (!/\S/.test(text.slice(span.start, span.end))) return;
  pieces.add("(");
  copyDecoded(text, span, pieces);
  pieces.add("\n);\n");
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#39;", "'"],
]);

/** Copies code from markup, where a quote may be written as `&quot;`. */
function copyDecoded(text: string, { start, end }: Span, pieces: CodePieces): void {
  let from = start;
  for (const { 0: entity, index } of text.slice(start, end).matchAll(/&(?:amp|lt|gt|quot|apos|#39);/g)) {
    pieces.copy(from, start + index);
    pieces.add(entities.get(entity) ?? "");
    from = start + index + entity.length;
  }
  pieces.copy(from, end);
}
