import { existsSync } from "node:fs";
import type { HistoryEntry } from "../src/formats/history.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import type { ViewTrend } from "../src/formats/report-view.ts";
import { validateHistoryLine } from "../src/formats/validate-history.ts";
import { currentCommit } from "./baseline/current-commit.ts";
import { readText } from "./load/read-text.ts";
import { findChanges, type HistorySeries, seriesOf } from "./measure/find-changes.ts";
import { historyEntryOf } from "./measure/history-entry.ts";
import { appendHistory, checkHistory } from "./report/append-history.ts";
import { trendOf } from "./report/list-history.ts";

/** A run to append to a history. */
export interface KeptRun {
  /** Absolute path of the history. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks before a run that it can be appended to a history, and that its report can show the history.
 *
 * @throws FramegateError `write-failed`, `file-unreadable`.
 */
export async function checkRunHistory(path: string): Promise<void> {
  await checkHistory(path);
  if (existsSync(path)) readText(path);
}

/**
 * Appends a run to a history, with the current commit.
 *
 * @throws FramegateError `write-failed`.
 */
export async function keepRun(file: ReportFile, { path, startedAtMs, cwd, env }: KeptRun): Promise<void> {
  const startedAt = new Date(startedAtMs).toISOString();
  appendHistory(path, historyEntryOf(file, { startedAt, commit: await currentCommit(cwd, env) }));
}

/** An invalid line. */
export interface SkippedLine {
  /** One-based. */
  readonly line: number;
  /** A sentence. */
  readonly problem: string;
}

/** Contents of a history. */
export interface HistoryResult {
  readonly series: readonly HistorySeries[];
  readonly skipped: readonly SkippedLine[];
}

/**
 * Reads a history and finds where metrics changed. Invalid lines are skipped and reported.
 *
 * @throws FramegateError `file-unreadable`.
 */
export function runHistory(path: string): HistoryResult {
  const lines = readText(path).split("\n");
  const entries: HistoryEntry[] = [];
  const skipped: SkippedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const validation = validateHistoryLine(line);
    if (validation.ok) entries.push(validation.value);
    else {
      // Only the last line can be incomplete, cut off by a crash or a full disk.
      const problem =
        index === lines.length - 1 ? "It is cut off." : (validation.errors[0]?.message ?? "It is not a run.");
      skipped.push({ line: index + 1, problem });
    }
  }
  return { series: findChanges(entries), skipped };
}

/**
 * The trends of a report's metrics over the runs of the same game with the same input, those with a limit first.
 *
 * @throws FramegateError `file-unreadable`.
 */
export function readTrends(path: string, file: ReportFile): readonly ViewTrend[] {
  const entry = historyEntryOf(file, { startedAt: "", commit: null });
  const metrics = seriesOf(entry, runHistory(path).series)?.metrics ?? [];
  const trends = metrics.flatMap((metric) => trendOf(metric, entry.machine) ?? []);
  const isLimited = ({ metric }: ViewTrend): boolean => file.verdict.lines.some((line) => line.metric === metric);
  return [...trends.filter(isLimited), ...trends.filter((trend) => !isLimited(trend))];
}
