import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileAnalysis, Source } from "./analyse.ts";
import type { Reading, ScanCache } from "../cache/cache.ts";
import type { EntryPaths } from "../modules/entry-paths.ts";
import { createFilter, type Suspicion } from "../text/filter.ts";
import { findUnclear } from "../find/find-unclear.ts";
import type { Group } from "../findings/finding.ts";
import { isDocument, type Language, languageOf } from "../find/language.ts";
import type { LeaveOutBlocks } from "../parse/leave-out-blocks.ts";
import type { LinkedScan } from "./link-modules.ts";
import { createNameFinder } from "../text/name-finder.ts";
import { findNeighbours } from "../modules/neighbours.ts";
import { bytesOf, createSourceReader, type FramedBytes, type SourceReader, traitsOf } from "../find/read-sources.ts";
import type { ScannedSources } from "../findings/scanned-sources.ts";
import { shareStripping, type StripSource } from "../text/strip-once.ts";
import { findSuppressions } from "../findings/suppressions.ts";
import { vocabularyOf } from "../text/vocabulary.ts";
import { shownPath } from "../find/walk.ts";

export interface ScanSourcesOptions {
  readonly cwd: string;
  readonly groups: readonly Group[];
  /** What `findUnclear` says of the files; null where it has not been asked. */
  readonly unclear: readonly string[] | null;
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
  const reader = createSourceReader();
  const stripping = shareStripping();
  const suspects = new Map(await findSuspects(files, { reader, strip: stripping.first }, options));
  if (suspects.size === 0) return { findings: [], notices: [], suppressions: [] };
  const analyse = createAnalyser({ reader, strip: stripping.second }, options);
  const analysed = new Map<string, AnalysedSource>();
  for (let round = 1; ; round++) {
    for (const [path, reading] of suspects) {
      // Signals are heard between two turns only: whoever has had enough does not wait for all files.
      await nextTurn();
      const language = languageOf(path);
      if (language !== null && analysed.get(path)?.reading !== reading)
        analysed.set(path, await analyse(path, language, reading));
    }
    const read = files.flatMap((path) => analysed.get(path) ?? []);
    const { findings, notices, sharedNames } = await link(read, options);
    const users = findUsers(
      sharedNames,
      files.filter((path) => suspects.get(path) !== "whole"),
      reader,
    );
    if (users.length === 0)
      return { findings, notices, suppressions: read.flatMap(({ suppressions }) => suppressions) };
    // Scripts may hand something on one after the other, and each time all is linked again.
    const reached = round < mostRounds ? findReached(users, files, { resolve: options.resolve, reader }) : files;
    for (const path of reached) suspects.set(path, "whole");
  }
}

/** After so many, all files are read whole: that finds the same. */
const mostRounds = 8;

interface AnalysedSource {
  readonly path: string;
  readonly reading: Reading;
  readonly analysis: FileAnalysis;
  readonly suppressions: ScannedSources["suppressions"];
}

async function link(
  read: readonly AnalysedSource[],
  { cwd, groups, pathFromEntry, resolve, signal }: ScanSourcesOptions,
): Promise<LinkedScan> {
  const { linkModules } = await import("./analyse.ts");
  signal.throwIfAborted();
  const shown = new Map(read.map(({ path, analysis }) => [analysis.file, path]));
  const resolveShown = (from: string, specifier: string): string | null => {
    const to = resolve(shown.get(from) ?? from, specifier);
    return to === null ? null : shownPath(to, cwd);
  };
  return linkModules(
    read.map(({ analysis }) => analysis),
    { groups, resolve: resolveShown, pathFromEntry },
  );
}

/** Scripts that name what another one has put into the global object: no import leads to it. */
function findUsers(sharedNames: readonly string[], paths: readonly string[], reader: SourceReader): readonly string[] {
  if (sharedNames.length === 0) return [];
  const names = createNameFinder(sharedNames);
  return paths.filter((path) => names(latin1Of(reader.read(path))));
}

/** How files are read, and stripped. */
interface Access {
  readonly reader: SourceReader;
  readonly strip: StripSource;
}

type Suspect = readonly [path: string, reading: Reading];

/** The files to analyse, and how. What nothing leaves and nothing comes to need not be read whole. */
async function findSuspects(
  files: readonly string[],
  { reader, strip }: Access,
  options: ScanSourcesOptions,
): Promise<readonly Suspect[]> {
  const { groups, isUnfiltered, resolve, signal } = options;
  if (isUnfiltered) return files.map((path) => [path, "whole"]);
  const unclear = options.unclear ?? (await findUnclear(files, groups));
  if (unclear.length === 0) return [];
  const filter = createFilter(vocabularyOf(groups), strip);
  const suspicions = new Map<string, Suspicion>();
  for (const path of unclear) {
    await nextTurn();
    signal.throwIfAborted();
    suspicions.set(path, filter(latin1Of(reader.read(path)), traitsOf(path)));
  }
  const open = unclear.filter((path) => suspicions.get(path) === "open");
  const reached: ReadonlySet<string> = open.length === 0 ? new Set() : findReached(open, files, { resolve, reader });
  // Most games reach nothing, and need not be gone through for it.
  return (reached.size === 0 ? unclear : files).flatMap((path): readonly Suspect[] => {
    if (reached.has(path)) return [[path, "whole"]];
    return suspicions.get(path) === "closed" ? [[path, "words"]] : [];
  });
}

/** The files that values may reach from some of them, over imports. */
function findReached(
  open: readonly string[],
  files: readonly string[],
  { resolve, reader }: Pick<ScanSourcesOptions, "resolve"> & { readonly reader: SourceReader },
): ReadonlySet<string> {
  const known = new Set(files);
  const within = (from: string, specifier: string): string | null => {
    const to = resolve(from, specifier);
    return to !== null && known.has(to) ? to : null;
  };
  return findNeighbours(open, { files, read: (path) => latin1Of(reader.read(path)), resolve: within });
}

function latin1Of({ memory, start, end }: FramedBytes): string {
  return memory.toString("latin1", start, end);
}

type Analyser = (path: string, language: Language, reading: Reading) => Promise<AnalysedSource>;

function createAnalyser({ reader, strip }: Access, { cwd, groups, cache, signal }: ScanSourcesOptions): Analyser {
  let leaveOutBlocks: LeaveOutBlocks | null = null;
  // The parser takes a while to load, so that only what nobody has analysed yet loads it.
  const analyse = async (source: Source, reading: Reading): Promise<FileAnalysis> => {
    const { analyseFile, createBlockLeaver } = await import("./analyse.ts");
    const readDocument = isDocument(source.language) ? (await import("../parse/script-blocks.ts")).readDocument : null;
    if (reading === "whole") return analyseFile(source, { strip, readDocument });
    leaveOutBlocks ??= createBlockLeaver(vocabularyOf(groups));
    return analyseFile(source, { leaveOutBlocks, strip, readDocument });
  };
  return async (path, language, reading) => {
    signal.throwIfAborted();
    // The decoder takes a byte-order mark away.
    const source: Source = {
      file: shownPath(path, cwd),
      text: new TextDecoder().decode(bytesOf(reader.read(path))),
      language,
    };
    const known = cache?.analysisOf(source, reading);
    const analysis = known ?? (await analyse(source, reading));
    if (known === undefined) cache?.keepAnalysis(source, reading, analysis);
    return { path, reading, analysis, suppressions: findSuppressions(source.file, source.text, traitsOf(path)) };
  };
}
