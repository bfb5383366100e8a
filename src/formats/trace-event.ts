/** One event of a Chromium trace, with the fields that timing needs. The capture room checks it on arrival. */
export interface TraceEvent {
  readonly name: string;
  /** Microseconds on the trace's own clock. */
  readonly ts: number;
  /** CPU time of the event's thread in microseconds; absent on platforms that do not report it. */
  readonly tts?: number;
  readonly pid: number;
  readonly tid: number;
}

/** A piece of work on one thread. */
export interface ThreadSlice {
  /** Its start and duration on the trace's own clock, in microseconds. */
  readonly ts: number;
  readonly wallUs: number;
  /** CPU time of the thread at its start, in microseconds. */
  readonly tts: number;
  /** Its own CPU time, in microseconds. */
  readonly cpuUs: number;
  readonly pid: number;
  readonly tid: number;
}

/** The recorded marks and slices of a page, each thread's in order. */
export interface FrameTrace {
  readonly marks: readonly TraceEvent[];
  /** Garbage collections. */
  readonly collections: readonly ThreadSlice[];
  /** The browser's own frames, without the layout in them. */
  readonly renderings: readonly ThreadSlice[];
}
