import type { ProfiledFunction } from "./cpu-profile.ts";
import { type CountName, countNames, definitionOf, recordByCount } from "./frame-counts.ts";
import type { DrawCounts, DrawingFunction, DrawnNodes } from "./frame-draws.ts";
import type { LoadMetricId } from "./metrics.ts";
import type { FunctionWork } from "./work.ts";

/** Columns compared exactly: the counts of each frame, and the executed code. */
export const comparedCounts: readonly [ComparedCount, ...ComparedCount[]] = [...countNames, "work", "wasm"];

/** The name of an exact column. */
export type ComparedCount = CountName | "work" | "wasm";

/** Labels of these columns for a person. */
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

/**
 * A function that takes another time, in milliseconds of a mean frame. The time of libraries that it calls counts for a
 * function of the game.
 */
export interface ComparedFunctionTime extends Pick<ProfiledFunction, "name" | "position" | "owner"> {
  readonly baselineMs: number;
  readonly currentMs: number;
  /** The difference as a part of a frame, of the build whose frames take longer: 0.2 for 20 %. */
  readonly part: number;
}

/**
 * A function that allocates another amount, in mean bytes per frame. The bytes of libraries that it calls count for a
 * function of the game.
 */
export interface ComparedFunctionBytes extends Pick<ProfiledFunction, "name" | "position" | "owner"> {
  readonly baselineBytes: number;
  readonly currentBytes: number;
}

/** The allocations of both builds, in mean bytes per frame. */
export interface ComparedAllocations {
  readonly baselineBytes: number;
  readonly currentBytes: number;
  /** The smallest difference that counts: of the whole and of an edited function; five times as much of others. */
  readonly minimumBytes: number;
  /** The functions whose bytes grew or shrank the most; empty against a stored report. */
  readonly functions: readonly ComparedFunctionBytes[];
}

/** The draw counts of one function or node, in a frame of both builds. */
export interface DrawnByBoth {
  readonly baseline: DrawCounts;
  readonly current: DrawCounts;
}

/** A function that draws or uploads another amount. */
export interface ComparedDrawer extends Omit<DrawingFunction, keyof DrawCounts>, DrawnByBoth {}

/** Nodes of a scene graph that are drawn another number of times. */
export interface ComparedNodes extends Omit<DrawnNodes, keyof DrawCounts>, DrawnByBoth {}

/** Who draws and uploads another amount in one frame, largest difference first. */
export interface ComparedDraws {
  /** Measured frame, zero-based. */
  readonly frame: number;
  readonly functions: readonly ComparedDrawer[];
  /** Empty for an engine that does not report its nodes. */
  readonly nodes: readonly ComparedNodes[];
}

/** The other build that a run was compared with. */
export interface BaselineSource {
  readonly kind: "game" | "git" | "report";
  /** As the user named it. */
  readonly name: string;
  /** The commit of a git reference; null otherwise. */
  readonly commit: string | null;
}

/** A stage of preparing the baseline: a git reference is checked out, then the build is served and run. */
export type BaselineStep = "opening" | "building" | "counting" | "working" | "allocating";

/** One exact column of both builds. */
export interface ColumnComparison {
  readonly count: ComparedCount;
  /** Sums over the measured frames. */
  readonly baseline: number;
  readonly current: number;
  /**
   * Zero-based measured frame in which they first differ; for code that is not read after every frame, the first frame
   * of that reading. Null if they are equal in every frame.
   */
  readonly firstDifference: number | null;
  /** The window that grew the most: its first and last frame, and its growth as a fraction, such as 0.05 for 5 %. */
  readonly worstWindow: { readonly frames: readonly [number, number]; readonly growth: number } | null;
}

/** The difference in time of one part of the frames. */
export interface DuetEffect {
  /** The typical frame, the slowest frames, or one window of the run; against a stored report, the p95. */
  readonly scope: "body" | "tail" | "window" | "p95";
  /** The first and last frame of a window. */
  readonly frames: readonly [number, number] | null;
  /** Current to baseline, such as 1.03 for 3 % slower, with its 95 % interval. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** The times of two builds that were stepped in lockstep, or of a run and a stored report. */
export interface DuetResult {
  /** Pairs of browser processes; against a stored report, its timed repeats. */
  readonly pairs: number;
  /** The smallest difference that counts, as a fraction. */
  readonly minimumEffect: number;
  readonly verdict: "slower" | "faster" | "no-difference" | "undecided";
  /** Of the sign-flip test over all effects together; null against a stored report. */
  readonly p: number | null;
  readonly body: DuetEffect;
  readonly tail: DuetEffect;
  /** The effect that is the most certain. */
  readonly effect: DuetEffect;
}

/** A figure of what a page loads, which differs. Null if it was not measured. */
export interface ComparedLoad {
  readonly metric: LoadMetricId;
  readonly baseline: number | null;
  readonly current: number | null;
}

/** A run compared with another build. */
export interface BaselineComparison {
  readonly source: BaselineSource;
  readonly columns: readonly ColumnComparison[];
  /** Differences in what the page loads. They are not judged: any edit of a script changes its bytes. */
  readonly loads: readonly ComparedLoad[];
  /** The functions whose executed code grew or shrank the most; empty unless both builds have a work pass. */
  readonly functions: readonly ComparedFunction[];
  /** The functions whose time grew or shrank the most; empty unless both builds were sampled. */
  readonly functionTimes: readonly ComparedFunctionTime[];
  /** Differences are not judged. Null if allocations were not compared; `allocationsNote` says why. */
  readonly allocations: ComparedAllocations | null;
  /** Null also if the run has no allocations pass. */
  readonly allocationsNote: string | null;
  /** Null unless draws or uploads grew by more than is allowed, and both builds could be repeated up to that frame. */
  readonly draws: ComparedDraws | null;
  /** The largest growth allowed in any exact column, as a fraction of a window. */
  readonly maxWorkGrowth: number;
  /**
   * `same`: all exact columns are equal in every frame. `less` and `more`: they only shrank or only grew; `more` is
   * within the allowed growth. `too-much`: a window grew by more than is allowed.
   */
  readonly work: "same" | "less" | "more" | "too-much";
  /** Null if times were not compared; `timesNote` says why. */
  readonly times: DuetResult | null;
  readonly timesNote: string | null;
  /** True if the comparison also fails on time, see `--fail-on time`. */
  readonly failsOnTime: boolean;
}
