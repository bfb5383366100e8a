import { type Finding, type Notice, scanGroup } from "../findings/finding.ts";
import { noticeAt } from "../findings/notice-texts.ts";
import { isDeclarationFile, isDocument, type DocumentLanguage, type Language } from "../find/language.ts";
import { isParseProblem, type ParseProblem, SourceParser } from "../parse/parse-source.ts";
import type { DocumentReader, ScriptBlock } from "../parse/script-blocks.ts";
import { createPlaceFinder, type PlaceFinder, type TextPlace } from "../text/place-finder.ts";
import { stripSource, type StrippedSource } from "../text/strip.ts";
import { collectIfShallow } from "./collect-facts.ts";
import type { FlowFacts } from "./flow-facts.ts";

/** A file to be read. The path is only a name: nothing is opened. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly language: Language;
}

/** The facts of one file on its own. They depend on its path and its text only. */
export interface FileAnalysis {
  readonly file: string;
  /** Problems of the file itself: `parse-error`. */
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
  /** One for each script of the file. */
  readonly parts: readonly FlowFacts[];
}

/** Gives the facts of the code around some offsets, in rising order; of the whole file for null. */
export type AnalyseParts = (kept: readonly number[] | null) => FileAnalysis;

export interface AnalyseOptions {
  /** Finds the scripts of documents. It is large, and few games need it, so the caller loads it. */
  readonly readDocument?: DocumentReader | null;
  /** The text without comments and strings, if it is known already; null if only a parser can tell them apart. */
  readonly stripped?: StrippedSource | null;
}

/**
 * Reads a whole file. Never throws on any text: a text that does not parse is a finding. A document needs `readDocument`.
 */
export function analyseFile(source: Source, options: AnalyseOptions = {}): FileAnalysis {
  return createAnalysis(source, options)(null);
}

/** Makes the analysis of a file, which may be asked for more and more of it. Documents are always read whole. */
export function createAnalysis(source: Source, options: AnalyseOptions = {}): AnalyseParts {
  const { file, text, language } = source;
  if (isDeclarationFile(file)) return () => ({ file, findings: [], notices: [], parts: [] });
  if (isDocument(language)) {
    const analysis = analyseDocument(source, options.readDocument ?? null);
    return () => analysis;
  }
  const placeOf = createPlaceFinder(text);
  const block = wholeFile(file, text, language);
  const stripped = options.stripped === undefined ? stripSource(text, language !== "ts") : options.stripped;
  const parser = new SourceParser(text, language, stripped);
  return (kept) => {
    const result = readBlock(block, placeOf, parser, kept);
    if ("message" in result) return { file, findings: [parseError(file, result)], notices: [], parts: [] };
    return { file, findings: [], notices: [], parts: [result] };
  };
}

function analyseDocument({ file, text, language }: Source, readDocument: DocumentReader | null): FileAnalysis {
  if (readDocument === null || !isDocument(language))
    throw new Error(`${file} is a document, and nothing was given to read it.`);
  const document = readDocument(text, language);
  if ("message" in document) return { file, findings: [parseError(file, document)], notices: [], parts: [] };
  const placeOf = createPlaceFinder(text);
  const results = document.blocks.map((block) => {
    const parser = new SourceParser(block.text, block.dialect, stripSource(block.text, block.dialect !== "ts"));
    return { isHandler: block.isHandler, result: readBlock(block, placeOf, parser, null) };
  });
  const isHandlerUnread = results.some(({ isHandler, result }) => isHandler && "message" in result);
  return {
    file,
    findings: results.flatMap(({ isHandler, result }) =>
      !isHandler && "message" in result ? [parseError(file, result)] : [],
    ),
    notices: document.hasUnreadCode || isHandlerUnread ? [noticeAt("unscanned", { file, line: 1, column: 1 })] : [],
    parts: results.flatMap(({ result }) => ("message" in result ? [] : [result])),
  };
}

function wholeFile(file: string, text: string, language: Exclude<Language, DocumentLanguage>): ScriptBlock {
  const isModule =
    language === "ts" ||
    language === "tsx" ||
    file.endsWith(".mjs") ||
    /^[^\S\n\r\u2028\u2029]*(?:import|export)\b/m.test(text);
  return {
    text,
    offsetOf: null,
    dialect: language,
    isScript: !isModule && !file.endsWith(".cjs"),
    isSloppy: !isModule,
    isHandler: false,
  };
}

function readBlock(
  { text, offsetOf, isScript, isSloppy }: ScriptBlock,
  placeOf: PlaceFinder,
  parser: SourceParser,
  kept: readonly number[] | null,
): FlowFacts | ParseProblem {
  const parsed = parser.parse(kept);
  const start = placeOf(offsetOf?.(0) ?? 0);
  if (isParseProblem(parsed)) return placeIn(parsed, start);
  const { program } = parsed;
  const placed = offsetOf === null ? parsed : { program, placeOf: (offset: number) => placeOf(offsetOf(offset)) };
  const facts = collectIfShallow(placed, { text, outerNames: new Set(), isScript, isSloppy });
  return facts ?? placeIn({ message: "the code is nested too deep to be read", line: 1, column: 1 }, start);
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
