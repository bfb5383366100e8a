import { describe, expect, it } from "vitest";
import { parseTrace, type TracedFrames } from "../../../harness/measure/parse-trace.ts";
import type { TimeColumns } from "../../../src/formats/frame-sample.ts";
import { phaseNames } from "../../../src/formats/phases.ts";
import type { ThreadSlice, TraceEvent } from "../../../src/formats/trace-event.ts";
import { seededRandom } from "../fixtures/seeded-random.ts";

const host = { pid: 10, tid: 1 };
const frames = { count: 5, hasPhases: true };

/** Marks of five frames; phase p of one takes `factors[frame] * (p + 1)` µs of CPU time, the rest of the frame 100 µs. */
function traceOf(hasPhases: boolean, factors = [1, 2, 3, 4, 5]): readonly TraceEvent[] {
  const events: TraceEvent[] = [];
  let tts = 5000;
  const mark = (name: string): void => {
    // The wall clock runs twice as fast: the thread waits half of the time.
    events.push({ name, ts: 1_000_000 + tts * 2, tts, ...host });
  };
  for (const [step, factor] of factors.entries()) {
    mark(`fg:${String(step)}`);
    for (const index of hasPhases ? phaseNames.keys() : []) {
      tts += factor * (index + 1);
      mark("fg.p");
    }
    tts += 100;
    mark("fg.e");
    tts += 1000;
  }
  return events;
}

const trace = traceOf(true);

function parseMarks(marks: readonly TraceEvent[], of: TracedFrames): TimeColumns {
  return parseTrace({ marks, collections: [], renderings: [] }, of);
}

