import type { ElementLook, ElementTarget } from "../formats/element-look.ts";
import type { FinishReport, MouseState, PageNotice, PreludeConfig } from "../formats/page-port.ts";
import type { FrameCounts } from "../formats/frame-counts.ts";
import type { PlayedEvent, SourceEvent } from "../formats/tape.ts";
import type { HashParts, PartDigest } from "../core/hash-parts.ts";

/** The counts of one frame, in one realm and the realms below it. */
export interface RealmFrame {
  readonly counts: FrameCounts;
  /** The parts of the state that changed in the frame; empty if nothing is hashed. */
  readonly changes: readonly PartDigest[];
}

/** The final results of a realm and the realms below it. */
export interface RealmSummary extends Omit<FinishReport, "loadingCounts" | "playedInput"> {
  /** Counts from before the first frame of each realm. */
  readonly loadingCounts: FrameCounts;
  /** Sources of the tape that reached a listener, as `describeSource` names them. */
  readonly heardSources: readonly string[];
}

/**
 * Input of a real device, with its time in milliseconds since 1970. All realms share this clock, so their input can be
 * sorted.
 */
export interface HeardInput {
  readonly atMs: number;
  readonly event: SourceEvent;
}

/** The game reads back pixels that were not rendered, so the run must start over with real raster. */
export interface RasterNeed {
  readonly api: string;
  readonly stack: string;
}

/**
 * The prelude's control over one realm (the host page, or a frame in it): its clock, its timers, its draws. The
 * conductor drives the top realm; each realm drives the frames below it.
 */
export interface RealmAgent {
  readonly config: PreludeConfig;
  /** The parts of this realm's state, in a count pass; null if nothing is hashed. */
  readonly parts: HashParts | null;
  /** Real monotonic milliseconds, only for measuring and for time limits. */
  realNow(): number;
  /** The real `performance.mark`, which shows in traces. */
  mark(name: string): void;
  /** Deletes the marks of that name, which would otherwise pile up in the page. */
  clearMarks(name: string): void;
  /** Lets all pending tasks and microtasks run. */
  turn(): Promise<void>;
  /** Waits a few milliseconds of real time. */
  pause(): Promise<void>;
  /** Stops rendering pixels, here and in the realms below. */
  leavePixels(): Promise<void>;
  /**
   * From now on frames run without the page's timers, animation frames and tasks, and nothing is waited for, here and in
   * the realms below.
   */
  silence(): Promise<void>;
  /** Waits until the GPU process has finished all its work, here and in the realms below. */
  drain(): Promise<void>;
  /** Waits until the browser is about to paint. */
  nextPaint(): Promise<void>;
  /**
   * Resolves when the page in a frame tells that it has not loaded because it has to close a document
   * in it, or when it has stopped its load. It may never load, and runs all the same.
   */
  readonly opened: (frame: Window) => Promise<void>;
  /** Whether a timer or an animation frame is pending, here or in a realm below. */
  hasTimers(): boolean;
  /**
   * How often code has loaded, here and in the realms below: scripts, WebAssembly modules, and the initial code of each
   * realm. Code that a page evaluates from text does not count.
   */
  codeCount(): number;
  /** Whether a request has not been delivered yet, here or in a realm below. */
  isWaiting(): boolean;
  /** Whether a task that the page posted to itself waits for a turn. */
  hasTasks(): boolean;
  /**
   * Waits on the real clock until all requests have completed, and delivers them in the order in which they were made.
   * Throws `SettleTimeout` after `config.settleMs`.
   */
  settle(): Promise<void>;
  /**
   * Attributes draws to the nodes of a scene graph, in a run that is inspected or records its frames. `root` is a
   * three.js object; others are ignored.
   */
  watchNodes(root: object): void;
  /** Gives this realm new streams of random numbers, unaffected by libraries that drew some as they were loaded. */
  renewRandomness(): void;
  /** Ends booting: from now on draws follow the pass's raster mode, and unseeded randomness is trapped. */
  beginFrames(): void;
  /** Advances the clock by one tick while booting, so that a setup can await a timer or an animation frame. */
  bootTick(): Promise<void>;
  /**
   * Moves the virtual clock to step `step`, runs the timers that are due, and sends the tape's input of this step: here
   * at once, and to a frame below when that runs.
   */
  beginFrame(step: number, events: readonly PlayedEvent[]): void | Promise<void>;
  /**
   * Looks for an element, here and in the frames below, between two frames. Positions are in CSS pixels of this realm's
   * viewport.
   */
  lookFor(target: ElementTarget): Promise<ElementLook>;
  /** True if `takeMouse` has news. */
  hasMouseChanged(): boolean;
  /** See `StepReport`. */
  takeMouse(): MouseState | null;
  /** Takes over the animations that a change of styles has begun between two frames, here and in the frames below. */
  followStyles(): Promise<void>;
  /** Passes the browser's real input to the page, for a live run of a game that reads its input from a map. */
  useRealInput(): void;
  /**
   * Takes the real input since the last call, here and below, in the order of time, with positions in CSS pixels of
   * this realm's viewport. The first call starts listening. The page does not see this input directly: in a live run of
   * an unmodified page it becomes the input of the next frame.
   */
  takeRealInput(): Promise<readonly HeardInput[]>;
  /** Runs the animation frame callbacks and the realms below. */
  endFrame(step: number): void | Promise<void>;
  /** Calls the resize and intersection observers whose targets have changed. The frame's layout must be done. */
  deliverObservations(): Promise<void> | undefined;
  /** Runs the work that React and other libraries have queued for after the current task. */
  runQueuedWork(): void;
  /** Ends the frame's hash: the draws and changes since the last call, in this realm and those below. */
  takeFrame(): RealmFrame;
  rasterNeed(): RasterNeed | null;
  note(notice: PageNotice): void;
  /** Tells the harness that the page is alive, see `heartbeatBinding`. */
  beat(payload: string): void;
  finish(): Promise<RealmSummary>;
}

/** Thrown by `settle` if a request does not complete. The message lists the outstanding requests. */
export class SettleTimeout extends Error {
  readonly outstanding: readonly string[];

  constructor(outstanding: readonly string[]) {
    super(outstanding.join(", "));
    this.name = "SettleTimeout";
    this.outstanding = outstanding;
  }
}

/**
 * Whether `thrown` is a `SettleTimeout`. It compares names, because the prelude and the host page each bundle the
 * class.
 */
export function isSettleTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "SettleTimeout";
}

/** The property of the window that holds the agent for the host bundle. */
export const agentKey: unique symbol = Symbol.for("framegate.agent");

declare global {
  interface Window {
    [agentKey]?: RealmAgent;
  }
}
