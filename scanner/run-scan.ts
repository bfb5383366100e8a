import { dirname, join, resolve } from "node:path";
import { ScanCache, type ScanInputs } from "./cache/cache.ts";
import { applySuppressions } from "./findings/suppressions.ts";
import { followSources } from "./follow/follow-sources.ts";
import { createEntryPaths } from "./modules/entry-paths.ts";
import { createImportMaps } from "./modules/import-maps.ts";
import { openFiles, type OpenFiles } from "./modules/open-files.ts";
import { createResolver, type ResolveModule } from "./modules/resolve-module.ts";
import { createPathMappings } from "./modules/tsconfig-paths.ts";
import type { ScannedGame } from "./find/find-game.ts";
import { type FoundSources, findSources } from "./find/find-sources.ts";
import { coreGroups, type Finding, type Group, groups as allGroups, type Notice } from "./findings/finding.ts";
import { createForeignKinds, type ForeignKindOf } from "./findings/foreign-kind.ts";
import { createLineReader } from "./findings/line-reader.ts";
import { comparePlaces } from "./findings/place-order.ts";
import type { ScanDependenciesOptions } from "./packages/scan-dependencies.ts";
import type { LineReader, ScanReport } from "./report/scan-report.ts";
import type { Scan, ScannedSources } from "./findings/scanned-sources.ts";
import { shownPath } from "./find/walk.ts";

/** What to scan for, and how. */
export interface ScanOptions {
  /** Folder that paths are relative to: those that are passed, and those in findings. */
  readonly cwd: string;
  /** Groups besides `raw-random` and `raw-clock`, which are always on. */
  readonly groups?: readonly Group[];
  /** Patterns in the syntax of .gitignore, relative to `cwd`. */
  readonly ignore?: readonly string[];
  /** Scans a game whose manifest does not set `determinism.seededRandom`, too. */
  readonly force?: boolean;
  /** Follows imports into packages, and finds those that draw randomness or read a clock. */
  readonly deps?: boolean;
  /** The file of known findings to leave out. */
  readonly baseline?: string | null;
  /** Writes what is found into the baseline, and finds nothing. */
  readonly updateBaseline?: boolean;
  /** The file to remember results in. */
  readonly cache?: string | null;
  /** Analyses every file instead of those that their text makes suspect: slower, with the same result. */
  readonly isUnfiltered?: boolean;
  /** Ends the scan when it is aborted. */
  readonly signal?: AbortSignal;
}

/** What a scan found, and what a list of it asks for. */
export interface ScanResult extends ScanReport {
  /** Reads the lines of code that a list shows, as they were when they were scanned, or are now. */
  readonly readLine: LineReader;
  /** Tells which files are hardly the game's own. */
  readonly foreignKindOf: ForeignKindOf;
  /** Games that were not scanned, because their manifest promises nothing. */
  readonly off: readonly ScannedGame[];
  /** Games that were scanned. */
  readonly games: readonly ScannedGame[];
}

/**
 * Scans a game's sources for what makes its runs differ: files, folders, games and glob patterns.
 *
 * @param named What to scan, relative to `cwd`.
 * @throws ScanError where it could not run as asked; whatever `signal` says when it is aborted.
 */
export async function runScan(named: readonly string[], options: ScanOptions): Promise<ScanResult> {
  const { cwd, ignore = [], force = false, signal = new AbortController().signal } = options;
  const groups = allGroups.filter(
    (group) => coreGroups.some((core) => core === group) || options.groups?.includes(group) === true,
  );
  const found = await findSources(named, { cwd, ignore, force, signal });
  const scanned = await scanFiles(found, groups, options);
  const reached = options.deps === true ? await scanReached(found, { groups, cwd, signal }) : [];
  const all = [...scanned.findings, ...reached];
  const baselined = await withBaseline(all, found, groups, { ...options, signal });
  const unscanned = found.unscanned.map((path): Notice => {
    const message = "Nothing is known about this file: its language is not scanned.";
    return { kind: "unscanned", file: shownPath(path, cwd), line: 1, column: 1, message };
  });
  return {
    ...baselined,
    findings: baselined.findings.toSorted(comparePlaces),
    notices: [...scanned.notices, ...unscanned].toSorted(comparePlaces),
    filesScanned: found.files.length,
    suppressedCount: scanned.suppressedCount,
    off: found.off,
    games: found.games,
    readLine: scanned.readLine,
    foreignKindOf: createForeignKinds(cwd),
    hasContext: found.hasContext,
  };
}

