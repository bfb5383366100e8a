import type { ClickPrompt } from "./element-look.ts";
import type { CountName } from "./frame-counts.ts";
import type { AwaitedInput } from "./liveness.ts";
import type { LoadCounts } from "./load-counts.ts";
import type { NodeDrawColumn, PartColumn, PlayedInput, SharedMeshes } from "./page-port.ts";
import type { SceneReport } from "./scene-report.ts";
import type { NamedUse } from "./verify-report.ts";
import type { PhaseName } from "./phases.ts";
import type { PlannedRun, RasterMode } from "./run-plan.ts";
import type { WorkSamples } from "./work.ts";
import type { AllocationProfile, AllocationSamples } from "./allocations.ts";

/**
 * Columns of counts from one run, one entry per measured frame. Null if a column does not apply, such as draws in a
 * game that never created a GL context, or if the pass does not count it. A work pass counts the same columns as a
 * count pass.
 */
export interface CountColumns extends Readonly<Record<CountName, readonly number[] | null>> {
  /** Chained hash of all observable state up to and including the frame; only from a count pass. */
  readonly stateHash: readonly string[] | null;
}

/** Columns of times from one run, in milliseconds, one entry per measured frame. Null in an untimed pass. */
export interface TimeColumns {
  /** Main-thread CPU time from the start of the frame to its end, without the harness's own time. */
  readonly cpuMs: readonly number[];
  readonly wallMs: readonly number[];
  /** The part of `cpuMs` that the garbage collector took. */
  readonly gcCpuMs: readonly number[];
  /** CPU time by phase; null for a game whose frames do not have our phases. */
  readonly phaseCpuMs: Readonly<Record<PhaseName, readonly number[]>> | null;
  /** CPU time of a frame in which only Framegate runs, which is left out of the columns. */
  readonly emptyFrameMs: number;
  /** CPU time of the steps of physics engines on the main thread; null if there was none. */
  readonly physicsCpuMs: readonly number[] | null;
  /** The same for all workers together, since the end of the previous frame; null if there was none. */
  readonly workerPhysicsCpuMs: readonly number[] | null;
}

/** Unseeded randomness drawn in a gameplay frame of a game that declares `seededRandom`, one entry per call site. */
export interface RandomCallSite {
  readonly api: string;
  /** Zero-based measured frame; negative in the warm-up. */
  readonly frame: number;
  /** Innermost stack frame in the game's own code, source-mapped if there is a map: `src/spawn.ts:88:14`. */
  readonly site: string;
  /** Library code between the game and the call, innermost first. */
  readonly through: readonly string[];
}

/** Codes of notices about errors that a page did not catch. */
export const uncaughtCodes: ReadonlySet<string> = new Set(["uncaught-error", "unhandled-rejection"]);

/** A problem that did not stop the run. */
export interface RunNotice {
  readonly code: string;
  readonly message: string;
  /** `failure` makes the verdict fail with cause `game`; `warning` is only shown. */
  readonly severity: "warning" | "failure";
  /** A URL, a file:line:column or a frame. */
  readonly where: string | null;
}

/** The samples of one run. */
export interface RunSamples {
  readonly run: PlannedRun;
  readonly counts: CountColumns;
  /**
   * Sums from before these columns begin: while the page loaded, and in the warm-up if that is left out. Null for a
   * level, and where the column is null.
   */
  readonly before: Readonly<Record<CountName, number | null>>;
  /** Only from a count pass. */
  readonly loads: LoadCounts | null;
  /**
   * The changes of each part of the state, with steps counted from the first frame of the warm-up; only from a count
   * pass.
   */
  readonly parts: readonly PartColumn[] | null;
  /** Draws of scene nodes, with steps counted in the same way; empty except in the first run. So is the input. */
  readonly nodeDraws: readonly NodeDrawColumn[];
  readonly playedInput: readonly PlayedInput[];
  /** Null except in the first run. */
  readonly sharedMeshes: SharedMeshes | null;
  readonly times: TimeColumns | null;
  /** CPU milliseconds of the calibration workload in the same browser; null if it was not run. */
  readonly workloadMs: number | null;
  /**
   * Share of the frames' time in which the main thread could have run and waited for a core. Null for a run that was not
   * timed, and where the system does not tell.
   */
  readonly queuedShare: number | null;
  /** Only from a work pass. */
  readonly work: WorkSamples | null;
  /** Only from an allocations pass. */
  readonly allocations: AllocationProfile | null;
  /** Their stacks, for a comparison with another build. */
  readonly allocationSamples: AllocationSamples | null;
  /** Entity-tagged nodes at the end of the run; null if no root can count them. */
  readonly entities: number | null;
  /** The scene graphs at the end of the run; null if there are none, or nothing looked for them. */
  readonly scene: SceneReport | null;
  /** Physics engines whose steps were timed; null if nothing looked for them. */
  readonly physics: readonly string[] | null;
  /** The same in workers. */
  readonly workerPhysics: readonly string[] | null;
  /** Hash of the state after the last frame, the same in every pass. */
  readonly finalStateHash: string;
  readonly bootMs: number;
  readonly wallMs: number;
  readonly raster: RasterMode;
  /** Whether anything was drawn, or the page changed. */
  readonly anythingRendered: boolean;
  /** The kinds of input that the page listens for. */
  readonly listensFor: readonly AwaitedInput[];
  /** See `FinishReport`. */
  readonly clickPrompts: readonly ClickPrompt[];
  readonly randomCallSites: readonly RandomCallSite[];
  /** Uses of APIs whose results cannot be repeated. */
  readonly namedUses: readonly NamedUse[];
  readonly notices: readonly RunNotice[];
}
