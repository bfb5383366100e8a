import { parse } from "parse5";
import type { DefaultTreeAdapterMap } from "parse5";
import type { Language } from "./language.ts";
import type { Dialect } from "./parse-source.ts";

/** A script of a document. All that is not the script is white space, so that every place keeps its line and column. */
export interface ScriptBlock {
  readonly text: string;
  readonly dialect: Dialect;
  /** Whether it is a plain script, whose variables are shared with the scripts after it. */
  readonly isScript: boolean;
  /** Whether its functions, as long as none says "use strict", have the global object for `this` where they are called on nothing. */
  readonly isSloppy: boolean;
}

/** The scripts of a document, and whether code outside of them may use what is banned. */
export interface Document {
  readonly blocks: readonly ScriptBlock[];
  readonly hasUnreadCode: boolean;
}

/** What markup that runs code would have to name. */
const suspectMarkup = /Math|Date|performance|crypto|Temporal|Intl|process|eval|Function/;

/** Finds the scripts of a Vue, Svelte or HTML document. Never throws: HTML has no errors. */
export function scriptBlocksOf(text: string, language: Extract<Language, "vue" | "svelte" | "html">): Document {
  const blocks: ScriptBlock[] = [];
  const spans: (readonly [number, number])[] = [];
  const visit = (node: DefaultTreeAdapterMap["node"]): void => {
    const script = scriptIn(node);
    if (script !== null) {
      const isScript = language === "html" && script.attributes.get("type") !== "module";
      spans.push([script.start, script.end]);
      blocks.push({
        text: blank(text.slice(0, script.start)) + text.slice(script.start, script.end),
        dialect: dialectOf(script.attributes, language),
        isScript,
        isSloppy: isScript,
      });
    }
    if ("content" in node) visit(node.content);
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parse(text, { sourceCodeLocationInfo: true }));
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

function isCode(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get("type") ?? "";
  return type === "" || type === "module" || /(?:java|type|ecma)script|babel|jsx/.test(type);
}

function dialectOf(attributes: ReadonlyMap<string, string>, language: Language): Dialect {
  const name = `${attributes.get("lang") ?? ""} ${attributes.get("type") ?? ""}`;
  if (/tsx/.test(name)) return "tsx";
  if (/\bts\b|typescript/.test(name)) return language === "vue" || language === "svelte" ? "ts" : "tsx";
  return "js";
}

/** Expressions and handlers in the markup: `{...}`, `{{...}}`, `@click="..."`, `:x="..."`, `onclick="..."`. */
function unreadCode(text: string, spans: readonly (readonly [number, number])[], language: Language): string {
  let markup = "";
  let start = 0;
  for (const [from, to] of spans) {
    markup += text.slice(start, from);
    start = to;
  }
  markup += text.slice(start);
  markup = markup.replace(/<!--[\s\S]*?-->/g, "").replace(/<style[\s\S]*?<\/style>/gi, "");
  const handlers = markup.match(/\s(?:on\w+|v-[\w:.-]+|[:@#][\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*'|\{[^}]*\})/g) ?? [];
  const expressions = language === "html" ? [] : (markup.match(/\{[\s\S]*?\}/g) ?? []);
  return [...handlers, ...expressions].join("\n");
}

function blank(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, " ");
}
