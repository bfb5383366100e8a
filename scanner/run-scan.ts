import { dirname, join, resolve } from "node:path";
import type { ScannedGame } from "./find/find-game.ts";
import { type FoundSources, findSources } from "./find/find-sources.ts";
import { shownPath } from "./find/walk.ts";
import { coreGroups, type Finding, type Group, groups as allGroups, type Notice } from "./findings/finding.ts";
import { createForeignKinds, type ForeignKindOf } from "./findings/foreign-kind.ts";
import { createLineReader } from "./findings/line-reader.ts";
import { comparePlaces } from "./findings/place-order.ts";
import { applySuppressions, type ScannedSources } from "./findings/suppressions.ts";
import { followSources, type Imports } from "./follow/follow-sources.ts";
import { createEntryPaths } from "./modules/entry-paths.ts";
import { createImportMaps } from "./modules/import-maps.ts";
import { isFileAt, readFileAt } from "./find/files.ts";
import { TsconfigPaths } from "./modules/tsconfig-paths.ts";
import type { LineReader, ScanReport } from "./report/scan-report.ts";

/** The options of a scan. */
export interface ScanOptions {
  /** The folder that all paths are relative to: those passed in, and those in findings. */
  readonly cwd: string;
  /** Groups to enable besides `raw-random` and `raw-clock`, which are always on. */
  readonly groups?: readonly Group[];
  /** Patterns in the syntax of .gitignore, relative to `cwd`. */
  readonly ignore?: readonly string[];
  /** Also scans a game whose manifest does not set `determinism.seededRandom`. */
  readonly force?: boolean;
  /** Follows imports into packages, and reports those that draw randomness or read a clock. */
  readonly deps?: boolean;
  /** The file of known findings, which are left out. */
  readonly baseline?: string | null;
  /** Writes all findings to the baseline, and reports none. */
  readonly updateBaseline?: boolean;
  /** The cache file. */
  readonly cache?: string | null;
  /** Analyses every file, not only those with suspect text: slower, with the same result. */
  readonly isUnfiltered?: boolean;
  /** Aborting it ends the scan. */
  readonly signal?: AbortSignal;
}

/** The result of a scan, and the lookups that a list of it needs. */
export interface ScanResult extends ScanReport {
  /** Reads lines of code for a list. */
  readonly readLine: LineReader;
  /** Recognises files that are probably not the game's own. */
  readonly foreignKindOf: ForeignKindOf;
  /** Games that were not scanned, because their manifest does not promise determinism. */
  readonly off: readonly ScannedGame[];
  /** Games that were scanned. */
  readonly games: readonly ScannedGame[];
}

/**
 * Scans the sources of a game for anything that makes its runs differ.
 *
 * @param named Files, folders, games and glob patterns, relative to `cwd`.
 * @throws ScanError if it cannot run as asked; the abort reason of `signal`.
 */
export async function runScan(named: readonly string[], options: ScanOptions): Promise<ScanResult> {
  const { cwd, ignore = [], force = false, signal = new AbortController().signal } = options;
  const wanted = new Set<Group>([...coreGroups, ...(options.groups ?? [])]);
  const settled = { ...options, groups: allGroups.filter((group) => wanted.has(group)), signal };
  const found = await findSources(named, { cwd, ignore, force, signal });
  const modules = openModules(found, cwd);
  const scanned = await scanFiles(found, modules, settled);
  const reached = options.deps === true ? await scanReached(found, modules, settled) : [];
  const baselined = await withBaseline([...scanned.findings, ...reached], found, settled);
  const unscanned = found.unscanned.map((path): Notice => {
    const message = "This file was not scanned: its language is not supported.";
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
    readLine: createLineReader(cwd),
    foreignKindOf: createForeignKinds(cwd),
    hasContext: found.hasContext,
  };
}

/** The import graph of a scan. */
interface Modules {
  readonly tsconfigs: TsconfigPaths;
  /** The entry modules of the games. */
  readonly entries: readonly string[];
  readonly openImports: () => Promise<Imports>;
}

function openModules({ folders, files, games }: FoundSources, cwd: string): Modules {
  const tsconfigs = new TsconfigPaths(folders);
  const importMapOf = createImportMaps(files, readFileAt);
  const entries = games.flatMap((game) => game.entries).filter(isFileAt);
  const open = async (): Promise<Imports> => {
    // This loads a part of the bundler, which takes longer than scanning a game without suspects.
    const { createModuleResolver } = await import("./modules/resolve-module.ts");
    const resolveModule = createModuleResolver((file) => ({ ...tsconfigs.of(file), ...importMapOf(file) }));
    const shown = (path: string): string => shownPath(path, cwd);
    const pathFromEntry = createEntryPaths(entries, { read: readFileAt, resolve: resolveModule, shown });
    return { resolve: resolveModule, pathFromEntry };
  };
  let opened: Promise<Imports> | null = null;
  return { tsconfigs, entries, openImports: () => (opened ??= open()) };
}

/** The options of a scan, with all its groups. */
type Settled = ScanOptions & Required<Pick<ScanOptions, "groups" | "signal">>;

async function scanFiles(
  { files }: FoundSources,
  { entries, openImports, tsconfigs }: Modules,
  options: Settled,
): Promise<Pick<ScanReport, "findings" | "notices" | "suppressedCount">> {
  const { cwd, groups, cache = null, isUnfiltered = false, signal } = options;
  const follow = (): Promise<ScannedSources> =>
    followSources(files, { cwd, groups, isUnfiltered, signal, openImports });
  const remembered = async (path: string): Promise<ScannedSources> => {
    const { readOrScan } = await import("./cache/cache.ts");
    const configurations = [...tsconfigs.configurationsOf(files), ...manifestsAbove(files)];
    const inputs = [...configurations, ...files, ...entries.filter((entry) => !files.includes(entry))];
    const settings = [cwd, String(isUnfiltered), ...groups, ...entries];
    return await readOrScan(resolve(cwd, path), { inputs, settings }, follow);
  };
  const { findings, notices, suppressions } = await (cache === null ? follow() : remembered(cache));
  return { notices, ...applySuppressions(findings, suppressions, groups) };
}

/** Every package.json beside or above one of the files, because it affects how specifiers resolve. */
function manifestsAbove(files: readonly string[]): readonly string[] {
  const folders = new Set(files.map((file) => dirname(file)));
  // A set visits elements that are added while it is iterated.
  for (const folder of folders) folders.add(dirname(folder));
  return [...folders].map((folder) => join(folder, "package.json")).filter(isFileAt);
}

/** Scans the packages that the entries of the games reach or, without a game, any source. */
async function scanReached(
  { files }: FoundSources,
  { entries, openImports }: Modules,
  { cwd, groups, signal }: Settled,
): Promise<readonly Finding[]> {
  const { scanDependencies } = await import("./packages/scan-dependencies.ts");
  const reaching = { cwd, groups, signal, read: readFileAt, resolve: (await openImports()).resolve };
  return await scanDependencies(entries.length > 0 ? entries : files, reaching);
}

async function withBaseline(
  findings: readonly Finding[],
  found: FoundSources,
  { cwd, groups, baseline, updateBaseline: update = false, signal }: Settled,
): Promise<Pick<ScanResult, "findings" | "baselinedCount" | "stale">> {
  if (baseline === undefined || baseline === null) return { findings, baselinedCount: 0, stale: [] };
  const { applyBaseline } = await import("./findings/baseline.ts");
  const path = resolve(cwd, baseline);
  return await applyBaseline(findings, { path, cwd, files: new Set(found.files), groups, update, signal });
}
