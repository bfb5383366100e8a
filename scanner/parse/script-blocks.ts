import { codeOfUrl } from "../text/code-url.ts";
import { dialectOf, isCode } from "../text/component-parts.ts";
import { type ComponentLanguage, readComponent } from "./component-code.ts";
import { type Document, type DocumentReader, inPlace, type ScriptBlock } from "./script-block.ts";
import { type PageTag, tagsIn } from "./page-tags.ts";
import type { PlainAttribute } from "./template.ts";
import { stripSource, type StrippedSource } from "../text/strip.ts";

export const readDocument: DocumentReader = (text, language, isWhole) => {
  try {
    return language === "html" ? pageBlocks(text) : componentBlocks(text, language, isWhole);
  } catch (error) {
    // HTML has no syntax errors, but a document may have too many attributes or be nested too deeply.
    if (error instanceof RangeError) return { message: error.message, line: 1, column: 1 };
    throw error;
  }
};

/** Markup that uses something banned contains one of these names. */
const suspectMarkup = /Math|Date|performance|crypto|Temporal|Intl|process|eval|Function/;

/** The scripts of a component and the expressions of its markup share their names, so they are one program. */
function componentBlocks(text: string, language: ComponentLanguage, isWhole: boolean): Document {
  const { program, templateStart, dialect, attributes, unread } = readComponent(text, language, isWhole);
  const handlers = readHandlers(attributes, text);
  const { text: code, offsetOf } = program;
  const template = Array.from({ length: code.length - templateStart }, (_, index) => templateStart + index);
  const placesIn = (kept: readonly number[]): readonly number[] => [
    ...kept.map(program.indexOf).filter((index) => index < templateStart),
    ...template,
  ];
  const block = { ...scriptOfModule, text: code, offsetOf, placesIn, dialect };
  return {
    blocks: [block, ...handlers.blocks],
    hasUnreadCode: handlers.hasUnreadCode || (unread !== null && suspectMarkup.test(unread)),
  };
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

/** A page that is read only once. */
export interface Page {
  readonly readDocument: DocumentReader;
  /** Its scripts in place, with blanks around them. */
  readonly scripts: string;
  /** The scripts without comments and strings. Null if only a parser can tell them apart. */
  readonly stripped: StrippedSource | null;
}

export function openPage(text: string): Page {
  const document = readDocument(text, "html", true);
  if ("message" in document) return { readDocument: () => document, scripts: text, stripped: null };
  const blocks = document.blocks.toSorted((left, right) => left.offsetOf(0) - right.offsetOf(0));
  // A semicolon, because the next script does not continue the one before it.
  const placed = blocks.reduce((before, block) => `${before};`.padEnd(block.offsetOf(0)) + block.text, "");
  const scripts = `${placed};`.padEnd(text.length);
  return { readDocument: () => document, scripts, stripped: stripSource(scripts, true) };
}

/** The script of a script element. None for any other element. */
function scriptsIn({ token: { tagName, attrs, location }, end }: PageTag, text: string): readonly ScriptBlock[] {
  const start = location?.endOffset;
  const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
  if (tagName !== "script" || start === undefined || !isCode(attributes)) return [];
  const isScript = attributes.get("type") !== "module";
  return [
    {
      ...inPlace(start, text.slice(start, end)),
      ...scriptOfModule,
      dialect: dialectOf(attributes, "tsx"),
      isScript,
      isSloppy: isScript,
    },
  ];
}

/** No event name is shorter than `cut`, so `one` and `only` are not handlers. */
const handlerName = /^on[a-z]{3,}$/;

/** Attributes with a URL that is opened. */
const urlNames: ReadonlySet<string> = new Set(["href", "src", "action", "formaction", "data"]);

/** Attributes that frameworks treat as code: `@click="..."`, `:x="..."`. */
const frameworkName = /^(?:v-|[:@#])/;

/** The attributes of an element, and the positions of values without entities. */
function attributesOf({ attrs, location }: PageTag["token"], text: string): readonly PlainAttribute[] {
  return attrs.map(({ name, value }) => {
    const end = location?.attrs?.[name]?.endOffset ?? 0;
    return { name, value, start: end - value.length - (/["']/.test(text.charAt(end - 1)) ? 1 : 0) };
  });
}

/**
 * The handlers (`onclick="..."`) and `javascript:` URLs among the attributes. Values with entities are not read,
 * because a finding in them would get a wrong place.
 */
function readHandlers(attributes: readonly PlainAttribute[], text: string): Document {
  const blocks: ScriptBlock[] = [];
  let hasUnreadCode = false;
  for (const { name, value, start } of attributes) {
    const isCode = handlerName.test(name) || (urlNames.has(name) && codeOfUrl(value) !== null);
    // Before code, the scheme of a URL parses as a label.
    const isWritten = text.startsWith(value, start) && value.endsWith(codeOfUrl(value) ?? "");
    if (isCode && isWritten) blocks.push({ ...handler, ...inPlace(start, value) });
    else if (isCode) hasUnreadCode ||= suspectMarkup.test(value);
  }
  return { blocks, hasUnreadCode };
}

const scriptOfModule = { isScript: false, isSloppy: false, isHandler: false };
const handler = { ...scriptOfModule, dialect: "js", isSloppy: true, isHandler: true } as const;
