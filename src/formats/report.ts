import type { BaselineComparison } from "./baseline.ts";
import type { CpuProfile } from "./cpu-profile.ts";
import type { FrameDraws } from "./frame-draws.ts";
import type { FrameOverdraw } from "./frame-overdraw.ts";
import type { CountName } from "./frame-counts.ts";
import type { CountColumns, RandomCallSite, RunNotice, TimeColumns } from "./frame-sample.ts";
import type { LoadCounts } from "./load-counts.ts";
import type { MachineRecord } from "./machine.ts";
import type { Liveness } from "./liveness.ts";
import type { Budget, MetricId, MetricUnit } from "./metrics.ts";
import type { SharedMeshes } from "./page-port.ts";
import type { PageEnvironment } from "./page-environment.ts";
import type { PhaseName } from "./phases.ts";
import type { RecordedRun } from "./replay-report.ts";
import type { NamedUse, VerifyDivergence } from "./verify-report.ts";
import type { CapabilityTier, DeliveryContext, IngestStrategy } from "./capability-tiers.ts";
import type { Surface } from "./manifest.ts";
import type { SceneReport } from "./scene-report.ts";
import type { AllocationProfile } from "./allocations.ts";
import type { FunctionWork, WorkSamples } from "./work.ts";
import type { GameIdentity, PassKind, RasterMode, SeedSource } from "./run-plan.ts";

/** The version of the report's format. Raised when a Framegate of before would misread the new one, or this one cannot read the old. */
export const reportVersion = 2;

/** The result of one metric. */
export interface MetricResult {
  /** Null if it was not measured; `reason` then says why. Never zero instead. */
  readonly value: number | null;
  readonly unit: MetricUnit;
  readonly reason: string | null;
  /** 95 % interval of a timed metric. For an exact metric both ends are the value. */
  readonly low: number | null;
  readonly high: number | null;
  /** Mean over the measured frames, for a maximum of a count; null otherwise. */
  readonly mean: number | null;
  /** Zero-based measured frame with this value, for a maximum; null otherwise. */
  readonly frame: number | null;
}

/** One of the slowest frames, with its phases and counts. */
export interface WorstFrame {
  readonly frame: number;
  readonly cpuMs: number;
  /** The part of `cpuMs` that the garbage collector took. */
  readonly gcCpuMs: number;
  readonly phaseCpuMs: Readonly<Record<PhaseName, number>> | null;
  readonly drawCalls: number | null;
  readonly triangles: number | null;
}

/** One run of a plan, with the columns of its frames. */
export interface ReportedRun extends CountColumns {
  readonly pass: PassKind;
  readonly repeat: number;
  readonly seed: number;
  readonly raster: RasterMode;
  /** As measured, even in a calibrated report. */
  readonly times: TimeColumns | null;
  /** CPU milliseconds of the calibration workload in the same browser; null if it was not run. */
  readonly workloadMs: number | null;
  /**
   * Share of the frames' time in which the main thread could have run and waited for a core. Null for a run that was not
   * timed, and where the system does not tell.
   */
  readonly queuedShare: number | null;
  readonly entities: number | null;
  /** Only of a count pass. */
  readonly loads: LoadCounts | null;
  readonly finalStateHash: string;
  readonly bootMs: number;
  readonly wallMs: number;
}

/** How the times of a run were converted to those of a reference machine. */
export interface Calibration extends Pick<MachineRecord, "name" | "machine" | "workload" | "workloadMs" | "spread"> {
  /** True if this machine has the processors, system and browser of the reference. */
  readonly isSameMachine: boolean;
  /** How many times as long this machine takes, with its 95 % interval. Null without a timed run. */
  readonly factor: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** True if the factor is known and within 0.5 to 2. */
  readonly isTrusted: boolean;
}

/** The first difference between two runs of the same plan. */
export interface Divergence {
  readonly column: CountName | "stateHash" | "entities" | "finalStateHash" | "failure";
  /** Zero-based measured frame; null for a value of the whole run. */
  readonly frame: number | null;
  readonly runs: readonly [number, number];
  readonly values: readonly [string, string];
}

