import { resolve } from "node:path";
import type { ScannedGame } from "./find/find-game.ts";
import { type FoundSources, findSources } from "./find/find-sources.ts";
import { findUnclear } from "./find/find-unclear.ts";
import { coreGroups, type Finding, type Group, groups as allGroups, type Notice } from "./findings/finding.ts";
import type { Grounds } from "./find/grounds.ts";
import { createLineReader } from "./findings/line-reader.ts";
import { comparePlaces } from "./findings/place-order.ts";
import type { LineReader, ScanReport } from "./report/scan-report.ts";
import type { FoundProblems } from "./findings/scanned-sources.ts";
import { shownPath } from "./find/walk.ts";

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
  /** Reads the lines of code that a list shows, as they were when they were scanned, or are now. */
  readonly readLine: LineReader;
  /** Games that were not scanned, because their manifest promises nothing. */
  readonly off: readonly ScannedGame[];
  readonly games: readonly ScannedGame[];
  /** What this rests on; null where that is not known: without a cache, and with packages, patterns or symbolic links. */
  readonly grounds: Grounds | null;
}

/**
 * Scans a game's sources for what makes its runs differ: files, folders, games and glob patterns.
 *
 * @param named What to scan, relative to `cwd`.
 * @throws ScanError where it could not run as asked; whatever `signal` says when it is aborted.
 */
export async function runScan(named: readonly string[], options: ScanOptions): Promise<ScanResult> {
  const { cwd, ignore = [], force = false } = options;
  const groups = allGroups.filter(
    (group) => coreGroups.some((core) => core === group) || options.groups?.includes(group) === true,
  );
  const found = await findSources(named, { cwd, ignore, force });
  const scanned = await scanFiles(found, groups, options);
  const reached =
    options.deps === true ? (await import("./packages/scan-dependencies.ts")).scanDependencies(found, groups, cwd) : [];
  const baselined = await withBaseline([...scanned.findings, ...reached], found, groups, options);
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
    grounds: groundsOf(found, scanned, options),
  };
}

function groundsOf(
  found: FoundSources,
  scanned: FoundProblems,
  { cwd, deps = false, baseline = null }: ScanOptions,
): Grounds | null {
  if (found.grounds === null || scanned.grounds === null || deps) return null;
  const contents = [
    ...found.grounds.contents,
    ...scanned.grounds.contents,
    ...(baseline === null ? [] : [resolve(cwd, baseline)]),
  ];
  return { contents, presences: [...found.grounds.presences, ...scanned.grounds.presences] };
}

async function scanFiles(found: FoundSources, groups: readonly Group[], options: ScanOptions): Promise<FoundProblems> {
  const { cwd, cache = null, isUnfiltered = false, signal = new AbortController().signal } = options;
  // Most games are clear, and what else it takes to scan takes longer to load than it takes to see that.
  const unclear = isUnfiltered || cache !== null ? null : await findUnclear(found.files, groups);
  if (unclear?.length === 0)
    return { findings: [], notices: [], suppressedCount: 0, readLine: createLineReader(cwd), grounds: null };
  signal.throwIfAborted();
  const { scanFound } = await import("./follow/scan-found.ts");
  return await scanFound(found, { cwd, groups, unclear, isUnfiltered, cache, signal });
}

async function withBaseline(
  findings: readonly Finding[],
  found: FoundSources,
  groups: readonly Group[],
  { cwd, baseline = null, updateBaseline = false }: ScanOptions,
): Promise<Pick<ScanResult, "findings" | "baselinedCount" | "stale">> {
  if (baseline === null) return { findings, baselinedCount: 0, stale: [] };
  const { applyBaseline, readBaseline, writeBaseline } = await import("./findings/baseline.ts");
  const path = resolve(cwd, baseline);
  const coverage = { cwd, files: new Set(found.files), groups };
  if (updateBaseline) writeBaseline(path, findings, coverage);
  return applyBaseline(findings, readBaseline(path, cwd), coverage);
}
