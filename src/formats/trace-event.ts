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
