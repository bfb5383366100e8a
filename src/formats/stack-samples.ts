import type { ProfiledFunction } from "./cpu-profile.ts";
import type { ThreadSlice } from "./trace-event.ts";

/** A function of sampled stacks. */
export interface SampledFunction extends Pick<ProfiledFunction, "name" | "position" | "owner"> {
  /**
   * The URL under which the browser ran it; empty for a function of the browser. Line and column from 0, as V8 counts
   * them.
   */
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** A place in the tree of calls: a function, called from another place. */
export interface SampledNode {
  /** Index of a function. */
  readonly function: number;
  /** Index of the node that called it, which comes before it; null for the root. */
  readonly parent: number | null;
}

/** The stacks of a main thread, sampled while a page loaded and ran. */
export interface StackSamples {
  /** The requested time between two samples. A busy machine takes fewer. */
  readonly intervalUs: number;
  readonly functions: readonly SampledFunction[];
  readonly nodes: readonly SampledNode[];
  /** Indexes of the innermost nodes, ascending in time. */
  readonly samples: readonly number[];
  /** Their times, in microseconds on the clock of traces. */
  readonly timesUs: readonly number[];
}

/** A moment of a frame in microseconds: on the clock of traces, and of the thread's own time. */
export interface FrameMoment {
  readonly ts: number;
  readonly tts: number;
}

/** A frame as it was traced, with the ends of its phases if it has phases. */
export interface FrameSpan {
  readonly start: FrameMoment;
  readonly phaseEnds: readonly FrameMoment[];
  readonly end: FrameMoment;
}

/** CPU milliseconds of Framegate in a frame and in each of its phases, if it has phases. */
export interface EmptyFrame {
  readonly cpuMs: number;
  readonly phaseMs: readonly number[];
}

/** A run that was sampled. */
export interface ProfiledRun {
  readonly stacks: StackSamples;
  /** Its measured frames. */
  readonly spans: readonly FrameSpan[];
  /** The browser's own frames on the same thread, ascending in time. */
  readonly pictures: readonly ThreadSlice[];
  /** From frames after those, which were not sampled. */
  readonly emptyFrame: EmptyFrame;
}
