import type { FinishReport, PageNotice, PreludeConfig } from "../formats/page-port.ts";
import type { SourceEvent, TapeEvent } from "../formats/tape.ts";
import type { StateHash } from "../core/state-hash.ts";

/** What one frame drew in one realm, and in the realms below it. */
export interface RealmFrame {
  readonly drawCalls: number;
  readonly triangles: number;
}

/** What is known of a realm and those below it at the end. */
export interface RealmSummary extends Omit<FinishReport, "entities"> {
  /** Sources of the tape of which some listener has heard, as `describeSource` names them. */
  readonly heardSources: readonly string[];
}

/** What a real device did, and when: milliseconds since 1970, alike in all realms, so that they can be put in order. */
export interface HeardInput {
  readonly atMs: number;
  readonly event: SourceEvent;
}

/** Readback of pixels that were not rendered: the run must start over with real raster. */
export interface RasterNeed {
  readonly api: string;
  readonly stack: string;
}

/**
 * The prelude's hold on one realm (the host page, or a frame in it): its clock, its timers, its draws. The conductor
 * drives the top realm; each realm drives the frames below it.
 */
export interface RealmAgent {
  readonly config: PreludeConfig;
  /** Chained over the run in a count pass; null where nothing is hashed. */
  readonly hash: StateHash | null;
  /** Real monotonic milliseconds, for measuring and limits only. */
  realNow(): number;
  /** Real `performance.mark`, seen by traces. */
  mark(name: string): void;
  /** Forgets the marks of that name, which would otherwise pile up in the page. */
  clearMarks(name: string): void;
  /** Lets every task that is ready run, microtasks included. */
  turn(): Promise<void>;
  /** Waits a few milliseconds of real time. */
  pause(): Promise<void>;
  /** Renders no pixels from now on, here and in the realms below. */
  leavePixels(): Promise<void>;
  /** Waits until the GPU process has done all that it was told, here and in the realms below. */
  drain(): Promise<void>;
  /** Waits until the browser asks for its next picture. */
  nextPaint(): Promise<void>;
  /** Whether a timer or an animation frame is asked for. */
  hasTimers(): boolean;
  /** Whether something asked for has not been delivered, here or in a realm below. */
  isWaiting(): boolean;
  /**
   * Waits on the real clock until everything asked for has completed, and delivers it in the order of asking.
   * Throws `SettleTimeout` after `config.settleMs`.
   */
  settle(): Promise<void>;
  /** Leaves booting: from now on draws follow the pass's raster mode and raw randomness is trapped. */
  beginFrames(): void;
  /** One tick while booting, so that a set-up that awaits a timer or an animation frame can go on. */
  bootTick(): Promise<void>;
  /**
   * Moves the virtual clock to step `step`, runs the timers that fall due, and sends what the devices of the tape do in
   * this step: here at once, and below where it lies there.
   */
  beginFrame(step: number, events: readonly TapeEvent[]): void | Promise<void>;
  /** Leaves the page to the real devices of the browser, for a run by hand of a game that reads its input from a map. */
  useRealInput(): void;
  /**
   * What the real devices of the browser did since the last call, here and below, in the order of time; places are in CSS
   * pixels of this realm's viewport. The first call begins the listening. The page hears nothing of it by itself: in a run
   * by hand of an unmodified page these are the events of the next frame.
   */
  takeRealInput(): Promise<readonly HeardInput[]>;
  /** Runs animation frame callbacks and the realms below. */
  endFrame(step: number): void | Promise<void>;
  /** Calls the observers of sizes and intersections for which something has changed. The frame's layout must be done. */
  deliverObservations(): void;
  /** Runs what React and its like queued for after the current task, now. */
  runQueuedWork(): void;
  /** Draws since the last call, this realm and those below. */
  takeFrame(): RealmFrame;
  rasterNeed(): RasterNeed | null;
  note(notice: PageNotice): void;
  finish(): Promise<RealmSummary>;
}

/** Thrown by `settle` when something asked for does not complete. Its message is the list of what that is. */
export class SettleTimeout extends Error {
  readonly outstanding: readonly string[];

  constructor(outstanding: readonly string[]) {
    super(outstanding.join(", "));
    this.name = "SettleTimeout";
    this.outstanding = outstanding;
  }
}

/** Whether `thrown` is a `SettleTimeout`. Told by its name: the prelude and the host page each bundle the class. */
export function isSettleTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "SettleTimeout";
}

/** Where the prelude leaves the agent for the host bundle of the same realm. */
export const agentKey: unique symbol = Symbol.for("framegate.agent");

declare global {
  interface Window {
    [agentKey]?: RealmAgent;
  }
}
