import type { FileAnalysis, Source } from "./analyse.ts";
import { createByteFilter } from "./byte-filter.ts";
import type { ScanCache } from "./cache.ts";
import type { EntryPaths } from "./entry-paths.ts";
import { createFilter, type Filter } from "./filter.ts";
import type { Group } from "./finding.ts";
import { languageOf } from "./language.ts";
import { findNeighbours } from "./neighbours.ts";
import { bytesOf, createSourceReader, type FramedBytes, traitsOf } from "./read-sources.ts";
import type { ScannedSources } from "./scanned-sources.ts";
import { findSuppressions } from "./suppressions.ts";
import { vocabularyOf } from "./vocabulary.ts";
import { shownPath } from "./walk.ts";

export interface ScanSourcesOptions {
  readonly cwd: string;
  readonly groups: readonly Group[];
  /** Analyses every file, whatever its text says. It finds the same, which is how the filter is proven. */
  readonly isUnfiltered: boolean;
  readonly cache: ScanCache | null;
  readonly signal: AbortSignal;
  /** How a game's entries lead to a file: chains begin there. */
  readonly pathFromEntry: EntryPaths;
  /** The absolute path of the file that a specifier means; null for a package and for what is not there. */
  readonly resolve: (from: string, specifier: string) => string | null;
}

/** Scans files, given by their absolute paths: those that their text makes suspect, and those that these reach. */
export async function scanSources(files: readonly string[], options: ScanSourcesOptions): Promise<ScannedSources> {
  const suspects = findSuspects(files, options);
  if (suspects.length === 0) return { findings: [], notices: [], suppressions: [] };
  const sources = readSources(suspects, options);
  const analyses = await analyse(sources, options);
  const suppressions = sources.flatMap(({ file, text }) => findSuppressions(file, text, traitsOf(file)));
  const shown = new Map(suspects.map((path) => [shownPath(path, options.cwd), path]));
  const resolve = (from: string, specifier: string): string | null => {
    const to = options.resolve(shown.get(from) ?? from, specifier);
    return to === null ? null : shownPath(to, options.cwd);
  };
  const { linkModules } = await import("./analyse.ts");
  options.signal.throwIfAborted();
  return { ...linkModules(analyses, { groups: options.groups, resolve, pathFromEntry: options.pathFromEntry }), suppressions };
}

function findSuspects(files: readonly string[], { groups, isUnfiltered, resolve, signal }: ScanSourcesOptions): readonly string[] {
  if (isUnfiltered) return files;
  const vocabulary = vocabularyOf(groups);
  const isClear = createByteFilter(vocabulary);
  // Its regular expressions are large, and small games have no file that needs them.
  let filter: Filter | null = null;
  const reader = createSourceReader();
  const suspicions = files.map((path) => {
    const source = reader.read(path);
    const traits = traitsOf(path);
    const text = latin1Of(source);
    if (!traits.isDocument && isClear(source, text)) return { path, suspicion: "clear" };
    filter ??= createFilter(vocabulary);
    return { path, suspicion: filter(text, traits) };
  });
  signal.throwIfAborted();
  const open = suspicions.filter(({ suspicion }) => suspicion === "open").map(({ path }) => path);
  const known = new Set(files);
  const within = (from: string, specifier: string): string | null => {
    const to = resolve(from, specifier);
    return to !== null && known.has(to) ? to : null;
  };
  const reached: ReadonlySet<string> = open.length === 0 ? new Set() : findNeighbours(open, { files, read: (path) => latin1Of(reader.read(path)), resolve: within });
  return suspicions.filter(({ path, suspicion }) => suspicion !== "clear" || reached.has(path)).map(({ path }) => path);
}

function latin1Of({ memory, start, end }: FramedBytes): string {
  return memory.toString("latin1", start, end);
}

function readSources(paths: readonly string[], { cwd }: ScanSourcesOptions): readonly Source[] {
  const reader = createSourceReader();
  const decoder = new TextDecoder();
  return paths.flatMap((path) => {
    const language = languageOf(path);
    // The decoder takes a byte-order mark away.
    return language === null ? [] : [{ file: shownPath(path, cwd), text: decoder.decode(bytesOf(reader.read(path))), language }];
  });
}

async function analyse(sources: readonly Source[], { cache, signal }: ScanSourcesOptions): Promise<readonly FileAnalysis[]> {
  const analyses: FileAnalysis[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    const known = cache?.analysisOf(source);
    // The parser takes half a second to load, so that only what nobody has analysed yet loads it.
    const analysis = known ?? (await import("./analyse.ts")).analyseFile(source);
    if (known === undefined) cache?.keepAnalysis(source, analysis);
    analyses.push(analysis);
  }
  return analyses;
}
