import type { PhaseName } from "./phases.ts";
import type { PlannedRun, RasterMode } from "./run-plan.ts";

/** Columns of what one run counted, one entry per measured frame. */
export interface CountColumns {
  /** Null where the metric does not apply (a game that never made a GL context). */
  readonly drawCalls: readonly number[] | null;
  readonly triangles: readonly number[] | null;
  /** Chained hash of everything observable up to and including the frame; only from a count pass. */
  readonly stateHash: readonly string[] | null;
}

/** Columns of what one run timed, milliseconds, one entry per measured frame. Null in an untimed pass. */
export interface TimeColumns {
  /** Main-thread CPU time from the frame's start to its end, the harness's own time left out. */
  readonly cpuMs: readonly number[];
  readonly wallMs: readonly number[];
  /** CPU time by phase; null for a game whose frames have no phases of ours. */
  readonly phaseCpuMs: Readonly<Record<PhaseName, readonly number[]>> | null;
}

/** Raw randomness drawn in a gameplay frame of a game that declares `seededRandom`, one entry per call site. */
export interface RandomCallSite {
  readonly api: string;
  /** Zero-based measured frame, or negative in the warm-up. */
  readonly frame: number;
  /** Innermost frame of the game's own code, source-mapped where a map exists: `src/spawn.ts:88:14`. */
  readonly site: string;
  /** Library code between the game and the call, innermost first. */
  readonly through: readonly string[];
}

/** Something worth telling that did not stop the run. */
export interface RunNotice {
  readonly code: string;
  readonly message: string;
  /** `failure` makes the verdict fail with cause `game`; `warning` is told and nothing more. */
  readonly severity: "warning" | "failure";
  /** URL, file:line:column or frame. */
  readonly where: string | null;
}

/** What one run of the game gave. */
export interface RunSamples {
  readonly run: PlannedRun;
  readonly counts: CountColumns;
  readonly times: TimeColumns | null;
  /** Entity-tagged nodes at the end of the run; null where no root can tell. */
  readonly entities: number | null;
  /** Hash of the state after the last frame, comparable between passes. */
  readonly finalStateHash: string;
  readonly bootMs: number;
  readonly wallMs: number;
  readonly raster: RasterMode;
  readonly randomCallSites: readonly RandomCallSite[];
  readonly notices: readonly RunNotice[];
}
