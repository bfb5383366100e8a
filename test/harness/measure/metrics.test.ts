import { describe, expect, it } from "vitest";
import { measureRuns } from "../../../harness/measure/metrics.ts";
import { makeSamples, noCounts, withCount } from "../fixtures/make-samples.ts";

const passes = ["count", "count", "timed", "timed", "timed", "timed", "timed"] as const;

describe("measureRuns", () => {
  it("gives each timed metric a value inside an interval that has a width", () => {
    const { metrics } = measureRuns(makeSamples(passes));
    for (const metric of [metrics.frameCpuMsP95, metrics.physicsMsP95]) {
      expect(metric.unit).toBe("ms");
      expect(metric.low!).toBeLessThan(metric.value!);
      expect(metric.high!).toBeGreaterThan(metric.value!);
    }
  });

  it("takes an exact metric's worst frame and names the first frame that it stands in", () => {
    const samples = makeSamples(["count"]);
    const raised = withCount(withCount(samples, { run: 0, column: "drawCalls", frame: 90, value: 999 }), {
      run: 0,
      column: "drawCalls",
      frame: 31,
      value: 999,
    });
    const { maxDrawCalls } = measureRuns(raised).metrics;
    expect(maxDrawCalls).toMatchObject({ value: 999, unit: "count", reason: null, low: 999, high: 999, frame: 31 });
    const [column = []] = raised.map(({ counts }) => counts.drawCalls ?? []);
    expect(maxDrawCalls.mean).toBeCloseTo(column.reduce((total, count) => total + count, 0) / column.length, 3);
  });

  it("measures no load that is not the same in every count run", () => {
    const [first, second] = makeSamples(["count", "count"]);
    const { metrics } = measureRuns([first!, { ...second!, loads: { ...second!.loads!, bootBytes: 1201 } }]);
    expect(metrics.requestsAfterBoot).toMatchObject({ value: 4, low: 4, high: 4, unit: "count", frame: null });
    expect(metrics.bootDecodedBytes).toMatchObject({ value: 1500, unit: "bytes" });
    expect(metrics.bootBytes).toMatchObject({
      value: null,
      reason: "it was not the same in every run: 1200, 1201",
    });
    const loads = { ...first!.loads!, bootDecodedBytes: null };
    expect(measureRuns([{ ...first!, loads }]).metrics.bootDecodedBytes.reason).toContain("cannot decode");
    expect(measureRuns(makeSamples(["timed"])).metrics.bootBytes.reason).toContain("a count pass, and there was none");
  });

  it("refuses a p95 of fewer than a hundred frames and keeps the exact metrics", () => {
    const { metrics } = measureRuns(makeSamples(passes, { frames: 99 }));
    expect(metrics.frameCpuMsP95).toMatchObject({ value: null, low: null, high: null });
    expect(metrics.frameCpuMsP95.reason).toContain("at least 100 measured frames, there are 99");
    expect(metrics.maxDrawCalls.value).not.toBeNull();
  });

  it("gives quantiles, the worst frame, and the frames over a limit of the median frames", () => {
    const costs = Array.from({ length: 600 }, (_, frame) => 1 + frame / 100 + (frame === 42 ? 50 : 0));
    const samples = makeSamples(["timed", "timed", "timed"], { frames: 600 }).map((sample, repeat) => ({
      ...sample,
      times: { ...sample.times!, cpuMs: costs.map((cost) => cost * [1.01, 0.98, 1][repeat]!) },
    }));
    const { metrics } = measureRuns(samples);
    // The median of 600 frames lies between the 300th and the 301st; frame 42 has moved to the end.
    expect(metrics.frameCpuMsP50.value).toBeCloseTo(1 + 300.5 / 100, 4);
    expect(metrics.frameCpuMsP99.value).toBeCloseTo(1 + (599 * 0.99 + 1) / 100, 4);
    expect(metrics.frameCpuMsMax).toMatchObject({ value: 51.42, frame: 42, unit: "ms" });
    expect(metrics.framesOver16Ms).toMatchObject({ value: 1, low: 1, high: 1, unit: "count" });
    expect(metrics.hitches).toMatchObject({ value: 1, low: 1, high: 1 });
    for (const { low, value, high } of [metrics.frameCpuMsP50, metrics.frameCpuMsP99, metrics.frameCpuMsMax]) {
      expect(low!).toBeLessThan(value!);
      expect(high!).toBeGreaterThan(value!);
    }
  });

  it("refuses a p99 of fewer than five hundred frames", () => {
    const { frameCpuMsP99 } = measureRuns(makeSamples(passes, { frames: 499 })).metrics;
    expect(frameCpuMsP99.reason).toBe("a p99 needs at least 500 measured frames, there are 499");
  });

  it("takes the boot from timed runs alone", () => {
    const boots = [900, 900, 210, 200, 290];
    const samples = makeSamples(["count", "count", "timed", "timed", "timed"]);
    const { bootMs } = measureRuns(samples.map((sample, run) => ({ ...sample, bootMs: boots[run]! }))).metrics;
    expect(bootMs.value).toBe(210);
    expect(bootMs.low!).toBeLessThan(210);
    expect(bootMs.high!).toBeGreaterThan(210);
    expect(measureRuns(makeSamples(["count"])).metrics.bootMs.value).toBeNull();
  });

  it("takes the garbage collector's time from each repeat, whichever frame it comes in", () => {
    // The median of a frame over the repeats hides most of it.
    const collected = [
      [0, 6, 0, 0],
      [0, 0, 4, 4],
      [9, 0, 0, 3],
    ];
    const samples = makeSamples(["timed", "timed", "timed"], { frames: 4 }).map((sample, run) => ({
      ...sample,
      times: sample.times === null ? null : { ...sample.times, gcCpuMs: collected[run]! },
    }));
    const { metrics, perFrame } = measureRuns(samples);
    expect(perFrame.gcMs).toEqual([0, 0, 0, 3]);
    expect(metrics.gcMsMax).toMatchObject({ value: 6, unit: "ms", frame: null });
    expect(metrics.gcMsMean).toMatchObject({ value: 2, unit: "ms", frame: null });
    for (const { low, high } of [metrics.gcMsMax, metrics.gcMsMean]) expect(low!).toBeLessThan(high!);
  });

  it("gives zero, not nothing, for a game that makes no garbage", () => {
    const samples = makeSamples(["timed", "timed"]).map((sample) => ({
      ...sample,
      times: sample.times === null ? null : { ...sample.times, gcCpuMs: sample.times.gcCpuMs.map(() => 0) },
    }));
    const { gcMsMax, gcMsMean } = measureRuns(samples).metrics;
    expect([gcMsMax, gcMsMean]).toMatchObject([
      { value: 0, low: 0, high: 0, reason: null },
      { value: 0, low: 0, high: 0, reason: null },
    ]);
  });

  it("gives one timed repeat a value without an interval", () => {
    const { frameCpuMsP95 } = measureRuns(makeSamples(["timed"])).metrics;
    expect(frameCpuMsP95.value).toBeGreaterThan(0);
    expect(frameCpuMsP95).toMatchObject({ low: null, high: null, reason: null });
  });

  it("never gives zero for an unmeasured figure", () => {
    const bare = makeSamples(["count"]).map((sample) => ({
      ...sample,
      entities: null,
      loads: null,
      counts: noCounts,
    }));
    const { metrics } = measureRuns(bare);
    for (const metric of Object.values(metrics)) {
      expect(metric.value).toBeNull();
      expect(metric.reason).toMatch(/\w+/);
    }
  });

  it("gives zero for a count of no entities", () => {
    const empty = makeSamples(["count"]).map((sample) => ({ ...sample, entities: 0 }));
    expect(measureRuns(empty).metrics.maxEntities).toMatchObject({ value: 0, reason: null });
  });

  it("says that an embedded page was not searched, and that another page was searched in vain", () => {
    const bare = makeSamples(["count"]).map((sample) => ({
      ...{ ...sample, entities: null, scene: null, physics: null },
      counts: { ...sample.counts, sceneEntities: null, sceneNodes: null },
    }));
    const reasons = [true, false].map((seeksEngines) => {
      const { maxEntities, nodesPeak } = measureRuns(bare, { seeksEngines }).metrics;
      return [maxEntities.reason, nodesPeak.reason];
    });
    const found = "no scene graph of a known engine was found";
    expect(reasons).toEqual([
      [found, found],
      [
        expect.stringContaining("a page that a manifest embeds"),
        expect.stringContaining("a page that a manifest embeds"),
      ],
    ]);
  });

  it("leaves out the physics of frames without phases", () => {
    const embedded = makeSamples(["timed", "timed"]).map((sample) => ({
      ...sample,
      times: sample.times === null ? null : { ...sample.times, phaseCpuMs: null },
    }));
    const measured = measureRuns(embedded);
    expect(measured.metrics.physicsMsP95.reason).toContain("a page that a manifest embeds");
    expect(measured.perFrame.physicsMs).toBeNull();
    expect(measured.worstFrames[0]?.phaseCpuMs).toBeNull();
    expect(measured.metrics.frameCpuMsP95.value).not.toBeNull();
  });

  it("fills every column with one entry per measured frame", () => {
    const { perFrame } = measureRuns(makeSamples(passes));
    const columns = Object.entries(perFrame).filter(([, column]) => column !== null);
    expect(columns.map(([, column]) => column?.length)).toEqual([120, 120, 120, 120, 120, 120, 120, 120, 120, 120]);
    expect(perFrame.canvasOperations).toBeNull();
  });
});
