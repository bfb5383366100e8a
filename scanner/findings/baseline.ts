import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Finding, type Group, groups, scanGroup } from "./finding.ts";
import { readWhole } from "../../disk/read-whole.ts";
import { compareTexts } from "./place-order.ts";
import { reasonOf, ScanError } from "./scan-error.ts";
import { shownPath } from "../find/walk.ts";
import { writeFile } from "./write-file.ts";

/** A larger baseline lists more findings than anyone will ever fix. */
const mostBytes = 64 * 1024 * 1024;

/**
 * A finding from when the baseline was written. It is recognised by its API, its text and the function around it, and not
 * by its line or by a count for the file: code may move, but a call that replaces another one is new.
 */
export interface BaselineEntry {
  /** Relative to the folder of the baseline, with forward slashes. */
  readonly file: string;
  readonly symbol: string;
  readonly api: string;
  readonly group: Group;
  readonly text: string;
  /** How many findings are equal in all of these. */
  readonly count: number;
}

export interface Baseline {
  readonly path: string;
  readonly entries: readonly BaselineEntry[];
}

/** The part of a baseline that a scan can judge: an entry outside of it is never out of date. */
export interface Coverage {
  readonly cwd: string;
  /** Absolute paths of the files. */
  readonly files: ReadonlySet<string>;
  readonly groups: readonly Group[];
}

export interface Baselined {
  readonly findings: readonly Finding[];
  readonly baselinedCount: number;
  /** Entries that are no longer found. The count is how many of them are missing. */
  readonly stale: readonly BaselineEntry[];
}

/**
 * Reads a baseline.
 *
 * @throws ScanError `baseline-invalid` for a file that is missing, not JSON, or not a baseline.
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

/** Leaves out the findings that the baseline lists. It lists none about the scan itself. */
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
  const found = new Map<string, BaselineEntry>();
  for (const finding of findings) {
    if (finding.group === scanGroup) continue;
    const entry = entryOf(finding, path, coverage.cwd);
    const key = keyOf(entry);
    found.set(key, { ...entry, count: (found.get(key)?.count ?? 0) + 1 });
  }
  const byKey = new Map([...kept.map((entry) => [keyOf(entry), entry] as const), ...found]);
  const sorted = [...byKey].sort(([left], [right]) => compareTexts(left, right));
  const content = { version: baselineVersion, entries: sorted.map(([, entry]) => entry) };
  writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

const baselineVersion = 1;

function keyOf({ file, symbol, api, text }: Pick<BaselineEntry, "file" | "symbol" | "api" | "text">): string {
  // Line breaks in a call do not matter, nor any other white space that does not part two words.
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