describe("parseTrace", () => {
  it("reads the CPU time, wall time and phases of all frames", () => {
    const times = parseMarks(trace, frames);
    // 36 is the sum of 1 to 8, once for each microsecond of the frame's number.
    expect(times.cpuMs).toEqual([0.136, 0.172, 0.208, 0.244, 0.28]);
    expect(times.wallMs).toEqual([0.272, 0.344, 0.416, 0.488, 0.56]);
    expect(times.phaseCpuMs?.input).toEqual([0.001, 0.002, 0.003, 0.004, 0.005]);
    expect(times.phaseCpuMs?.physics).toEqual([0.003, 0.006, 0.009, 0.012, 0.015]);
    expect(times.phaseCpuMs?.render).toEqual([0.008, 0.016, 0.024, 0.032, 0.04]);
  });

  it("leaves out what a frame takes in which only Framegate runs", () => {
    // The third frame of three is the median one.
    const times = parseMarks(trace, { count: 2, hasPhases: true });
    expect(times.emptyFrameMs).toBe(0.244);
    expect(times.cpuMs).toEqual([0, 0]);
    const late = parseMarks(traceOf(true, [5, 4, 3, 2, 1]), { count: 2, hasPhases: true });
    expect(late.emptyFrameMs).toBe(0.172);
    expect(late.cpuMs.map((ms) => ms.toFixed(3))).toEqual(["0.108", "0.072"]);
    expect(late.phaseCpuMs?.render.map((ms) => ms.toFixed(3))).toEqual(["0.024", "0.016"]);
  });

  it("does not depend on the order in which chunks arrive", () => {
    const random = seededRandom(3);
    const shuffled = trace
      .map((event) => ({ event, key: random() }))
      .sort((left, right) => left.key - right.key)
      .map(({ event }) => event);
    expect(parseMarks(shuffled, frames)).toEqual(parseMarks(trace, frames));
  });

  it("keeps marks of the same microsecond in the order in which they arrived", () => {
    const instant = ["fg:0", ...phaseNames.map(() => "fg.p"), "fg.e"].map((name) => ({ name, ts: 7, tts: 7, ...host }));
    expect(parseMarks(instant, { count: 1, hasPhases: true }).cpuMs).toEqual([0]);
  });

  it("ignores the marks of other threads, other processes and the game's own", () => {
    const noise: readonly TraceEvent[] = [
      { name: "fg.p", ts: 1_010_050, tts: 1, pid: 10, tid: 2 },
      { name: "fg:3", ts: 1_010_060, tts: 1, pid: 11, tid: 1 },
      { name: "fg:menu", ts: 1_010_070, tts: 1, ...host },
      { name: "level-loaded", ts: 1_010_080, tts: 1, ...host },
    ];
    expect(parseMarks([...noise, ...trace], frames)).toEqual(parseMarks(trace, frames));
  });

  it("has no phases for a page without phase marks", () => {
    const times = parseMarks(traceOf(false), { ...frames, hasPhases: false });
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
    expect(() => parseMarks(events, frames)).toThrow(
      expect.objectContaining({ code: "trace-incomplete", where: `frame ${String(frame)}` }),
    );
  });

  it("has no garbage collection where there was none", () => {
    expect(parseMarks(trace, frames).gcCpuMs).toEqual([0, 0, 0, 0, 0]);
  });

  // Without phases, a frame takes 100 µs of CPU time from 5000 on, and the next one begins 1000 µs later.
  const collected = (...collections: readonly Partial<ThreadSlice>[]): TimeColumns["gcCpuMs"] =>
    parseTrace(
      {
        marks: traceOf(false),
        collections: collections.map((each) => ({ ts: 0, wallUs: 0, tts: 5000, cpuUs: 10, ...host, ...each })),
        renderings: [],
      },
      { ...frames, hasPhases: false },
    ).gcCpuMs;

  it("sums up the collections of each frame, in any order of arrival", () => {
    expect(collected({ tts: 6130 }, { tts: 5010 }, { tts: 5050, cpuUs: 30 })).toEqual([0.04, 0.01, 0, 0, 0]);
  });

  it("leaves out the part of a collection that is outside of its frame, and those between frames", () => {
    expect(collected({ tts: 5090, cpuUs: 500 }, { tts: 5900, cpuUs: 50 }, { tts: 6000, cpuUs: 105 })).toEqual([
      ...[0.01, 0.005, 0, 0, 0],
    ]);
    expect(collected({ tts: 5095, cpuUs: 2205 })).toEqual([0.005, 0.1, 0.1, 0, 0]);
  });

  it("leaves out the collections of other threads and processes", () => {
    expect(collected({ tid: 2 }, { pid: 11 })).toEqual([0, 0, 0, 0, 0]);
  });

  it("takes the browser's pictures from the frames and phases that they come in", () => {
    const rendered = (hasPhases: boolean, tts: number, cpuUs: number): TimeColumns =>
      parseTrace(
        { marks: traceOf(hasPhases), collections: [], renderings: [{ ts: 0, wallUs: 0, tts, cpuUs, ...host }] },
        { ...frames, hasPhases },
      );
    expect(rendered(false, 6110, 30).cpuMs).toEqual([0.1, 0.07, 0.1, 0.1, 0.1]);
    expect(rendered(false, 5500, 30).cpuMs).toEqual([0.1, 0.1, 0.1, 0.1, 0.1]);
    const before = parseMarks(trace, frames);
    const [, second] = trace.filter(({ name }) => name.startsWith("fg:"));
    const after = rendered(true, second?.tts ?? 0, 1);
    expect(after.cpuMs[1]).toBeCloseTo((before.cpuMs[1] ?? 0) - 0.001, 6);
    expect(after.phaseCpuMs?.input[1]).toBeCloseTo((before.phaseCpuMs?.input[1] ?? 0) - 0.001, 6);
    expect(after.phaseCpuMs?.render).toEqual(before.phaseCpuMs?.render);
  });

  it("refuses marks without thread time, which would leave nothing but the wall clock", () => {
    const wallOnly = trace.map(({ name, ts, pid, tid }) => ({ name, ts, pid, tid }));
    expect(() => parseMarks(wallOnly, frames)).toThrow(/thread time/);
  });
});