/** The code that the game executed in the measured frames, in tokens. */
export interface ReportedWork extends Omit<WorkSamples, "functions" | "texts"> {
  /** The functions with the most work first, at most `functionsListed`. */
  readonly functions: readonly FunctionWork[];
  /** Of all functions, in all measured frames. */
  readonly total: number;
}

/** The machine and the browser of a run. */
export interface ReportEnvironment {
  readonly framegate: string;
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
  readonly cpuModel: string;
  readonly cpuCount: number;
  readonly browserVersion: string;
  /** How the browser was found, such as `embedded` or `FRAMEGATE_BROWSER`. */
  readonly browserSource: string;
  readonly browserFlags: readonly string[];
  readonly glRenderer: string | null;
  readonly crossOriginIsolated: boolean;
  readonly timerResolutionMs: number | null;
  /** The facts about its machine that the page saw. */
  readonly page: PageEnvironment;
}

/** The scanner's result for the game's sources before the run. A game with findings is not run. */
export interface ReportedScan {
  /** `off`: the game promises no seeded randomness, so nothing was scanned. `skipped`: the user disabled the scan. */
  readonly status: "clean" | "skipped" | "off";
  /** Number of scanned sources. */
  readonly files: number;
  /** Number of places that static analysis could not decide. */
  readonly notices: number;
  /** Findings that a comment in the sources suppresses. */
  readonly suppressed: number;
}

/** The draws of all nodes of a scene graph that have one path. Each amount holds until the next one. */
export interface NodeDraws {
  /** Names of a node and its ancestors, as in `Scene/enemies/Mesh`. */
  readonly path: string;
  /** Measured frames in which the amounts change, ascending. */
  readonly frames: readonly number[];
  readonly drawCalls: readonly number[];
  readonly triangles: readonly number[];
}

/** The input of a measured frame. */
export interface FrameInput {
  readonly frame: number;
  /** Such as `key ArrowLeft down`. */
  readonly events: readonly string[];
}

/** The tape that was played. */
export interface ReportedTape {
  /** The path as the user gave it. */
  readonly file: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  readonly events: number;
  /** Whether it comes from another game or version, and was played anyway. */
  readonly isOrphan: boolean;
}

/** A root, and how closely the engine could work with it. */
export interface ReportedRoot {
  readonly id: string;
  readonly surface: Surface;
  readonly adapter: "default" | "custom" | IngestStrategy;
  /** The declared tier, or else the adapter's ceiling, or the tier that the game degraded to. */
  readonly tier: CapabilityTier;
  /** The best tier that its adapter can reach in the delivery context. */
  readonly ceiling: CapabilityTier;
  readonly loop: "gated" | "self-driven";
}

