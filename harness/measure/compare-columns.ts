import type { BaselineComparison, ColumnComparison } from "../../src/formats/baseline.ts";
import { countNames, type CountName } from "../../src/formats/frame-counts.ts";

/** Frames over which growth is summed up: a second. One more draw in one frame is no regression, in each frame it is. */
const windowFrames = 60;

/** The exact columns of one build, one entry per measured frame; null if it has none. */
export type ExactColumns = Readonly<Record<CountName, readonly number[] | null>>;

/** Compares the exact columns of two builds frame by frame. A column that only one of them has counts as zeros in the other. */
export function compareColumns(baseline: ExactColumns, current: ExactColumns): readonly ColumnComparison[] {
  return countNames.flatMap((column) => {
    const before = baseline[column];
    const now = current[column];
    if (before === null && now === null) return [];
    const frames = Math.max(before?.length ?? 0, now?.length ?? 0);
    return [compareColumn(column, before ?? zeros(frames), now ?? zeros(frames))];
  });
}

function zeros(frames: number): readonly number[] {
  return Array.from({ length: frames }, () => 0);
}

function compareColumn(column: CountName, before: readonly number[], now: readonly number[]): ColumnComparison {
  const frames = Math.max(before.length, now.length);
  const differing = Array.from({ length: frames }, (_, frame) => frame).find((frame) => before[frame] !== now[frame]);
  return {
    count: column,
    baseline: sum(before),
    current: sum(now),
    firstDifference: differing ?? null,
    worstWindow: differing === undefined ? null : worstWindow(before, now),
  };
}

function worstWindow(before: readonly number[], now: readonly number[]): ColumnComparison["worstWindow"] {
  const frames = Math.max(before.length, now.length);
  // Windows overlap by half, so that none divides a burst.
  const starts = Array.from({ length: Math.max(1, Math.ceil(frames / (windowFrames / 2)) - 1) }, (_, index) =>
    Math.min(index * (windowFrames / 2), Math.max(0, frames - windowFrames)),
  );
  const windows = starts.map((from) => {
    const to = Math.min(frames, from + windowFrames);
    const [base, current] = [sum(before.slice(from, to)), sum(now.slice(from, to))];
    // Where there was next to nothing, growth is told as a share of one per frame.
    return { frames: [from, to - 1] as const, growth: (current - base) / Math.max(base, to - from) };
  });
  return windows.sort((left, right) => right.growth - left.growth)[0] ?? null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What the comparison of all columns comes to. */
export function judgeWork(columns: readonly ColumnComparison[], maxGrowth: number): BaselineComparison["work"] {
  const differing = columns.filter(({ firstDifference }) => firstDifference !== null);
  if (differing.length === 0) return "same";
  const growth = Math.max(...differing.map(({ worstWindow: worst }) => worst?.growth ?? 0));
  if (growth > maxGrowth) return "too-much";
  return growth > 0 ? "more" : "less";
}
