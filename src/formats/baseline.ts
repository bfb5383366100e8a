import { type CountName, countNames, definitionOf, recordByCount } from "./frame-counts.ts";
import type { FunctionWork } from "./work.ts";

/** What is compared exactly: the counts of each frame, and the code that was executed. */
export const comparedCounts: readonly [ComparedCount, ...ComparedCount[]] = [...countNames, "work", "wasm"];

/** The name of an exact column. */
export type ComparedCount = CountName | "work" | "wasm";

/** What a person calls each of them. */
export const comparedLabels: Readonly<Record<ComparedCount, string>> = {
  ...recordByCount((name) => definitionOf(name).label),
  work: "executed code",
  wasm: "WebAssembly instructions",
};

/** A function whose executed code differs, in tokens. */
export interface ComparedFunction extends Omit<FunctionWork, "work"> {
  readonly baseline: number;
  readonly current: number;
}

/** The other build that a run was compared with. */
export interface BaselineSource {
  readonly kind: "game" | "git" | "report";
  /** As the user named it. */
  readonly name: string;
  /** The commit of a git reference; null otherwise. */
  readonly commit: string | null;
}

/** One exact column of both builds. */
export interface ColumnComparison {
  readonly count: ComparedCount;
  /** Sums over the measured frames. */
  readonly baseline: number;
  readonly current: number;
  /**
   * Zero-based measured frame in which they differ first, of code that is not read after every frame the first one of its
   * reading; null if they are equal in every frame.
   */
  readonly firstDifference: number | null;
  /** The window that grew the most: its first and last frame, and its growth as a share, such as 0.05 for 5 %. */
  readonly worstWindow: { readonly frames: readonly [number, number]; readonly growth: number } | null;
}

/** How the times of a part of the frames compare. */
export interface DuetEffect {
  /** The typical frame, the slowest frames, or one window of the run; beside a stored report the p95. */
  readonly scope: "body" | "tail" | "window" | "p95";
  /** The first and last frame of a window. */
  readonly frames: readonly [number, number] | null;
  /** Current to baseline: 1.03 for 3 % slower. With its 95 % interval. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** The times of two builds that were stepped in lockstep, or of a run and a stored report. */
export interface DuetResult {
  /** Of browser processes; beside a stored report its timed repeats. */
  readonly pairs: number;
  /** A smaller difference is none, as a share. */
  readonly minimumEffect: number;
  readonly verdict: "slower" | "faster" | "no-difference" | "undecided";
  /** Of the sign-flip test over all effects together; null beside a stored report. */
  readonly p: number | null;
  readonly body: DuetEffect;
  readonly tail: DuetEffect;
  /** The effect that is the most certain. */
  readonly effect: DuetEffect;
}

/** A run compared with another build. */
export interface BaselineComparison {
  readonly source: BaselineSource;
  readonly columns: readonly ColumnComparison[];
  /** Those whose executed code grew or shrank the most; empty without a work pass in both. */
  readonly functions: readonly ComparedFunction[];
  /** The largest share of a window's frames that may be added to any exact column. */
  readonly maxWorkGrowth: number;
  /**
   * `same`: all exact columns are equal in every frame. `less` and `more`: only that; `more` is within the allowed growth.
   * `too-much`: a window grew by more than is allowed.
   */
  readonly work: "same" | "less" | "more" | "too-much";
  /** Null if times were not compared; `timesNote` says why. */
  readonly times: DuetResult | null;
  readonly timesNote: string | null;
  /** True if the comparison also fails on time, see `--fail-on time`. */
  readonly failsOnTime: boolean;
}