interface ScannedFiles extends Scan {
  readonly suppressedCount: number;
  readonly readLine: LineReader;
}

async function scanFiles(found: FoundSources, groups: readonly Group[], options: ScanOptions): Promise<ScannedFiles> {
  const { cwd, cache = null, isUnfiltered = false, signal = new AbortController().signal } = options;
  const system = openFiles();
  const mappings = createPathMappings(found.folders, { isFile: system.isThere, read: system.read });
  const importMapOf = createImportMaps(found.files, system);
  const resolveModule = rememberByFolder(
    createResolver({ files: system, pathsOf: (file) => ({ ...mappings.of(file), ...importMapOf(file) }) }),
  );
  const entries = found.games.flatMap((game) => game.entries).filter((entry) => system.isFile(entry));
  const shown = (path: string): string => shownPath(path, cwd);
  const pathFromEntry = createEntryPaths(entries, { read: system.read, resolve: resolveModule, shown });
  const follow = (): Promise<ScannedSources> =>
    followSources(found.files, { cwd, groups, isUnfiltered, signal, resolve: resolveModule, pathFromEntry });
  const inputs = (): ScanInputs => ({
    files: [
      ...mappings.configurationsOf(found.files),
      ...manifestsAbove(found.files, system),
      ...found.files,
      ...entries.filter((entry) => !found.files.includes(entry)),
    ],
    settings: [cwd, String(isUnfiltered), ...groups, ...entries],
  });
  const { findings, notices, suppressions } =
    cache === null ? await follow() : await rememberIn(new ScanCache(resolve(cwd, cache), inputs()), follow);
  return { notices, ...applySuppressions(findings, suppressions, groups), readLine: createLineReader(cwd) };
}

async function rememberIn(cache: ScanCache, scan: () => Promise<ScannedSources>): Promise<ScannedSources> {
  const known = cache.read();
  if (known !== null) return known;
  const scanned = await scan();
  cache.write(scanned);
  return scanned;
}

async function scanReached(found: FoundSources, options: ScanDependenciesOptions): Promise<readonly Finding[]> {
  const { scanDependencies } = await import("./packages/scan-dependencies.ts");
  return await scanDependencies(found, options);
}

async function withBaseline(
  findings: readonly Finding[],
  found: FoundSources,
  groups: readonly Group[],
  { cwd, baseline, updateBaseline: update = false, signal }: ScanOptions & { readonly signal: AbortSignal },
): Promise<Pick<ScanResult, "findings" | "baselinedCount" | "stale">> {
  if (baseline === undefined || baseline === null) return { findings, baselinedCount: 0, stale: [] };
  const { applyBaseline } = await import("./findings/baseline.ts");
  return await applyBaseline(findings, {
    path: resolve(cwd, baseline),
    cwd,
    files: new Set(found.files),
    groups,
    update,
    signal,
  });
}

/** The modules of a folder import much the same, and what they mean by it depends on no more than the folder. */
function rememberByFolder(resolveModule: ResolveModule): ResolveModule {
  const known = new Map<string, string | null>();
  return (from, specifier) => {
    const key = `${dirname(from)}\0${specifier}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const resolved = resolveModule(from, specifier);
    known.set(key, resolved);
    return resolved;
  };
}

/** Each package.json beside one of the files or above it: they say what a specifier means. */
function manifestsAbove(files: readonly string[], system: OpenFiles): readonly string[] {
  const folders = new Set(files.map((file) => dirname(file)));
  // A set takes what is added to it while it is gone through.
  for (const folder of folders) folders.add(dirname(folder));
  return [...folders].map((folder) => join(folder, "package.json")).filter((path) => system.isThere(path));
}
