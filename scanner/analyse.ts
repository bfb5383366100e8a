import type { Finding, Group, Notice } from "./finding.ts";
import type { FlowFacts } from "./flow-facts.ts";
import type { Language } from "./language.ts";

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

/** What may be known when files are put together. */
export interface LinkOptions {
  readonly groups: readonly Group[];
  /** The analysed file that a specifier means, or null for a package and for what is not there. */
  readonly resolve: (fromFile: string, specifier: string) => string | null;
}

/** Findings in the order of file, line and column; notices too. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
}

/** Analyses files and puts them together. Never throws on any text: what does not parse is a finding. */
export function analyseFiles(sources: readonly Source[], options: LinkOptions): Scan {
  return linkModules(sources.map(analyseFile), options);
}

/** Reads one file. Never throws on any text: what does not parse is a finding. */
export function analyseFile(source: Source): FileAnalysis {
  return { file: source.file, findings: [], notices: [], parts: [] };
}

/** Puts the analyses of files together: values flow from module to module, and what they obtain is found. */
export function linkModules(analyses: readonly FileAnalysis[], options: LinkOptions): Scan {
  return { findings: analyses.filter(({ file }) => options.resolve(file, "") === "").flatMap(({ findings }) => findings), notices: [] };
}
