import type { DefaultTreeAdapterMap } from "parse5";
import type { DocumentLanguage } from "../find/language.ts";
import { codeOfUrl } from "../text/code-url.ts";
import { type ComponentLanguage, readComponent } from "./component-code.ts";
import { parseDocument } from "./parse-document.ts";
import type { Dialect, ParseProblem } from "./parse-source.ts";

/** A script of a document, or a file that is one. */
export interface ScriptBlock {
  readonly text: string;
  /** Maps an offset of the text to the file; null if the text is the whole file. */
  readonly offsetOf: ((offset: number) => number) | null;
  readonly dialect: Dialect;
  /** True for a plain script, which shares its variables with the scripts after it. */
  readonly isScript: boolean;
  /** True if `this` is the global object in functions that are called on nothing and do not say "use strict". */
  readonly isSloppy: boolean;
  /** True for an attribute. In a template of a page, it may hold placeholders, which do not parse. */
  readonly isHandler: boolean;
}

/** The scripts of a document, and whether markup that was not read may use something banned. */
export interface Document {
  readonly blocks: readonly ScriptBlock[];
  readonly hasUnreadCode: boolean;
}

/** Reads a document, or says why it cannot be read. */
export type DocumentReader = (text: string, language: DocumentLanguage) => Document | ParseProblem;

export const readDocument: DocumentReader = (text, language) => {
  try {
    return language === "html" ? pageBlocks(text) : componentBlocks(text, language);
  } catch (error) {
    // HTML has no errors, but may be nested deeper than any document.
    if (error instanceof RangeError) return { message: error.message, line: 1, column: 1 };
    throw error;
  }
};

/** Names, one of which has to be in markup that uses something banned. */
const suspectMarkup = /Math|Date|performance|crypto|Temporal|Intl|process|eval|Function/;

/** The scripts of a component and the expressions of its markup are one program: they share their names. */
function componentBlocks(text: string, language: ComponentLanguage): Document {
  const { program, dialect, attributes, unread } = readComponent(text, language, (given) =>
    isCode(given) ? dialectOf(given, language) : null,
  );
  const handlers = attributes.flatMap(({ name, value }) => {
    if (value === null) return [];
    const code = text.slice(value.start, value.end);
    return isHandlerCode(name, code) && !code.includes("{") ? [handlerBlock(code, value.start)] : [];
  });
  const block = { text: program.text(), offsetOf: program.offsetOf, dialect, isScript: false, isSloppy: false };
  return {
    blocks: [{ ...block, isHandler: false }, ...handlers],
    hasUnreadCode: unread.some((markup) => suspectMarkup.test(markup)),
  };
}

function pageBlocks(text: string): Document {
  const blocks: ScriptBlock[] = [];
  const spans: (readonly [number, number])[] = [];
  const waiting: DefaultTreeAdapterMap["node"][] = [parseDocument(text)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const script = scriptIn(node);
    if (script !== null) {
      const { start, end } = script;
      const isScript = script.attributes.get("type") !== "module";
      spans.push([start, end]);
      blocks.push({
        text: text.slice(start, end),
        offsetOf: (offset) => start + offset,
        dialect: dialectOf(script.attributes, "html"),
        isScript,
        isSloppy: isScript,
        isHandler: false,
      });
    }
    for (const { code, start } of handlersIn(node, text)) {
      spans.push([start, start + code.length]);
      blocks.push(handlerBlock(code, start));
    }
    // In the order of the document: the node that is pushed last is visited next.
    if ("childNodes" in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
    if ("content" in node) waiting.push(node.content);
  }
  return { blocks, hasUnreadCode: suspectMarkup.test(unreadCode(text, spans)) };
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

/** No event has a name shorter than `cut`: `one` and `only` are no handlers. */
const handlerName = /^on[a-z]{3,}$/;

/** Attributes that hold a URL that is opened. */
const urlNames: ReadonlySet<string> = new Set(["href", "src", "action", "formaction", "data"]);

interface Handler {
  readonly code: string;
  readonly start: number;
}

/**
 * The handlers of an HTML element (`onclick="..."`) and its `javascript:` URLs. Values with escapes are left out: a finding in
 * them would get a wrong place.
 */
function handlersIn(node: DefaultTreeAdapterMap["node"], text: string): readonly Handler[] {
  if (!("attrs" in node)) return [];
  const found = node.attrs.flatMap(({ name, value }): readonly Handler[] => {
    const location = isHandlerCode(name, value) ? node.sourceCodeLocation?.attrs?.[name] : undefined;
    if (location === undefined) return [];
    const start = location.endOffset - value.length - (/["']/.test(text.charAt(location.endOffset - 1)) ? 1 : 0);
    return text.startsWith(value, start) ? [{ code: value, start }] : [];
  });
  return found.sort((left, right) => left.start - right.start);
}

/** True if the value of an attribute is code as it is written. */
function isHandlerCode(name: string, value: string): boolean {
  if (value === "") return false;
  // In front of code, the scheme is a label.
  return handlerName.test(name) || (urlNames.has(name) && value.endsWith(codeOfUrl(value) ?? "\0"));
}

function handlerBlock(code: string, start: number): ScriptBlock {
  const offsetOf = (offset: number): number => start + offset;
  return { text: code, offsetOf, dialect: "js", isScript: false, isSloppy: true, isHandler: true };
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

/** Handlers of a page that could not be read, and attributes that frameworks take for code: `@click="..."`, `:x="..."`. */
function unreadCode(text: string, spans: readonly (readonly [number, number])[]): string {
  let markup = "";
  let start = 0;
  for (const [from, to] of spans) {
    markup += text.slice(start, from);
    start = to;
  }
  markup += text.slice(start);
  markup = upToLast(/-->/g, markup, (text) => text.replace(/<!--[\s\S]*?-->/g, ""));
  markup = upToLast(/<\/style>/gi, markup, (text) => text.replace(/<style[\s\S]*?<\/style>/gi, ""));
  const unread =
    /\s(?:on\w{3,}|(?:href|src|action|formaction|data)(?==\s*["']?[\0- ]*javascript:)|v-[\w:.-]+|[:@#][\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/gi;
  return (markup.match(unread) ?? []).join("\n");
}

/** Changes a text up to the last match of an ending. Behind that, every search for the ending would run to the end of the text. */
function upToLast(ending: RegExp, text: string, change: (text: string) => string): string {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(ending)) end = index + found.length;
  return change(text.slice(0, end)) + text.slice(end);
}
