import type { CDPSession, Protocol } from "puppeteer-core";
import type { FrameTrace, ThreadSlice, TraceEvent } from "../../src/formats/trace-event.ts";
import { FramegateError } from "../errors.ts";
import { collectorCategory, markCategory, readTrace, renderingCategory } from "./read-trace.ts";
import { withinLimit } from "./within-limit.ts";

// A run of 600 frames takes about a megabyte.
const readBytes = 1 << 22;

/**
 * Records `performance.mark` events, garbage collections and the browser's frames with their thread times. Throws
 * `trace-not-answered` if the browser does not answer.
 */
export interface TraceRecorder {
  start(): Promise<void>;
  /** Ends the recording after `frame`, so that it can be restarted. Throws `trace-lost` for a recording with gaps. */
  stop(frame: string): Promise<void>;
  /** Returns and clears the events of all recordings so far, in order of arrival. */
  take(): FrameTrace;
}

/** The part of a page's session that a recorder needs. */
export type TracedSession = Pick<CDPSession, "on" | "once" | "send">;

/** Creates a recorder that waits `limitMs` for an answer. A browser records one trace at a time. */
export function createTraceRecorder(session: TracedSession, limitMs: number): TraceRecorder {
  const marks: TraceEvent[] = [];
  const collections: ThreadSlice[] = [];
  const renderings: ThreadSlice[] = [];
  return {
    async start() {
      const started = session.send("Tracing.start", {
        transferMode: "ReturnAsStream",
        streamFormat: "proto",
        traceConfig: {
          recordMode: "recordUntilFull",
          includedCategories: [markCategory, collectorCategory, renderingCategory],
          excludedCategories: ["*"],
        },
      });
      await withinLimit(started, limitMs, () => new FramegateError("trace-not-answered", { what: "start", limitMs }));
    },
    async stop(frame) {
      const notAnswered = (): FramegateError =>
        new FramegateError("trace-not-answered", { what: "hand over", limitMs });
      const trace = await withinLimit(endRecording(session), limitMs, notAnswered);
      if (trace === null) throw new FramegateError("trace-lost", { frame });
      const read = readTrace(trace);
      for (const mark of read.marks) marks.push(mark);
      for (const collection of read.collections) collections.push(collection);
      for (const rendering of read.renderings) renderings.push(rendering);
    },
    take: () => ({ marks: marks.splice(0), collections: collections.splice(0), renderings: renderings.splice(0) }),
  };
}

/** The bytes of the trace; null if some were lost. */
async function endRecording(session: TracedSession): Promise<Uint8Array | null> {
  const complete = new Promise<Protocol.Tracing.TracingCompleteEvent>((resolve) => {
    session.once("Tracing.tracingComplete", resolve);
  });
  await session.send("Tracing.end");
  const { dataLossOccurred, stream } = await complete;
  if (stream === undefined) throw new Error("The browser ended a recording without a stream to read it from.");
  const bytes = await readStream(session, stream);
  return dataLossOccurred ? null : bytes;
}

async function readStream(session: TracedSession, handle: string): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for (let isAtEnd = false; !isAtEnd;) {
    const { data, eof, base64Encoded } = await session.send("IO.read", { handle, size: readBytes });
    parts.push(Buffer.from(data, base64Encoded === true ? "base64" : "utf8"));
    isAtEnd = eof;
  }
  await session.send("IO.close", { handle });
  return Buffer.concat(parts);
}
