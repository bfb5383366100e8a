import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Finding, type Group, groups, scanGroup } from "./finding.ts";
import { readWhole } from "../../disk/read-whole.ts";
import { compareTexts } from "./place-order.ts";
import { orScanError, ScanError } from "./scan-error.ts";
import { type Breathe, createBreather } from "../find/breather.ts";
import { property } from "../find/json.ts";
import { shownPath } from "../find/walk.ts";
import { writeFile } from "./write-file.ts";

/** A larger baseline lists more findings than anyone will ever fix. */
const mostBytes = 64 * 1024 * 1024;

const version = 1;

/**
 * A finding at the time the baseline was written. It is recognised by its API, its text and the function around it, not
 * by its line or by a count per file: code may move, but a call that replaces another one is new.
 */
export interface BaselineEntry {
  /** Relative to the folder of the baseline, with forward slashes. */
  readonly file: string;
  /** The enclosing names, joined by dots. */
  readonly symbol: string;
  /** The name of the banned function. */
  readonly api: string;
  /** The group of the banned function. */
  readonly group: Group;
  /** The source text of the finding. */
  readonly text: string;
  /** The number of findings with all of these in common. */
  readonly count: number;
}

export interface BaselineOptions {
  /** Absolute path of the baseline. */
  readonly path: string;
  readonly cwd: string;
  /** Absolute paths of the scanned files. Only entries of these, and of deleted files, can be stale. */
  readonly files: ReadonlySet<string>;
  /** The enabled groups. */
  readonly groups: readonly Group[];
  /** First writes the current findings to the baseline, keeping entries that the scan did not cover. */
  readonly update: boolean;
  readonly signal: AbortSignal;
}

export interface Baselined {
  readonly findings: readonly Finding[];
  readonly baselinedCount: number;
  /** Entries that are no longer found. `count` is the number of missing findings. */
  readonly stale: readonly BaselineEntry[];
}

/**
 * Removes the findings that a baseline lists.
 *
 * @throws ScanError `baseline-invalid` for a file that is missing, not JSON, or not a baseline; `write-failed`.
 */
export async function applyBaseline(findings: readonly Finding[], options: BaselineOptions): Promise<Baselined> {
  const breathe = createBreather(options.signal);
  if (options.update) await updateBaseline(findings, options, breathe);
  const left = new Map<string, BaselineEntry>();
  for (const entry of readBaseline(options)) {
    await breathe();
    left.set(keyOf(entry), entry);
  }
  const fresh: Finding[] = [];
  for (const finding of findings) {
    await breathe();
    const key = keyOf(asListed(finding, options));
    const entry = left.get(key);
    if (entry === undefined || entry.count === 0) fresh.push(finding);
    else left.set(key, { ...entry, count: entry.count - 1 });
  }
  const stale = [...left.values()].filter((entry) => entry.count > 0 && isCovered(entry, options));
  return { findings: fresh, baselinedCount: findings.length - fresh.length, stale };
}

/** Lists all findings except those about the scan itself. */
async function updateBaseline(findings: readonly Finding[], options: BaselineOptions, breathe: Breathe): Promise<void> {
  const kept = existsSync(options.path) ? readBaseline(options).filter((entry) => !isCovered(entry, options)) : [];
  const found = new Map<string, BaselineEntry>();
  for (const finding of findings) {
    await breathe();
    const { file, symbol, api, group, text } = asListed(finding, options);
    if (group === scanGroup) continue;
    const key = keyOf({ file, symbol, api, text });
    found.set(key, { file, symbol, api, group, text, count: (found.get(key)?.count ?? 0) + 1 });
  }
  const byKey = new Map([...kept.map((entry) => [keyOf(entry), entry] as const), ...found]);
  const sorted = [...byKey].sort(([left], [right]) => compareTexts(left, right));
  const content = { version, entries: sorted.map(([, entry]) => entry) };
  writeFile(options.path, `${JSON.stringify(content, null, 2)}\n`);
}

function keyOf({ file, symbol, api, text }: Pick<BaselineEntry, "file" | "symbol" | "api" | "text">): string {
  // White space matters only between two words, so a reformatted call keeps its key.
  return JSON.stringify([file, symbol, api, text.replace(/\s+(?![\w$])|(?<![\w$])\s+/g, "")]);
}

/** The finding with its path relative to the baseline. */
function asListed(finding: Finding, { path, cwd }: BaselineOptions): Finding {
  return { ...finding, file: shownPath(resolve(cwd, finding.file), dirname(path)) };
}

function isCovered({ file, group }: BaselineEntry, { path, files, groups: sought }: BaselineOptions): boolean {
  const absolute = resolve(dirname(path), file);
  return sought.includes(group) && (files.has(absolute) || !existsSync(absolute));
}

function readBaseline({ path, cwd }: BaselineOptions): readonly BaselineEntry[] {
  const shown = shownPath(path, cwd);
  if (!existsSync(path)) throw new ScanError("baseline-invalid", { path: shown, reason: "it does not exist" });
  return orScanError("baseline-invalid", shown, () => {
    const content: unknown = JSON.parse(readWhole(path, mostBytes).toString());
    if (property(content, "version") !== version) throw new Error(`its version is not ${version}`);
    const entries = property(content, "entries");
    if (!Array.isArray(entries)) throw new Error("it has no list of entries");
    return entries.map(parseEntry);
  });
}

function parseEntry(value: unknown, index: number): BaselineEntry {
  const fail = (problem: string): never => {
    throw new Error(`entries/${index} has ${problem}`);
  };
  const textOf = (key: string): string => {
    const text = property(value, key);
    return typeof text === "string" ? text : fail(`no ${key}`);
  };
  const named = textOf("group");
  const group = groups.find((one) => one === named) ?? fail("an unknown group");
  const count = property(value, "count");
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1) return fail("no count");
  return { file: textOf("file"), symbol: textOf("symbol"), api: textOf("api"), group, text: textOf("text"), count };
}
