import type { BaselineComparison, ColumnComparison, ComparedFunction } from "../../src/formats/baseline.ts";
import { countNames, type CountName } from "../../src/formats/frame-counts.ts";
import { functionsListed, type FunctionWork, type WorkSamples } from "../../src/formats/work.ts";

/** Frames over which growth is summed: a second. One more draw in one frame is no regression, in each frame it is. */
const windowFrames = 60;

/** The exact columns of one build, one entry per measured frame; null if it has none. */
export type ExactColumns = Readonly<Record<CountName, readonly number[] | null>>;

/**
 * Compares the exact columns of two builds frame by frame. A column that only one of them has counts as zeros in the
 * other.
 */
export function compareColumns(baseline: ExactColumns, current: ExactColumns): readonly ColumnComparison[] {
  return countNames.flatMap((column) => {
    const before = baseline[column];
    const now = current[column];
    if (before === null && now === null) return [];
    const frames = Math.max(before?.length ?? 0, now?.length ?? 0);
    return [compareColumn({ count: column, before: before ?? zeros(frames), now: now ?? zeros(frames), every: 1 })];
  });
}

function zeros(frames: number): readonly number[] {
  return Array.from({ length: frames }, () => 0);
}

type ExactWork = Pick<WorkSamples, "every" | "readings" | "wasm" | "functions">;

/** Compares the executed code of two builds. Empty if either has no work pass, or was read at another interval. */
export function compareWork(baseline: ExactWork | null, current: ExactWork | null): readonly ColumnComparison[] {
  if (baseline === null || current === null || baseline.every !== current.every) return [];
  const { every } = current;
  const work = compareColumn({ count: "work", before: baseline.readings, now: current.readings, every });
  if (baseline.wasm === null && current.wasm === null) return [work];
  const none = zeros(current.readings.length);
  return [work, compareColumn({ count: "wasm", before: baseline.wasm ?? none, now: current.wasm ?? none, every })];
}

const listedFunctions = 5;

/**
 * The functions whose executed code differs the most, matched by name and file: lines move, and packages may be
 * installed elsewhere. A function missing from a full list may have executed as much as the last entry, so only the
 * excess over that counts as a difference. The game's own function that grew the most is always among them: it may only
 * call a library more often.
 */
export function compareFunctions(baseline: ExactWork | null, current: ExactWork | null): readonly ComparedFunction[] {
  if (baseline === null || current === null) return [];
  const missing = { baseline: mostOfUnlisted(baseline.functions), current: mostOfUnlisted(current.functions) };
  const compared = new Map<string, Partial<Record<"baseline" | "current", number>> & Omit<FunctionWork, "work">>();
  const add = ({ name, position, owner, work }: FunctionWork, side: "baseline" | "current"): void => {
    const key = `${name}\n${position.replace(/:\d+:\d+$/u, "").replace(/^.*node_modules\//u, "")}`;
    const known = compared.get(key) ?? { name, position, owner };
    compared.set(key, { ...known, position, [side]: (known[side] ?? 0) + work });
  };
  for (const each of baseline.functions) add(each, "baseline");
  for (const each of current.functions) add(each, "current");
  const differing = [...compared.values()]
    .map((each) => ({
      ...each,
      baseline: each.baseline ?? Math.min(missing.baseline, each.current ?? 0),
      current: each.current ?? Math.min(missing.current, each.baseline ?? 0),
    }))
    .filter((each) => each.baseline !== each.current)
    .sort((one, other) => Math.abs(other.current - other.baseline) - Math.abs(one.current - one.baseline));
  const ofGame = differing.find(({ owner, ...each }) => owner === "game" && each.current > each.baseline);
  return differing.filter((each, index) => index < listedFunctions || each === ofGame);
}

function mostOfUnlisted(functions: readonly FunctionWork[]): number {
  return functions.length < functionsListed ? 0 : (functions.at(-1)?.work ?? 0);
}

interface ComparedColumn {
  readonly count: ColumnComparison["count"];
  readonly before: readonly number[];
  readonly now: readonly number[];
  /** Frames per entry. */
  readonly every: number;
}

function compareColumn(column: ComparedColumn): ColumnComparison {
  const { count, before, now, every } = column;
  const length = Math.max(before.length, now.length);
  const differing = Array.from({ length }, (_, index) => index).find((index) => before[index] !== now[index]);
  return {
    count,
    baseline: sum(before),
    current: sum(now),
    firstDifference: differing === undefined ? null : differing * every,
    worstWindow: differing === undefined ? null : worstWindow(column),
  };
}

function worstWindow({ before, now, every }: ComparedColumn): ColumnComparison["worstWindow"] {
  const length = Math.max(before.length, now.length);
  const window = Math.max(1, Math.round(windowFrames / every));
  // Windows overlap by half, so that a burst always falls into one.
  const step = Math.max(1, Math.floor(window / 2));
  const starts = Array.from({ length: Math.max(1, Math.ceil((length - window) / step) + 1) }, (_, index) =>
    Math.min(index * step, Math.max(0, length - window)),
  );
  const windows = starts.map((from) => {
    const to = Math.min(length, from + window);
    const [base, current] = [sum(before.slice(from, to)), sum(now.slice(from, to))];
    const frames = [from * every, to * every - 1] as const;
    // If the base is close to zero, growth is a share of one per frame.
    return { frames, growth: (current - base) / Math.max(base, (to - from) * every) };
  });
  return windows.sort((left, right) => right.growth - left.growth)[0] ?? null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Verdict of comparing all columns. */
export function judgeWork(columns: readonly ColumnComparison[], maxGrowth: number): BaselineComparison["work"] {
  const differing = columns.filter(({ firstDifference }) => firstDifference !== null);
  if (differing.length === 0) return "same";
  const growth = Math.max(...differing.map(({ worstWindow: worst }) => worst?.growth ?? 0));
  if (growth > maxGrowth) return "too-much";
  return growth > 0 ? "more" : "less";
}
