import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Finding, type Group, groups, scanGroup } from "./finding.ts";
import { readWhole } from "../../disk/read-whole.ts";
import { reasonOf, ScanError } from "./scan-error.ts";
import { shownPath } from "../find/walk.ts";
import { writeFile } from "./write-file.ts";

/** A baseline of this many bytes lists more findings than anybody burns down. */
const mostBytes = 64 * 1024 * 1024;

/**
 * A finding that was there when the baseline was written. It is known by what it is and by the function it is in, not by its
 * line and not by how many there are in the file: code may move, and one call put in the place of another shows.
 */
export interface BaselineEntry {
  /** Relative to the folder of the baseline, with forward slashes. */
  readonly file: string;
  readonly symbol: string;
  readonly api: string;
  readonly group: Group;
  readonly text: string;
  /** How many in this symbol are the same in all of these. */
  readonly count: number;
}

export interface Baseline {
  readonly path: string;
  readonly entries: readonly BaselineEntry[];
}

/** What a scan covers: only about this can a baseline be out of date. */
export interface Coverage {
  readonly cwd: string;
  /** Absolute paths of the files. */
  readonly files: ReadonlySet<string>;
  readonly groups: readonly Group[];
}

export interface Baselined {
  readonly findings: readonly Finding[];
  readonly baselinedCount: number;
  /** Entries, with how many of each are no longer found. */
  readonly stale: readonly BaselineEntry[];
}

/**
 * Reads a baseline.
 *
 * @throws ScanError `baseline-invalid` for what is missing, no JSON, or no baseline.
 */
export function readBaseline(path: string, cwd: string): Baseline {
  const shown = shownPath(path, cwd);
  if (!existsSync(path)) throw new ScanError("baseline-invalid", { path: shown, reason: "it does not exist" });
  try {
    return { path, entries: parseBaseline(JSON.parse(readWhole(path, mostBytes).toString())) };
  } catch (thrown) {
    throw new ScanError("baseline-invalid", { path: shown, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

/** Takes out the findings that the baseline knows. Findings about the scan itself are in no baseline. */
export function applyBaseline(findings: readonly Finding[], baseline: Baseline, coverage: Coverage): Baselined {
  const left = new Map(baseline.entries.map((entry) => [keyOf(entry), entry.count]));
  const fresh = findings.filter((finding) => {
    const key = keyOf(entryOf(finding, baseline.path, coverage.cwd));
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
  const stale = baseline.entries.flatMap((entry) => {
    const count = left.get(keyOf(entry)) ?? 0;
    return count > 0 && isCovered(entry, baseline.path, coverage) ? [{ ...entry, count }] : [];
  });
  return { findings: fresh, baselinedCount: findings.length - fresh.length, stale };
}

/** Writes what is found now, and keeps what the scan did not cover. Throws `ScanError` `write-failed`. */
export function writeBaseline(path: string, findings: readonly Finding[], coverage: Coverage): void {
  const kept = existsSync(path)
    ? readBaseline(path, coverage.cwd).entries.filter((entry) => !isCovered(entry, path, coverage))
    : [];
  const counted = new Map<string, BaselineEntry>();
  for (const finding of findings) {
    if (finding.group === scanGroup) continue;
    const entry = entryOf(finding, path, coverage.cwd);
    const count = (counted.get(keyOf(entry))?.count ?? 0) + 1;
    counted.set(keyOf(entry), { ...entry, count });
  }
  const entries = [...kept, ...counted.values()].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  writeFile(path, `${JSON.stringify({ version: baselineVersion, entries }, null, 2)}\n`);
}

const baselineVersion = 1;

function keyOf({ file, symbol, api, text }: Pick<BaselineEntry, "file" | "symbol" | "api" | "text">): string {
  // How a call is broken into lines is no part of it: white space that no two words need between them.
  return JSON.stringify([file, symbol, api, text.replace(/\s+(?![\w$])|(?<![\w$])\s+/g, "")]);
}

function entryOf({ file, symbol, api, group, text }: Finding, path: string, cwd: string): BaselineEntry {
  const named = groups.find((one) => one === group) ?? "raw-random";
  return { file: shownPath(resolve(cwd, file), dirname(path)), symbol, api, group: named, text, count: 1 };
}

function isCovered({ file, group }: BaselineEntry, path: string, coverage: Coverage): boolean {
  const absolute = resolve(dirname(path), file);
  return coverage.groups.includes(group) && (coverage.files.has(absolute) || !existsSync(absolute));
}

function parseBaseline(value: unknown): readonly BaselineEntry[] {
  const version = property(value, "version");
  if (version !== baselineVersion) throw new Error(`its version is not ${String(baselineVersion)}.`);
  const entries = property(value, "entries");
  if (!Array.isArray(entries)) throw new Error("it has no list of entries.");
  return entries.map(parseEntry);
}

function parseEntry(value: unknown, index: number): BaselineEntry {
  const text = (key: string): string => {
    const found = property(value, key);
    if (typeof found !== "string") throw new Error(`entries/${String(index)} has no ${key}.`);
    return found;
  };
  const count = property(value, "count");
  const group = groups.find((one) => one === text("group"));
  if (group === undefined) throw new Error(`entries/${String(index)} has an unknown group.`);
  if (!Number.isSafeInteger(count) || typeof count !== "number" || count < 1)
    throw new Error(`entries/${String(index)} has no count.`);
  return { file: text("file"), symbol: text("symbol"), api: text("api"), group, text: text("text"), count };
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
