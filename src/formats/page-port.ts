import type { InputMap } from "./input-map.ts";
import type { PassKind, RasterMode } from "./run-plan.ts";
import type { Tape } from "./tape.ts";

/** What the prelude needs to know before the first script of a page runs. Plain data. */
export interface PreludeConfig {
  readonly seed: number;
  readonly stepHz: number;
  readonly pass: PassKind;
  readonly raster: RasterMode;
  /** Whether what is drawn before frame 0 is rendered, though `raster` skips the frames. */
  readonly rendersBoot: boolean;
  /** Whether a page that locks the pointer gets the browser's own lock as well: for a person's mouse, in a window. */
  readonly locksPointer: boolean;
  /** Whether raw randomness in a gameplay frame is recorded by call site. */
  readonly trapRandom: boolean;
  /** Waiting between two frames for what the page asked for, real milliseconds. */
  readonly settleMs: number;
}

/** What the host page needs to mount a game. */
export interface HostConfig {
  readonly width: number;
  readonly height: number;
  readonly bootMs: number;
  readonly inputMap: InputMap | null;
  readonly tape: Tape | null;
  /**
   * Step after which no pixel is needed any more, in a run that renders pixels for pictures; null where all are needed, or
   * none is rendered.
   */
  readonly lastPictureStep: number | null;
  /** Url of the page to embed, for an unmodified game; null for a game of roots. */
  readonly embedUrl: string | null;
}

export interface PageError {
  readonly message: string;
  readonly stack: string | null;
  /** Root that was running, where known. */
  readonly rootId: string | null;
}

/** How mounting ended. A game that fails is data, not an exception of ours. */
export type MountReport =
  | {
      readonly ok: true;
      /** Real milliseconds. */
      readonly bootMs: number;
      readonly crossOriginIsolated: boolean;
      readonly timerResolutionMs: number;
    }
  | { readonly ok: false; readonly code: PageFailureCode; readonly error: PageError };

export type PageFailureCode =
  | "entry-threw"
  | "entry-never-resolved"
  | "setup-missing"
  | "webgl-refused"
  | "frame-threw"
  | "settle-timeout"
  | "needs-raster";

/** What `step` did. Fewer frames than asked come with a `stopped` reason. */
export interface StepReport {
  /** Total drawn per frame, summed over realms; one entry per frame stepped. */
  readonly drawCalls: readonly number[];
  readonly triangles: readonly number[];
  /** Only in a count pass, else empty. */
  readonly stateHash: readonly string[];
  readonly stopped: { readonly code: PageFailureCode; readonly error: PageError } | null;
}

export interface PlayConfig {
  /** Steps after which playing ends; null for as long as nobody ends it. */
  readonly stepsMax: number | null;
}

/** How playing ended. */
export interface PlayReport {
  /** Steps that were played to their end. */
  readonly steps: number;
  /** Of the last of them, chained over the run; null where nothing was played, and in every pass but a count pass. */
  readonly stateHash: string | null;
  /** What the game stopped at; null where it was ended. */
  readonly stopped: StepReport["stopped"];
}

export interface RandomSiteReport {
  readonly api: string;
  /** Zero-based step, warm-up included. */
  readonly step: number;
  readonly stack: string;
}

export interface PageNotice {
  readonly code: string;
  readonly message: string;
  readonly severity: "warning" | "failure";
  readonly where: string | null;
}

export interface FinishReport {
  /** Null where no root can tell. */
  readonly entities: number | null;
  readonly finalStateHash: string;
  /** Contexts that have drawn. */
  readonly glContextCount: number;
  readonly glRenderer: string | null;
  /** Whether anything visible changed: GL or 2D drawing, or the DOM. */
  readonly anythingRendered: boolean;
  readonly randomSites: readonly RandomSiteReport[];
  readonly notices: readonly PageNotice[];
}

/** Every call that may cross into the host page. Typed on both sides, checked on arrival. */
export interface PagePort {
  /** Sets every root up and waits until the load is quiet. Call once. */
  mount(config: HostConfig): Promise<MountReport>;
  /** Runs `count` frames, resumable: ten calls of one give what one call of ten gives. */
  step(count: number): Promise<StepReport>;
  /**
   * Plays in real time by the devices of the page, in the place of `step`. What they do is told through
   * `recordingBinding` as it is played. Call once, before any step.
   */
  play(config: PlayConfig): Promise<PlayReport>;
  /** Lets `play` return after the step that runs. */
  endPlay(): void;
  /** Number of the step that runs or runs next, warm-up included; -1 before mounting. Asked while a page is stuck. */
  currentStep(): number;
  /** Resolves when the page shows the last frame. For a run whose pixels are rendered. */
  present(): Promise<void>;
  /** Reads what is only known at the end. Call once, after the last step. */
  finish(): Promise<FinishReport>;
}

/** Name of the mark that opens frame `n`'s trace span is `fg:n`; phase ends are `fg.p`, the frame's end is `fg.e`. */
export const markNames = { frameStartPrefix: "fg:", phaseEnd: "fg.p", frameEnd: "fg.e" } as const;

/**
 * The policy that unmodified pages are served with, for its reports alone: it names every script that is loaded by
 * address, `import()` included, and blocks none.
 */
export const scriptReportPolicy = "script-src 'unsafe-inline' 'unsafe-eval' blob: data:";

/**
 * The binding a page calls while it steps, so that the harness can tell slow from stuck: with the number of a step that
 * has ended, or with one of the states below.
 */
export const heartbeatBinding = "framegateHeartbeat";
/** The page waits for what has its own limit (a load, the GPU), and that it is over and frames go on. */
export const heartbeatStates = { waiting: "waiting", running: "running" } as const;
/** Ended steps are told this often at most, real milliseconds: to tell slow from stuck, and to cost nothing. */
export const heartbeatIntervalMs = 100;

/** The binding that a page being played calls with the events of a step: a JSON list of tape events. */
export const recordingBinding = "framegateRecording";

declare global {
  var framegatePagePort: PagePort | undefined;
  var framegatePreludeConfig: PreludeConfig | undefined;
}
