/** One event of a Chromium trace, as far as timing needs it. Checked where it arrives, in the capture room. */
export interface TraceEvent {
  readonly name: string;
  /** Microseconds on the trace's own clock. */
  readonly ts: number;
  /** Microseconds of CPU time of the event's thread; absent where the platform cannot tell. */
  readonly tts?: number;
  readonly pid: number;
  readonly tid: number;
}
