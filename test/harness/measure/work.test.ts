import { describe, expect, it } from "vitest";
import { measureRuns } from "../../../harness/measure/metrics.ts";
import type { RunSamples } from "../../../src/formats/frame-sample.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

function withWork(every: number, readings: readonly number[]): readonly RunSamples[] {
  const work = { every, readings, functions: [], texts: [], wasm: null, natives: [], flags: [], notes: [] };
  return makeSamples(["count", "work"]).map((sample) => (sample.run.pass === "work" ? { ...sample, work } : sample));
}

/** 1 to 200 in scrambled order. */
const byFrame = Array.from({ length: 200 }, (_, index) => ((index * 77) % 200) + 1);

describe("executed code", () => {
  it("has a p95, and a maximum with its frame, if it was read after each frame", () => {
    const { metrics, perFrame } = measureRuns(withWork(1, byFrame));
    expect(metrics.workP95).toMatchObject({ value: 190, low: 190, high: 190, reason: null });
    expect(metrics.workMax).toMatchObject({ value: 200, frame: byFrame.indexOf(200), mean: 101 });
    expect(perFrame.work).toEqual(byFrame);
  });

  it.each([
    { samples: withWork(10, byFrame), reason: "the work was read every 10 frames; --work-every 1 reads it after each" },
    { samples: makeSamples(["count"]), reason: "there was no work pass; --work adds one" },
  ])("has no metrics without that: $reason", ({ samples, reason }) => {
    const { metrics, perFrame } = measureRuns(samples);
    expect(metrics.workMax).toMatchObject({ value: null, reason });
    expect(metrics.workP95).toMatchObject({ value: null, reason });
    expect(perFrame.work).toBeNull();
  });

  it("has no p95 of few frames", () => {
    const { metrics } = measureRuns(withWork(1, byFrame.slice(0, 99)));
    expect(metrics.workP95.reason).toBe("a p95 needs at least 100 measured frames, there are 99");
    expect(metrics.workMax.value).not.toBeNull();
  });
});
