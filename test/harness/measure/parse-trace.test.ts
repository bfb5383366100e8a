import { describe, expect, it } from "vitest";
import { parseTrace } from "../../../harness/measure/parse-trace.ts";
import { phaseNames } from "../../../src/formats/phases.ts";
import type { TraceEvent } from "../../../src/formats/trace-event.ts";
import { seededRandom } from "../fixtures/seeded-random.ts";

const host = { pid: 10, tid: 1 };
const frames = { count: 5, hasPhases: true };

/** Marks of five frames; phase p of frame n takes (n + 1) * (p + 1) µs of CPU time, the rest of the frame 100 µs. */
function traceOf(hasPhases: boolean): readonly TraceEvent[] {
  const events: TraceEvent[] = [];
  let tts = 5000;
  const mark = (name: string): void => {
    // The wall clock runs twice as fast: the thread waits half of the time.
    events.push({ name, ts: 1_000_000 + tts * 2, tts, ...host });
  };
  for (let step = 0; step < 5; step += 1) {
    mark(`fg:${String(step)}`);
    for (const index of hasPhases ? phaseNames.keys() : []) {
      tts += (step + 1) * (index + 1);
      mark("fg.p");
    }
    tts += 100;
    mark("fg.e");
    tts += 1000;
  }
  return events;
}

const trace = traceOf(true);

describe("parseTrace", () => {
  it("reads the CPU time, wall time and phases of all frames", () => {
    const times = parseTrace(trace, frames);
    // 36 is the sum of 1 to 8, once for each microsecond of the frame's number.
    expect(times.cpuMs).toEqual([0.136, 0.172, 0.208, 0.244, 0.28]);
    expect(times.wallMs).toEqual([0.272, 0.344, 0.416, 0.488, 0.56]);
    expect(times.phaseCpuMs?.input).toEqual([0.001, 0.002, 0.003, 0.004, 0.005]);
    expect(times.phaseCpuMs?.physics).toEqual([0.003, 0.006, 0.009, 0.012, 0.015]);
    expect(times.phaseCpuMs?.render).toEqual([0.008, 0.016, 0.024, 0.032, 0.04]);
  });

  it("does not depend on the order in which chunks arrive", () => {
    const random = seededRandom(3);
    const shuffled = trace
      .map((event) => ({ event, key: random() }))
      .sort((left, right) => left.key - right.key)
      .map(({ event }) => event);
    expect(parseTrace(shuffled, frames)).toEqual(parseTrace(trace, frames));
  });

  it("keeps marks of the same microsecond in the order in which they arrived", () => {
    const instant = ["fg:0", ...phaseNames.map(() => "fg.p"), "fg.e"].map((name) => ({ name, ts: 7, tts: 7, ...host }));
    expect(parseTrace(instant, { count: 1, hasPhases: true }).cpuMs).toEqual([0]);
  });

  it("ignores the marks of other threads, other processes and the game's own", () => {
    const noise: readonly TraceEvent[] = [
      { name: "fg.p", ts: 1_010_050, tts: 1, pid: 10, tid: 2 },
      { name: "fg:3", ts: 1_010_060, tts: 1, pid: 11, tid: 1 },
      { name: "fg:menu", ts: 1_010_070, tts: 1, ...host },
      { name: "level-loaded", ts: 1_010_080, tts: 1, ...host },
    ];
    expect(parseTrace([...noise, ...trace], frames)).toEqual(parseTrace(trace, frames));
  });

  it("has no phases for a page without phase marks", () => {
    const times = parseTrace(traceOf(false), { ...frames, hasPhases: false });
    expect(times.phaseCpuMs).toBeNull();
    expect(times.cpuMs).toEqual([0.1, 0.1, 0.1, 0.1, 0.1]);
  });

  const startOf = (step: number): number => trace.findIndex(({ name }) => name === `fg:${String(step)}`);
  it.each([
    ["a lost start", trace.toSpliced(startOf(3), 1), 2],
    ["a lost phase", trace.toSpliced(startOf(3) + 4, 1), 3],
    ["a lost end", trace.toSpliced(startOf(4) - 1, 1), 3],
    ["a lost end of the last frame", trace.slice(0, -1), 4],
    ["a mark too many", trace.toSpliced(startOf(2) + 2, 0, { ...trace[startOf(2) + 1]! }), 2],
    ["an end in the place of a phase", trace.with(startOf(3) + 4, { ...trace[startOf(3) + 4]!, name: "fg.e" }), 3],
    ["a frame that is missing", trace.slice(0, startOf(4)), 4],
    ["a lost mark in the warm-up", trace.toSpliced(startOf(1) + 4, 1), 1],
    ["a mark before the first frame", trace.slice(1), 0],
    ["no marks at all", [], 0],
  ])("names the frame of %s", (_, events, frame) => {
    expect(() => parseTrace(events, frames)).toThrow(
      expect.objectContaining({ code: "trace-incomplete", where: `frame ${String(frame)}` }),
    );
  });

  it("refuses marks without thread time, which would leave nothing but the wall clock", () => {
    const wallOnly = trace.map(({ name, ts, pid, tid }) => ({ name, ts, pid, tid }));
    expect(() => parseTrace(wallOnly, frames)).toThrow(/thread time/);
  });
});
