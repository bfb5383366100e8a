import type { CDPSession, Protocol } from "puppeteer-core";
import type { TraceEvent } from "../../src/formats/trace-event.ts";
import { FramegateError } from "../errors.ts";
import { withinLimit } from "./within-limit.ts";

/** Records `performance.mark` events with their thread times. Throws `trace-not-answered` where the browser stays silent. */
export interface TraceRecorder {
  start(): Promise<void>;
  /** Ends the recording after `frame`, so that it can be started again. Throws `trace-lost` for a recording with gaps. */
  stop(frame: string): Promise<void>;
  /** Takes the events of all recordings that were stopped, in the order of arrival. */
  take(): readonly TraceEvent[];
}

/** What a recorder needs of a page's session. */
export type TracedSession = Pick<CDPSession, "on" | "once" | "send">;

/** Creates a recorder on a page's session that waits `limitMs` for an answer. One browser records one trace at a time. */
export function createTraceRecorder(session: TracedSession, limitMs: number): TraceRecorder {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) {
      // The protocol's types say `any`; what an event holds is read field by field below.
      // eslint-disable-next-line @typescript-eslint/no-unsafe-argument
      const parsed = parseTraceEvent(event);
      if (parsed !== null) events.push(parsed);
    }
  });
  return {
    async start() {
      const started = session.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: {
          recordMode: "recordUntilFull",
          includedCategories: ["blink.user_timing"],
          excludedCategories: ["*"],
        },
      });
      await withinLimit(started, limitMs, () => new FramegateError("trace-not-answered", { what: "start", limitMs }));
    },
    async stop(frame) {
      const ended = endRecording(session);
      const notAnswered = (): FramegateError => new FramegateError("trace-not-answered", { what: "hand over", limitMs });
      const { dataLossOccurred } = await withinLimit(ended, limitMs, notAnswered);
      if (dataLossOccurred) throw new FramegateError("trace-lost", { frame });
    },
    take: () => events.splice(0),
  };
}

async function endRecording(session: TracedSession): Promise<Protocol.Tracing.TracingCompleteEvent> {
  const complete = new Promise<Protocol.Tracing.TracingCompleteEvent>((resolve) => {
    session.once("Tracing.tracingComplete", resolve);
  });
  await session.send("Tracing.end");
  return await complete;
}

/** Keeps what is needed of an event of the browser's; null for what is no mark. */
function parseTraceEvent(event: object): TraceEvent | null {
  const name: unknown = Reflect.get(event, "name");
  const cat: unknown = Reflect.get(event, "cat");
  const ts: unknown = Reflect.get(event, "ts");
  const tts: unknown = Reflect.get(event, "tts");
  const pid: unknown = Reflect.get(event, "pid");
  const tid: unknown = Reflect.get(event, "tid");
  const isMark = typeof cat === "string" && cat.includes("blink.user_timing");
  if (!isMark || typeof name !== "string" || typeof ts !== "number") return null;
  if (typeof pid !== "number" || typeof tid !== "number") return null;
  return typeof tts === "number" ? { name, ts, tts, pid, tid } : { name, ts, pid, tid };
}