/** Everything that was measured. Budgets are not part of it: they are in the verdict. */
export interface RunReport {
  readonly version: typeof reportVersion;
  readonly game: GameIdentity;
  /** The game as the user named it, relative to the working directory. */
  readonly target: string;
  /** Whether the game was built by the local bundler, or the way a hosted builder would. */
  readonly context: DeliveryContext;
  /**
   * The folder whose files the page could read, relative to the game's own, and the reference that made it larger than
   * that.
   */
  readonly served: { readonly folder: string; readonly because: string | null };
  /** The roots of a manifest, in its order; empty for a page without one. */
  readonly roots: readonly ReportedRoot[];
  /** Hosts that the game could reach, as they were given. */
  readonly allowedHosts: readonly string[];
  readonly seed: { readonly value: number; readonly source: SeedSource; readonly notices: readonly string[] };
  readonly frames: { readonly measured: number; readonly warmup: number; /** Milliseconds. */ readonly dt: number };
  readonly viewport: { readonly width: number; readonly height: number };
  readonly query: string;
  /** Command-line arguments that would shape the run in the same way, as far as no other field contains them. */
  readonly options: readonly string[];
  readonly tape: ReportedTape | null;
  readonly raster: RasterMode;
  readonly budget: Budget | null;
  readonly metrics: Readonly<Record<MetricId, MetricResult>>;
  readonly perFrame: Readonly<Record<CountName, readonly number[] | null>> & {
    readonly cpuMs: readonly number[];
    readonly wallMs: readonly number[];
    /** The part of `cpuMs` that the garbage collector took. */
    readonly gcMs: readonly number[];
    /** Of the physics phase, or of the physics engines found in a page; null if there is neither. */
    readonly physicsMs: readonly number[] | null;
    /** Of the physics engines found in workers, all together; null if there is none. */
    readonly workerPhysicsMs: readonly number[] | null;
    /** Executed code; null if it was not read after every frame. */
    readonly work: readonly number[] | null;
    /** Bytes that the game allocates on V8's heap; null without an allocations pass. */
    readonly allocatedBytes: readonly number[] | null;
    readonly stateHash: readonly string[];
  };
  /**
   * Sums from before the first measured frame: while the page loaded, and in the warm-up. Null for a level, and where
   * the column is null.
   */
  readonly beforeFrames: Readonly<Record<CountName, number | null>>;
  readonly worstFrames: readonly WorstFrame[];
  /** The executed code; null without a work pass. */
  readonly work: ReportedWork | null;
  /** The allocations by function; null without an allocations pass. */
  readonly allocations: AllocationProfile | null;
  /** The functions that took the CPU time; null if the run was not profiled. */
  readonly profile: CpuProfile | null;
  /**
   * The causes of draws in the frame that exceeds a limit of draws, or else that draws the most; null if not requested.
   */
  readonly draws: FrameDraws | null;
  /**
   * The draws of scene nodes in every frame, those that draw most first; empty for an engine that does not report its
   * nodes.
   */
  readonly nodeDraws: readonly NodeDraws[];
  /** The frames with input. */
  readonly playedInput: readonly FrameInput[];
  /**
   * The most meshes that a frame, warm-up included, draws one by one though they share geometry and material; null if
   * there are none.
   */
  readonly sharedMeshes: SharedMeshes | null;
  /** The fragments of a frame; null if not requested, or if the run for it failed. */
  readonly overdraw: FrameOverdraw | null;
  /** Physics engines whose steps were timed on the main thread of an unmodified page; null if nothing looked for them. */
  readonly physicsEngines: readonly string[] | null;
  /** The same in workers, whose time is not part of the main thread's. */
  readonly workerPhysicsEngines: readonly string[] | null;
  /** The scene graphs at the end of the run; null if there are none, or nothing looked for them. */
  readonly scene:
    | (SceneReport & { /** Of the entities; empty if their ids tell them. */ readonly selectors: readonly string[] })
    | null;
  readonly runs: readonly ReportedRun[];
  readonly divergence: Divergence | null;
  /** The first difference between two count runs, value by value. Null if they are equal or one failed. Frames are measured ones. */
  readonly explanation: VerifyDivergence | null;
  /** Further data that `framegate replay` needs; null without a count run. */
  readonly replay: RecordedRun | null;
  /** Null if nothing was hashed. */
  readonly liveness: Liveness | null;
  /** The comparison with another build; null if none was requested, or if the run failed before it. */
  readonly baseline: BaselineComparison | null;
  /** Null if the times are as measured on this machine. */
  readonly calibration: Calibration | null;
  readonly scan: ReportedScan;
  readonly randomCallSites: readonly RandomCallSite[];
  /** Uses of APIs whose results cannot be repeated, once for each call site. */
  readonly namedUses: readonly NamedUse[];
  readonly notices: readonly RunNotice[];
  readonly quantileMethod: string;
  /** How `low` and `high` of a timed metric were computed. */
  readonly intervalMethod: string;
  readonly environment: ReportEnvironment;
}

/** The part of the report that is computed from the samples alone. */
export type RunMetrics = Pick<
  RunReport,
  | "metrics"
  | "perFrame"
  | "beforeFrames"
  | "worstFrames"
  | "divergence"
  | "calibration"
  | "quantileMethod"
  | "intervalMethod"
>;
