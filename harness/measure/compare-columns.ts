import type { BaselineComparison, ColumnComparison, ComparedFunction } from "../../src/formats/baseline.ts";
import { countNames, type CountName } from "../../src/formats/frame-counts.ts";
import { functionsListed, type FunctionWork, type WorkSamples } from "../../src/formats/work.ts";
import { hasText } from "./edited-code.ts";
import { fileOfPosition, matchFunctions } from "./match-functions.ts";

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

/** The executed code of a run, or that of a report, which has only the first functions. */
export type ExactWork =
  CompleteWork | (Pick<WorkSamples, "every" | "readings" | "wasm"> & { readonly functions: readonly FunctionWork[] });

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
 * The functions whose executed code differs the most, the cause first: the one that grew the most of those that were
 * edited. All others are only called more. If none was edited, such as after a change of data, the game's own function
 * that grew the most comes before a library's. It is always among them.
 */
export function compareFunctions(baseline: ExactWork | null, current: ExactWork | null): readonly ComparedFunction[] {
  if (baseline === null || current === null) return [];
  const compared = compareAll(baseline, current);
  const differing = compared
    .filter((each) => growthOf(each) !== 0)
    .sort((one, other) => Math.abs(growthOf(other)) - Math.abs(growthOf(one)));
  // Code that was generated while the game ran has no file, and is nobody's.
  const grown = differing.filter((each) => growthOf(each) > 0 && fileOf(each) !== "");
  const ofGame = grown.find((each) => each.compared.owner === "game");
  const cause = grown.find(({ isEdited }) => isEdited()) ?? ofGame;
  const listed = differing.filter((each, index) => index < listedFunctions || each === ofGame);
  const ordered = cause === undefined ? listed : [cause, ...listed.filter((each) => each !== cause)];
  return ordered.map((each) => each.compared);
}

interface Compared {
  readonly compared: ComparedFunction;
  /** True if the function's text is missing in the baseline. Called on demand, because the search is slow. */
  readonly isEdited: () => boolean;
}

function fileOf({ compared }: Compared): string {
  return fileOfPosition(compared.position);
}

function growthOf({ compared }: Compared): number {
  return compared.current - compared.baseline;
}

function compareAll(baseline: ExactWork, current: ExactWork): Compared[] {
  return isComplete(baseline) && isComplete(current)
    ? compareMatched(baseline, current)
    : compareByName(baseline.functions, current.functions);
}

/** Whether all functions are known, with their texts. */
function isComplete(work: ExactWork): work is CompleteWork {
  return "texts" in work && work.texts.length > 0;
}

type CompleteWork = Pick<WorkSamples, "every" | "readings" | "wasm" | "functions" | "texts">;

function compareMatched(baseline: CompleteWork, current: CompleteWork): Compared[] {
  const matches = matchFunctions(baseline.functions, current.functions);
  const matched = new Set(matches);
  return [
    ...current.functions.map((each, index) =>
      comparedFrom(each, [matches[index]?.work ?? 0, each.work], () => !hasText(baseline, each)),
    ),
    ...baseline.functions
      .filter((each) => !matched.has(each))
      .map((each) => comparedFrom(each, [each.work, 0], () => false)),
  ];
}

function comparedFrom(
  { name, position, owner }: FunctionWork,
  [baseline, current]: readonly [number, number],
  isEdited: () => boolean,
): Compared {
  return { compared: { name, position, owner, baseline, current }, isEdited };
}

/**
 * Compares lists of which one has only the first functions, by name and file: lines move. A function missing from a
 * full list may have executed as much as the last entry, so only the excess over that counts as a difference.
 */
function compareByName(baseline: readonly FunctionWork[], current: readonly FunctionWork[]): Compared[] {
  const keyOf = ({ name, position }: FunctionWork): string => JSON.stringify([name, fileOfPosition(position)]);
  const before = worksBy(baseline, keyOf);
  const now = worksBy(current, keyOf);
  const places = new Map(baseline.map((each) => [keyOf(each), placeOf(each)]));
  const known = new Map([...baseline, ...current].map((each) => [keyOf(each), each]));
  return [...known].map(([key, each]) => {
    const works = { baseline: before.get(key) ?? [], current: now.get(key) ?? [] };
    return comparedFrom(
      each,
      [
        sum(works.baseline) + mostOfUnlisted(works.current.slice(works.baseline.length), baseline),
        sum(works.current) + mostOfUnlisted(works.baseline.slice(works.current.length), current),
      ],
      () => (places.get(key) ?? placeOf(each)) !== placeOf(each),
    );
  });
}

/** The text of a function is not known here. In a file that was not edited, all are where they were. */
function placeOf({ position }: FunctionWork): string {
  return `${fileOfPosition(position)}${/(?::\d+){2}$/u.exec(position)?.[0] ?? ""}`;
}

/** The work of functions with a key, most first. */
type Works = ReadonlyMap<string, readonly number[]>;

function worksBy(list: readonly FunctionWork[], keyOf: (each: FunctionWork) => string): Works {
  const works = new Map<string, number[]>();
  for (const each of list) works.set(keyOf(each), [...(works.get(keyOf(each)) ?? []), each.work]);
  return works;
}

/** The most that functions can have executed that a list leaves out, if they executed as much in the other build. */
function mostOfUnlisted(works: readonly number[], list: readonly FunctionWork[]): number {
  const most = list.length < functionsListed ? 0 : (list.at(-1)?.work ?? 0);
  return sum(works.map((work) => Math.min(work, most)));
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
