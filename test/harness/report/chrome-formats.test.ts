import { CPUProfileDataModel } from "@paulirish/trace_engine/models/cpu_profile/CPUProfileDataModel.js";
import { describe, expect, it } from "vitest";
import { renderCpuProfile } from "../../../harness/report/chrome-profile.ts";
import { renderChromeTrace } from "../../../harness/report/chrome-trace.ts";
import { makeProfiledRun, span } from "../fixtures/make-profiled-run.ts";

// Frames 1 and 2 are looked at. V8 has samples before, between and after them.
const run = makeProfiledRun(
  [span(1000, 1500, [1100, 1400]), span(2000, 3000, [2400, 2900]), span(3500, 4200, [3600, 4200]), span(5000, 6000)],
  [
    [1200, "g tick"],
    [2050, "g tick", "g move"],
    [2050, "g tick", "g move", "b sort"],
    [2500, "g tick", "g draw"],
    [2990, "f end"],
    [3200, "f between"],
    [3700, "g tick"],
    [5100, "g late"],
  ],
);
const range = { first: 1, last: 2 };
const text = renderCpuProfile(run, range);

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly hitCount: number; readonly children: readonly number[] }[];
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

describe("a .cpuprofile", () => {
  const profile = JSON.parse(text) as Profile;
  const ids = profile.nodes.map(({ id }) => id);

  it("is a tree: ids are unique, and every node but the first has one parent", () => {
    expect(new Set(ids).size).toBe(ids.length);
    const children = profile.nodes.flatMap((node) => node.children);
    expect(children.toSorted((one, other) => one - other)).toEqual(ids.slice(1).toSorted((one, other) => one - other));
  });

  it("has a known node and a time per sample, and hits that add up", () => {
    expect(profile.samples).toHaveLength(6);
    expect(profile.timeDeltas).toHaveLength(profile.samples.length);
    for (const sample of profile.samples) expect(ids).toContain(sample);
    for (const { id, hitCount } of profile.nodes)
      expect(hitCount).toBe(profile.samples.filter((sample) => sample === id).length);
  });

  it("has times that never go back, and stay between its start and its end", () => {
    expect([profile.startTime, profile.endTime]).toEqual([2000, 4200]);
    expect(profile.timeDeltas).toEqual([50, 0, 450, 490, 210, 500]);
    expect(profile.timeDeltas.reduce((sum, each) => sum + each, profile.startTime)).toBeLessThanOrEqual(4200);
  });

  it("is read by DevTools' own model, with the stacks as they were", () => {
    const model = new CPUProfileDataModel(JSON.parse(text) as ConstructorParameters<typeof CPUProfileDataModel>[0]);
    const stacks = (model.samples ?? []).map((id) => {
      const names: string[] = [];
      for (let node = model.nodeById(id) ?? null; node !== null; node = node.parent) names.unshift(node.functionName);
      return names.filter((name) => name !== "(root)").join(">");
    });
    expect(stacks).toEqual(["tick>move", "tick>move>sort", "tick>draw", "end", "between", "tick"]);
  });
});

interface Event {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly id?: string;
}

describe("a trace", () => {
  const { traceEvents } = JSON.parse(renderChromeTrace(run, range)) as { readonly traceEvents: readonly Event[] };

  it("has a task per frame, which do not overlap", () => {
    const tasks = traceEvents.filter(({ ph }) => ph === "X").map(({ ts, dur = Number.NaN }) => [ts, ts + dur]);
    expect(tasks).toEqual([
      [2000, 3000],
      [3500, 4200],
    ]);
  });

  it("ends each timing that it begins, with phases one after another within their frame", () => {
    const begun = traceEvents.filter(({ ph }) => ph === "b");
    const timings = begun.map(({ name, id, ts }) => {
      const ends = traceEvents.filter((event) => event.ph === "e" && event.name === name && event.id === id);
      expect(ends).toHaveLength(1);
      return [name, ts, ends[0]?.ts];
    });
    expect(traceEvents.filter(({ ph }) => ph === "e")).toHaveLength(begun.length);
    expect(timings).toEqual([
      ["frame 1", 2000, 3000],
      ["input", 2000, 2400],
      ["prePhysics", 2400, 2900],
      ["frame 2", 3500, 4200],
      ["input", 3500, 3600],
      ["prePhysics", 3600, 4200],
    ]);
  });
});
