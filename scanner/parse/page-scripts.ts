import { dialectOf, isCode } from "../text/component-parts.ts";
import { stripSource, type StrippedSource } from "../text/strip.ts";
import { type PageTag, tagsIn } from "./page-tags.ts";
import type { ParseProblem } from "./parse-source.ts";
import {
  type Document,
  type DocumentReader,
  inPlace,
  mostReadWhole,
  readHandlers,
  readIfShallow,
  readWhole,
  type ScriptBlock,
  scriptOfModule,
  suspectMarkup,
} from "./script-block.ts";
import type { PlainAttribute } from "./template.ts";

/** Finds the scripts of a page, or returns why it cannot be read. */
export function readPage(text: string): Document | ParseProblem {
  return readIfShallow(() => pageBlocks(text));
}

/** A page that is read only once. */
export interface Page {
  readonly readDocument: DocumentReader;
  /** Its scripts in place, with blanks around them. */
  readonly scripts: string;
  /** The scripts without comments and strings. Null if only a parser can tell them apart. */
  readonly stripped: StrippedSource | null;
}

export function openPage(text: string): Page {
  const document = readPage(text);
  if ("message" in document) return { readDocument: () => document, scripts: text, stripped: null };
  const blocks = document.blocks.toSorted((left, right) => left.offsetOf(0) - right.offsetOf(0));
  // A semicolon, because the next script does not continue the one before it.
  const placed = blocks.reduce((before, block) => `${before};`.padEnd(block.offsetOf(0)) + block.text, "");
  const scripts = `${placed};`.padEnd(text.length);
  return { readDocument: () => document, scripts, stripped: stripSource(scripts, true) };
}

function pageBlocks(text: string): Document {
  const blocks: ScriptBlock[] = [];
  let hasUnreadCode = false;
  for (const tag of tagsIn(text)) {
    const handlers = readHandlers(attributesOf(tag.token, text), text);
    blocks.push(...scriptsIn(tag, text), ...handlers.blocks);
    const ofFramework = tag.token.attrs.filter(({ name }) => frameworkName.test(name));
    hasUnreadCode ||= handlers.hasUnreadCode || ofFramework.some(({ value }) => suspectMarkup.test(value));
  }
  return { blocks, hasUnreadCode };
}

/** Attributes that frameworks treat as code: `@click="..."`, `:x="..."`. */
const frameworkName = /^(?:v-|[:@#])/;

/** The attributes of an element, and the positions of values without entities. */
function attributesOf({ attrs, location }: PageTag["token"], text: string): readonly PlainAttribute[] {
  return attrs.map(({ name, value }) => {
    const end = location?.attrs?.[name]?.endOffset ?? 0;
    return { name, value, start: end - value.length - (/["']/.test(text.charAt(end - 1)) ? 1 : 0) };
  });
}

/** The script of a script element. None for any other element. */
function scriptsIn({ token: { tagName, attrs, location }, end }: PageTag, text: string): readonly ScriptBlock[] {
  const start = location?.endOffset;
  const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
  if (tagName !== "script" || start === undefined || !isCode(attributes)) return [];
  const isScript = attributes.get("type") !== "module";
  const placed = inPlace(start, text.slice(start, end));
  const block = { ...placed, ...scriptOfModule, dialect: dialectOf(attributes, "tsx"), isScript, isSloppy: isScript };
  return [placed.text.length > mostReadWhole ? block : { ...block, placesIn: readWhole }];
}
