import { type Finding, type Scan, scanGroup } from "../findings/finding.ts";
import { noticeAt } from "../findings/notices.ts";
import { remember } from "../findings/remember.ts";
import { isDeclarationFile, isDocument, type DocumentLanguage, type Language } from "../find/language.ts";
import { isParseProblem, type ParseProblem, SourceParser } from "../parse/parse-source.ts";
import { type Document, type DocumentReader, inPlace, type ScriptBlock } from "../parse/script-block.ts";
import { createPlaceFinder, type PlaceFinder, type TextPlace } from "../text/place-finder.ts";
import { stripSource, type StrippedSource, type TextRange } from "../text/strip.ts";
import { collectIfShallow } from "./collect-facts.ts";
import type { FlowFacts } from "./flow-facts.ts";

/** A file to analyse. The path is only a name: no file is opened. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly language: Language;
}

/** The facts of one file, and problems of the file itself: `parse-error`. They depend only on its path and text. */
export interface FileAnalysis extends Scan {
  readonly file: string;
  /** One for each script of the file. */
  readonly parts: readonly FlowFacts[];
}

/**
 * Returns the facts of the code around some offsets (in rising order), or of all scripts of the file for null, and of
 * the markup of a component if it is to be read.
 */
export type AnalyseParts = (kept: readonly number[] | null, readsMarkup: boolean) => FileAnalysis;

export interface AnalyseOptions {
  /** Finds the scripts of documents. It is large, and few games need it, so the caller loads it. */
  readonly readDocument?: DocumentReader | null;
  /** The text without comments and strings, if it is already known. Null if only a parser can tell them apart. */
  readonly stripped?: StrippedSource | null;
}

/**
 * Analyses a whole file. Never throws: a text that does not parse is a finding. A document needs `readDocument`.
 */
export function analyseFile(source: Source, options: AnalyseOptions = {}): FileAnalysis {
  return createAnalysis(source, options)(null, true);
}

/**
 * Creates the analysis of a file, which can be extended to more and more of it. A component starts with its scripts.
 */
export function createAnalysis({ file, text, language }: Source, options: AnalyseOptions = {}): AnalyseParts {
  const nothing = { file, findings: [], notices: [], parts: [] };
  if (isDeclarationFile(file)) return () => nothing;
  const placeOf = createPlaceFinder(text);
  const read = (readsMarkup: boolean): ReturnType<DocumentReader> => {
    if (!isDocument(language)) return wholeFile(file, text, language);
    if (!options.readDocument) throw new Error(`${file} is a document, and nothing was given to read it.`);
    return options.readDocument(text, language, readsMarkup);
  };
  const documents = new Map<boolean, ReturnType<DocumentReader>>();
  const parsers = new WeakMap<ScriptBlock, SourceParser>();
  return (kept, readsMarkup) => {
    const document = remember(documents, readsMarkup, read);
    if ("message" in document) return { ...nothing, findings: [parseError(file, document)] };
    const parts: FlowFacts[] = [];
    const findings: Finding[] = [];
    let { hasUnreadCode } = document;
    for (const block of document.blocks) {
      const parser = remember(parsers, block, ({ text: code, dialect }) => {
        const known = isDocument(language) ? undefined : options.stripped;
        return new SourceParser(code, dialect, known === undefined ? stripSource(code, dialect !== "ts") : known);
      });
      const result = readBlock({ file, ...block }, placeOf, parser, kept && block.placesIn(kept));
      if (!("message" in result)) parts.push(result);
      else if (block.isHandler) hasUnreadCode = true;
      else findings.push(parseError(file, result));
    }
    return {
      file,
      findings,
      notices: hasUnreadCode ? [noticeAt("unscanned", { file, line: 1, column: 1 })] : [],
      parts,
    };
  };
}

function wholeFile(file: string, text: string, dialect: Exclude<Language, DocumentLanguage>): Document {
  const hasImports = /^[^\S\n\r\u2028\u2029]*(?:import|export)\b/m.test(text);
  const isModule = dialect === "ts" || dialect === "tsx" || file.endsWith(".mjs") || hasImports;
  const isScript = !isModule && !file.endsWith(".cjs");
  const block = { ...inPlace(0, text), dialect, isScript, isSloppy: !isModule, isHandler: false };
  return { blocks: [block], hasUnreadCode: false };
}

function readBlock(
  { file, text, offsetOf, isScript, isSloppy }: ScriptBlock & Pick<Source, "file">,
  placeOf: PlaceFinder,
  parser: SourceParser,
  kept: readonly number[] | null,
): FlowFacts | ParseProblem {
  const parsed = parser.parse(kept);
  const start = placeOf(offsetOf(0));
  if (isParseProblem(parsed)) return placeIn(parsed, start);
  const placed = { program: parsed.program, placeOf: (offset: number) => placeOf(offsetOf(offset)) };
  const facts = collectIfShallow(placed, { text, file, outerNames: new Set(), isScript, isSloppy });
  if (facts !== null) return offsetOf(text.length) === text.length ? facts : inFile(facts, offsetOf);
  return placeIn({ message: "the code is nested too deeply to be read", line: 1, column: 1 }, start);
}

/** The facts of a script with offsets in the file. */
function inFile(facts: FlowFacts, offsetOf: (offset: number) => number): FlowFacts {
  const moved = <Range extends TextRange>(range: Range): Range => ({
    ...range,
    start: offsetOf(range.start),
    end: offsetOf(range.end),
  });
  return {
    ...facts,
    names: facts.names.map((one) => (one.end === Number.MAX_SAFE_INTEGER ? one : moved(one))),
    facts: facts.facts.map((fact) => {
      if (fact.kind === "function") return moved(fact);
      if (fact.kind !== "call" || fact.evalOffset === null) return fact;
      return { ...fact, evalOffset: offsetOf(fact.evalOffset) };
    }),
  };
}

/** Moves a problem from a script to its place in the file. */
function placeIn({ message, line, column }: ParseProblem, start: TextPlace): ParseProblem {
  return { message, line: start.line + line - 1, column: line === 1 ? start.column + column - 1 : column };
}

/** A file that cannot be read may contain anything, so it fails the scan. */
function parseError(file: string, { message: reason, ...place }: ParseProblem): Finding {
  const message = `The file could not be parsed and was not scanned: ${reason}`;
  const unknown = { related: [], chain: [], symbol: "", text: "" };
  return { file, ...place, api: "parse-error", group: scanGroup, severity: "error", message, ...unknown };
}
