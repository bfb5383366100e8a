import type { CDPSession } from "puppeteer-core";
import type { TraceEvent } from "../../src/formats/trace-event.ts";

/** Records `performance.mark` events with their thread times. */
export interface TraceRecorder {
  start(): Promise<void>;
  /** Ends the recording and returns its events in the order of arrival. */
  stop(): Promise<readonly TraceEvent[]>;
}

/** Creates a recorder on a page's session. One browser can record one trace at a time. */
export function createTraceRecorder(session: CDPSession): TraceRecorder {
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
      await session.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: {
          recordMode: "recordUntilFull",
          includedCategories: ["blink.user_timing"],
          excludedCategories: ["*"],
        },
      });
    },
    async stop() {
      const complete = new Promise<void>((resolve) => {
        session.once("Tracing.tracingComplete", () => {
          resolve();
        });
      });
      await session.send("Tracing.end");
      await complete;
      return events.splice(0);
    },
  };
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
