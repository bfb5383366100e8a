import { collectIfShallow } from "../facts/collect-facts.ts";
import { noticeAt } from "./detections.ts";
import type { Finding, Notice } from "../findings/finding.ts";
import { scanGroup } from "../findings/finding.ts";
import type { FlowFacts } from "../facts/flow-facts.ts";
import type { DocumentLanguage, Language } from "../find/language.ts";
import { isDeclarationFile, isDocument } from "../find/language.ts";
import type { LinkedScan, LinkOptions } from "./link-modules.ts";
import { byPlace, linkParts } from "./link-modules.ts";
import type { ParseOptions, ParseProblem } from "../parse/parse-source.ts";
import { isParseProblem, parseSource } from "../parse/parse-source.ts";
import { createPlaceFinder, type PlaceFinder, type TextPlace } from "../text/place-finder.ts";
import type { Document, DocumentReader, ScriptBlock } from "../parse/script-blocks.ts";

export { createBlockLeaver } from "../parse/leave-out-blocks.ts";
export type { LinkOptions, Scan } from "./link-modules.ts";

/** A file to be read. The path is only a name: nothing is opened. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly language: Language;
}

/** What one file says on its own: plain JSON that depends on its path and its text only, and can be cached. */
export interface FileAnalysis {
  readonly file: string;
  /** What is wrong with the file itself: `parse-error`. */
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
  /** One for each script of the file. */
  readonly parts: readonly FlowFacts[];
}

export interface AnalyseOptions extends ParseOptions {
  /** What finds the scripts of documents. Few games have any among their sources, and it is as large as all the rest. */
  readonly readDocument?: DocumentReader | null;
}

/**
 * Reads one file. Never throws on any text: what does not parse is a finding. Of documents, all is read; they need
 * `readDocument`.
 */
export function analyseFile(
  { file, text, language }: Source,
  { readDocument = null, ...options }: AnalyseOptions = {},
): FileAnalysis {
  if (isDeclarationFile(file)) return { file, findings: [], notices: [], parts: [] };
  const source = text.replace(/^\uFEFF/, "");
  const document = documentIn({ file, text: source, language }, readDocument);
  if ("message" in document) return { file, findings: [parseError(file, document)], notices: [], parts: [] };
  const { blocks, hasUnreadCode } = document;
  const placeOf = createPlaceFinder(source);
  const results = blocks.map((block) => ({
    isHandler: block.isHandler,
    result: readBlock(block, placeOf, isDocument(language) ? {} : options),
  }));
  const isHandlerUnread = results.some(({ isHandler, result }) => isHandler && "message" in result);
  return {
    file,
    findings: results.flatMap(({ isHandler, result }) =>
      !isHandler && "message" in result ? [parseError(file, result)] : [],
    ),
    notices: hasUnreadCode || isHandlerUnread ? [noticeAt("unscanned", { file, line: 1, column: 1 })] : [],
    parts: results.flatMap(({ result }) => ("message" in result ? [] : [result])),
  };
}

/** Puts the analyses of files together: values flow from module to module, and what they obtain is found. */
export function linkModules(analyses: readonly FileAnalysis[], options: LinkOptions): LinkedScan {
  const parts = analyses.flatMap(({ file, parts: facts }) => facts.map((one) => ({ file, facts: one })));
  const linked = linkParts(parts, options);
  return {
    findings: [...analyses.flatMap(({ findings }) => findings), ...linked.findings].sort(byPlace),
    notices: [...analyses.flatMap(({ notices }) => notices), ...linked.notices].sort(byPlace),
    sharedNames: linked.sharedNames,
  };
}

/** The scripts of a document, or a file as the only one. */
function documentIn({ file, text, language }: Source, readDocument: DocumentReader | null): Document | ParseProblem {
  if (!isDocument(language)) return { blocks: [wholeFile(file, text, language)], hasUnreadCode: false };
  if (readDocument === null) throw new Error(`${file} is a document, and nothing was given to read it.`);
  return readDocument(text, language);
}

function wholeFile(file: string, text: string, language: Exclude<Language, DocumentLanguage>): ScriptBlock {
  const isModule =
    language === "ts" ||
    language === "tsx" ||
    file.endsWith(".mjs") ||
    /^[^\S\n\r\u2028\u2029]*(?:import|export)\b/m.test(text);
  return {
    text,
    start: 0,
    dialect: language,
    isScript: !isModule && !file.endsWith(".cjs"),
    isSloppy: !isModule,
    isHandler: false,
  };
}

function readBlock(
  { text, start, dialect, isScript, isSloppy }: ScriptBlock,
  placeOf: PlaceFinder,
  options: ParseOptions,
): FlowFacts | ParseProblem {
  const parsed = parseSource(text, dialect, options);
  if (isParseProblem(parsed)) return placeIn(parsed, placeOf(start));
  const placed = start === 0 ? parsed : { ...parsed, placeOf: (offset: number) => placeOf(start + offset) };
  const facts = collectIfShallow(placed, { text, outerNames: new Set(), isScript, isSloppy });
  return facts ?? placeIn({ message: "the code is nested too deep to be read", line: 1, column: 1 }, placeOf(start));
}

/** A problem of a script that begins at a place of its file. */
function placeIn({ message, line, column }: ParseProblem, start: TextPlace): ParseProblem {
  return { message, line: start.line + line - 1, column: line === 1 ? start.column + column - 1 : column };
}

/** A file that cannot be read may hold anything: it fails the scan. */
function parseError(file: string, { line, column, message }: ParseProblem): Finding {
  return {
    file,
    line,
    column,
    api: "parse-error",
    group: scanGroup,
    severity: "error",
    message: `The file does not parse, and cannot be scanned: ${message}`,
    related: [],
    chain: [],
    symbol: "",
    text: "",
  };
}
