import type { DefaultTreeAdapterMap } from "parse5";
import type { DocumentLanguage } from "../find/language.ts";
import { parseDocument } from "./parse-document.ts";
import type { Dialect, ParseProblem } from "./parse-source.ts";

/** A script of a document, or a file that is one. */
export interface ScriptBlock {
  readonly text: string;
  /** Where it begins in its file. */
  readonly start: number;
  readonly dialect: Dialect;
  /** Whether it is a plain script, whose variables are shared with the scripts after it. */
  readonly isScript: boolean;
  /** Whether its functions, as long as none says "use strict", have the global object for `this` where they are called on nothing. */
  readonly isSloppy: boolean;
  /** Whether it stands in an attribute: what writes the document may put code there that is none yet. */
  readonly isHandler: boolean;
}

/** The scripts of a document, and whether code outside of them may use what is banned. */
export interface Document {
  readonly blocks: readonly ScriptBlock[];
  readonly hasUnreadCode: boolean;
}

/** Reads a document, or says why it cannot be. */
export type DocumentReader = (text: string, language: DocumentLanguage) => Document | ParseProblem;

export const readDocument: DocumentReader = (text, language) => {
  try {
    return scriptBlocksOf(text, language);
  } catch (error) {
    if (error instanceof RangeError) return { message: error.message, line: 1, column: 1 };
    throw error;
  }
};

/** What markup that runs code would have to name. */
const suspectMarkup = /Math|Date|performance|crypto|Temporal|Intl|process|eval|Function/;

/**
 * Finds the scripts of a Vue, Svelte or HTML document. HTML has no errors.
 *
 * @throws RangeError where it is nested deeper than any document, or has more attributes.
 */
function scriptBlocksOf(text: string, language: DocumentLanguage): Document {
  const blocks: ScriptBlock[] = [];
  const spans: (readonly [number, number])[] = [];
  const waiting: DefaultTreeAdapterMap["node"][] = [parseDocument(text)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const script = scriptIn(node);
    if (script !== null) {
      const isScript = language === "html" && script.attributes.get("type") !== "module";
      spans.push([script.start, script.end]);
      blocks.push({
        text: text.slice(script.start, script.end),
        start: script.start,
        dialect: dialectOf(script.attributes, language),
        isScript,
        isSloppy: isScript,
        isHandler: false,
      });
    }
    for (const handler of language === "html" ? handlersIn(node, text) : []) {
      spans.push([handler.start, handler.start + handler.text.length]);
      blocks.push(handler);
    }
    // In the order of the document: what is put in last is next.
    if ("childNodes" in node)
      for (let index = node.childNodes.length - 1; index >= 0; index--)
        waiting.push(...node.childNodes.slice(index, index + 1));
    if ("content" in node) waiting.push(node.content);
  }
  return { blocks, hasUnreadCode: suspectMarkup.test(unreadCode(text, spans, language)) };
}

interface ScriptElement {
  readonly start: number;
  readonly end: number;
  readonly attributes: ReadonlyMap<string, string>;
}

function scriptIn(node: DefaultTreeAdapterMap["node"]): ScriptElement | null {
  if (!("tagName" in node) || node.tagName !== "script") return null;
  const location = node.sourceCodeLocation;
  const start = location?.startTag?.endOffset;
  const end = location?.endTag?.startOffset ?? location?.endOffset;
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  return start === undefined || end === undefined || !isCode(attributes) ? null : { start, end, attributes };
}

/** No event has a shorter name than `cut`: `one` and `only` are no handlers. */
const handlerName = /^on[a-z]{3,}$/;

/** The handlers of an element of HTML: `onclick="..."`. What is escaped in one stands elsewhere than where it would be looked for. */
function handlersIn(node: DefaultTreeAdapterMap["node"], text: string): readonly ScriptBlock[] {
  if (!("attrs" in node)) return [];
  const found = node.attrs.flatMap(({ name, value }): readonly ScriptBlock[] => {
    const location = handlerName.test(name) ? node.sourceCodeLocation?.attrs?.[name] : undefined;
    if (location === undefined || value === "") return [];
    const start = location.endOffset - value.length - (/["']/.test(text.charAt(location.endOffset - 1)) ? 1 : 0);
    const isAsWritten = text.startsWith(value, start);
    return isAsWritten ? [{ text: value, start, dialect: "js", isScript: false, isSloppy: true, isHandler: true }] : [];
  });
  return found.sort((left, right) => left.start - right.start);
}

function isCode(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get("type") ?? "";
  return type === "" || type === "module" || /(?:java|type|ecma)script|babel|jsx/.test(type);
}

function dialectOf(attributes: ReadonlyMap<string, string>, language: DocumentLanguage): Dialect {
  const name = `${attributes.get("lang") ?? ""} ${attributes.get("type") ?? ""}`;
  if (/tsx/.test(name)) return "tsx";
  if (/\bts\b|typescript/.test(name)) return language === "vue" || language === "svelte" ? "ts" : "tsx";
  return "js";
}

/** Expressions and handlers in the markup: `{...}`, `{{...}}`, `@click="..."`, `:x="..."`, `onclick="..."`. */
function unreadCode(text: string, spans: readonly (readonly [number, number])[], language: DocumentLanguage): string {
  let markup = "";
  let start = 0;
  for (const [from, to] of spans) {
    markup += text.slice(start, from);
    start = to;
  }
  markup += text.slice(start);
  markup = upToLast(/-->/g, markup, (text) => text.replace(/<!--[\s\S]*?-->/g, ""));
  markup = upToLast(/<\/style>/gi, markup, (text) => text.replace(/<style[\s\S]*?<\/style>/gi, ""));
  const lastBrace = markup.lastIndexOf("}");
  // A brace that nothing closes begins nothing.
  const closed = markup.slice(0, lastBrace + 1) + markup.slice(lastBrace + 1).replaceAll("{", "\0");
  const handlers = closed.match(/\s(?:on\w{3,}|v-[\w:.-]+|[:@#][\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*'|\{[^}]*\})/g) ?? [];
  const expressions = language === "html" ? [] : (closed.match(/\{[\s\S]*?\}/g) ?? []);
  return [...handlers, ...expressions].join("\n");
}

/** Changes a text up to where something ends for the last time: behind that, to look for its end would be in vain, each time. */
function upToLast(ending: RegExp, text: string, change: (text: string) => string): string {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(ending)) end = index + found.length;
  return change(text.slice(0, end)) + text.slice(end);
}
