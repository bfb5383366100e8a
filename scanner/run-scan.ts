import { dirname, join, resolve } from "node:path";
import { comparePlaces } from "./place-order.ts";
import { createEntryPaths } from "./entry-paths.ts";
import { openCache } from "./cache.ts";
import type { ScannedGame } from "./find-game.ts";
import { type FoundSources, findSources } from "./find-sources.ts";
import { coreGroups, type Finding, type Group, groups as allGroups, type Notice } from "./finding.ts";
import { createImportMaps } from "./import-maps.ts";
import { openFiles } from "./open-files.ts";
import type { ScanReport } from "./report/scan-report.ts";
import { createResolver, type FileSystem, type ResolveModule } from "./resolve-module.ts";
import { scanSources } from "./scan-sources.ts";
import type { ScannedSources } from "./scanned-sources.ts";
import { applySuppressions } from "./suppressions.ts";
import { createPathMappings } from "./tsconfig-paths.ts";
import { shownPath } from "./walk.ts";

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
  readonly signal?: AbortSignal;
}

export interface ScanResult extends ScanReport {
  /** Games that were not scanned, because their manifest promises nothing. */
  readonly off: readonly ScannedGame[];
  readonly games: readonly ScannedGame[];
}

/**
 * Scans a game's sources for what makes its runs differ: files, folders, games and glob patterns.
 *
 * @param named What to scan, relative to `cwd`.
 * @throws ScanError where it could not run as asked; whatever `signal` says when it is aborted.
 */
export async function runScan(named: readonly string[], options: ScanOptions): Promise<ScanResult> {
  const { cwd, ignore = [], force = false } = options;
  const groups = allGroups.filter((group) => coreGroups.some((core) => core === group) || options.groups?.includes(group) === true);
  const found = await findSources(named, { cwd, ignore, force });
  const scanned = await scanFound(found, groups, options);
  const { findings: unsuppressed, suppressedCount } = applySuppressions(scanned.findings, scanned.suppressions, groups);
  const reached = options.deps === true ? (await import("./scan-dependencies.ts")).scanDependencies(found, groups, cwd) : [];
  const baselined = await withBaseline([...unsuppressed, ...reached], found, groups, options);
  const unscanned = found.unscanned.map((path): Notice => {
    const message = "Nothing is known about this file: its language is not scanned.";
    return { kind: "unscanned", file: shownPath(path, cwd), line: 1, column: 1, message };
  });
  return {
    ...baselined,
    findings: baselined.findings.toSorted(comparePlaces),
    notices: [...scanned.notices, ...unscanned].toSorted(comparePlaces),
    filesScanned: found.files.length,
    suppressedCount,
    off: found.off,
    games: found.games,
  };
}

async function scanFound(found: FoundSources, groups: readonly Group[], options: ScanOptions): Promise<ScannedSources> {
  const { cwd, isUnfiltered = false, signal = new AbortController().signal } = options;
  const system = openFiles();
  const mappings = createPathMappings(found.folders, system);
  const importMapOf = createImportMaps(found.files, system);
  const resolveModule = rememberByFolder(createResolver({ files: system, pathsOf: (file) => ({ ...mappings.of(file), ...importMapOf(file) }) }));
  const entries = found.games.flatMap((game) => game.entries).filter((entry) => system.isFile(entry));
  const pathFromEntry = createEntryPaths(entries, { read: system.read, resolve: resolveModule, shown: (path) => shownPath(path, cwd) });
  const settings = { cwd, groups, isUnfiltered, signal, resolve: resolveModule, pathFromEntry };
  if (options.cache === undefined || options.cache === null) return await scanSources(found.files, { ...settings, cache: null });
  const files = [...mappings.configurationsOf(found.files), ...manifestsAbove(found.files, system), ...found.files];
  const cache = openCache(resolve(cwd, options.cache), { files, settings: [cwd, String(isUnfiltered), ...groups, ...entries] });
  const known = cache.known();
  if (known !== undefined) return known;
  const scanned = await scanSources(found.files, { ...settings, cache });
  cache.keep(scanned);
  return scanned;
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
function manifestsAbove(files: readonly string[], system: FileSystem): readonly string[] {
  const folders = new Set(files.map((file) => dirname(file)));
  // A set takes what is added to it while it is gone through.
  for (const folder of folders) folders.add(dirname(folder));
  return [...folders].map((folder) => join(folder, "package.json")).filter((path) => system.isFile(path));
}

async function withBaseline(
  findings: readonly Finding[],
  found: FoundSources,
  groups: readonly Group[],
  { cwd, baseline = null, updateBaseline = false }: ScanOptions,
): Promise<Pick<ScanResult, "findings" | "baselinedCount" | "stale">> {
  if (baseline === null) return { findings, baselinedCount: 0, stale: [] };
  const { applyBaseline, readBaseline, writeBaseline } = await import("./baseline.ts");
  const path = resolve(cwd, baseline);
  const coverage = { cwd, files: new Set(found.files), groups };
  if (updateBaseline) writeBaseline(path, findings, coverage);
  return applyBaseline(findings, readBaseline(path, cwd), coverage);
}
