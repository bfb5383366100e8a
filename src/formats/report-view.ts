import type { ProfiledFunction } from "./cpu-profile.ts";
import type { CountName } from "./frame-counts.ts";
import type { MetricId } from "./metrics.ts";
import type { FrameInput, NodeDraws } from "./report.ts";
import type { PhaseName } from "./phases.ts";
import type { VerdictStatus } from "./verdict.ts";

/** A cell of a table. Columns are sorted by `value`, or by the text of a cell without one. */
export interface ViewCell {
  readonly text: string;
  readonly value: number | null;
}

/** A table of texts. */
export interface ViewTable {
  readonly caption: string;
  readonly columns: readonly { readonly label: string; readonly align: "left" | "right" }[];
  readonly rows: readonly (readonly ViewCell[])[];
  readonly isSortable: boolean;
}

/** A part of a section. */
export type ViewBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly title: string; readonly text: string }
  | {
      readonly kind: "notices";
      readonly notices: readonly { readonly mark: "failure" | "warning"; readonly text: string }[];
    }
  | { readonly kind: "table"; readonly table: ViewTable }
  | { readonly kind: "picture"; /** A data URL. */ readonly url: string; readonly text: string };

/** A section of the page below the frames. */
export interface ViewSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ViewBlock[];
}

/** A metric in words. Texts may be empty. */
export interface ViewMetric {
  readonly id: MetricId;
  readonly label: string;
  readonly value: string;
  readonly interval: string;
  readonly note: string | null;
  /** Null if the metric has no budget. */
  readonly limit: {
    readonly text: string;
    readonly headroom: string;
    readonly status: VerdictStatus;
    readonly statusText: string;
    /** Shares of the budget; null if the metric was not measured, or the budget is zero. */
    readonly used: { readonly value: number; readonly low: number; readonly high: number } | null;
  } | null;
}

/** A picture of a measured frame. */
export interface ViewPicture {
  readonly frame: number;
  /** A data URL. */
  readonly url: string;
}

/** The build that the server of a report renders: the game of the report, or the one that it was compared with. */
export const servedBuilds = ["game", "baseline"] as const;

/** One of the builds that the server of a report renders. */
export type ServedBuild = (typeof servedBuilds)[number];

/** The answer of a report's server when its page asks for a frame. */
export type FrameAnswer =
  | {
      readonly state: "shown";
      /** A data URL. */ readonly url: string;
      /** A sentence. */ readonly note: string | null;
    }
  | { readonly state: "failed"; readonly message: string; readonly hint: string };

/** A metric over the runs of a history that can be compared, oldest first. */
export interface ViewTrend {
  readonly metric: MetricId;
  readonly points: readonly {
    readonly value: number;
    /** Ends of the interval; both are the value where there is none. */
    readonly low: number;
    readonly high: number;
    /** Commit and day, such as `3f2a1b9, 2026-01-31`. */
    readonly name: string;
    readonly day: string;
    /** Such as `120 -> 166 at 3f2a1b9, 2026-01-31`; null if it did not change. */
    readonly change: string | null;
  }[];
}

/** Everything that the page shows at once. None of it is markup. */
export interface ReportView {
  readonly title: string;
  readonly badge: string;
  readonly status: VerdictStatus;
  readonly sentence: string;
  readonly facts: readonly string[];
  /** The command that repeats the run; null if there is none. */
  readonly command: string | null;
  readonly metrics: readonly ViewMetric[];
  /** A sentence about the time before the first frame. */
  readonly metricsNote: string | null;
  /** Measured frames; zero if none was measured. */
  readonly frameCount: number;
  readonly warmup: number;
  /** By CPU time, worst first. */
  readonly worstFrames: readonly number[];
  readonly limits: Readonly<Partial<Record<MetricId, number>>>;
  /** The p95 of the CPU time with its interval, in milliseconds; null if it was not measured. */
  readonly cpuMsP95: { readonly value: number; readonly low: number; readonly high: number } | null;
  readonly timedRuns: number;
  readonly randomDraws: readonly { readonly frame: number; readonly text: string }[];
  /** Ascending by frame. */
  readonly pictures: readonly ViewPicture[];
  /** Pictures of the baseline, ascending by frame. */
  readonly baselinePictures: readonly ViewPicture[];
  /** Name of the baseline; null if the run was not compared. */
  readonly baseline: string | null;
  /** True if a server renders frames for the page. */
  readonly isServed: boolean;
  /** Those with a limit first. Empty without a history of at least two runs. */
  readonly trends: readonly ViewTrend[];
  readonly sections: readonly ViewSection[];
}

/** Draws of the scene nodes of one path. */
export interface ViewNodes extends Omit<NodeDraws, "frames"> {
  /** The frames in which the amounts change, each as its distance from the one before: that compresses well. */
  readonly distances: readonly number[];
}

/** Columns of the measured frames, one entry per frame. They are compressed in the page. Times are whole microseconds. */
export interface ViewFrames {
  /** Null if nothing was timed. */
  readonly times: ViewTimes | null;
  readonly counts: Readonly<Partial<Record<CountName, readonly number[]>>>;
  /** Executed code; null if it was not read after every frame. */
  readonly work: readonly number[] | null;
  /** Bytes that the game allocates; null if they were not counted. */
  readonly allocatedBytes: readonly number[] | null;
  /** The changes of each part of the state, steps counted from the first frame of the warm-up, such as `-1,3,5..599`. */
  readonly parts: readonly { readonly name: string; readonly steps: string }[];
  /** Those that draw most first. */
  readonly nodes: readonly ViewNodes[];
  /** The frames with input. */
  readonly input: readonly FrameInput[];
  /** Null if the run was not profiled. */
  readonly profile: ViewProfile | null;
}

/** Times of the measured frames. */
export interface ViewTimes {
  /** The median over all repeats. */
  readonly cpuUs: readonly number[];
  /** The lowest and the highest repeat; null if there is only one. */
  readonly band: { readonly lowUs: readonly number[]; readonly highUs: readonly number[] } | null;
  /** Phases that took any time, in order. */
  readonly phases: readonly { readonly name: PhaseName; readonly us: readonly number[] }[];
  readonly physicsUs: readonly number[] | null;
  /** The part of `cpuUs` that the garbage collector took. */
  readonly gcUs: readonly number[];
}

/** The functions of each frame. */
export interface ViewProfile {
  readonly functions: readonly Pick<ProfiledFunction, "name" | "position" | "owner">[];
  /** The functions with the most time of their own in a frame, longest first, by index. */
  readonly frames: readonly {
    readonly frame: number;
    readonly functions: readonly number[];
    readonly us: readonly number[];
  }[];
  /** Whether frames have more functions than this list. */
  readonly isCut: boolean;
}

/** Ids of the elements that hold the data of the page. */
export const viewElementId = "report-view";
/** Compressed with deflate (RFC 1951), as base64. */
export const framesElementId = "report-frames";
