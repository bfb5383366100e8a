import { describe, expect, it } from "vitest";
import {
  type AllocatingBuild,
  compareAllocations,
  compareStoredAllocations,
} from "../../../harness/measure/compare-allocations.ts";
import type { AllocationSamples } from "../../../src/formats/allocations.ts";
import type { ProfiledFunction } from "../../../src/formats/cpu-profile.ts";
import type { SampledNode } from "../../../src/formats/stack-samples.ts";
import type { WorkedFunction, WorkSamples } from "../../../src/formats/work.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const owners: Readonly<Record<string, ProfiledFunction["owner"]>> = { g: "game", l: "library", f: "framegate" };

/** Two frames, each of which allocates as many bytes in each stack as given, such as `g tick > l clone`. */
function samplesOf(stacks: Readonly<Record<string, number>>): AllocationSamples {
  const functions: AllocationSamples["functions"][number][] = [];
  const nodes: SampledNode[] = [];
  const innermost = Object.keys(stacks).map((stack) => {
    let parent: number | null = null;
    for (const each of stack.split(" > ")) {
      const [owner = "", name = ""] = each.split(" ");
      const position = `${name}.js:1:1`;
      functions.push({ name, position, owner: owners[owner] ?? "game", url: position, line: 0, column: 0 });
      parent = nodes.push({ function: functions.length - 1, parent }) - 1;
    }
    return parent ?? 0;
  });
  const frame = { intervalBytes: 1, nodes: innermost, bytes: Object.values(stacks) };
  const heap = { usedBytes: 0, bufferBytes: 0 };
  return { functions, nodes, frames: [frame, frame], heapBefore: heap, heapAfter: heap };
}

function buildOf(stacks: Readonly<Record<string, number>>, work: WorkSamples | null = null): AllocatingBuild {
  return { samples: samplesOf(stacks), work };
}

function worked(name: string, text = name): WorkedFunction {
  return { ...{ name, position: `${name}.js:1:1`, owner: "game", work: 9, end: `${name}.js:9:9`, text } };
}

function workOf(functions: readonly WorkedFunction[]): WorkSamples {
  const nothing = { every: 1, readings: [], wasm: null, natives: [], flags: [], notes: [] };
  return { ...nothing, functions, texts: functions.map(({ text }) => text) };
}

describe("compareAllocations", () => {
  it("has the mean bytes of both builds, and the functions that differ, largest difference first", () => {
    const before = buildOf({ "g tick": 4000, "g tick > g spawn": 1000, "g tick > g fade": 3000 });
    const now = buildOf({ "g tick": 4000, "g tick > g spawn": 6000, "g tick > g fade": 1000 });
    expect(compareAllocations(before, now)).toMatchObject({
      ...{ baselineBytes: 8000, currentBytes: 11_000 },
      functions: [
        { name: "spawn", position: "spawn.js:1:1", owner: "game", baselineBytes: 1000, currentBytes: 6000 },
        { name: "fade", owner: "game", baselineBytes: 3000, currentBytes: 1000 },
      ],
    });
  });

  it("counts a library's bytes for the game's function that calls it, and lists the library's behind it", () => {
    const before = buildOf({ "g tick > g aim > l clone": 20_000 });
    const now = buildOf({ "g tick > g aim > l clone": 70_000 });
    expect(compareAllocations(before, now).functions).toMatchObject([
      { name: "aim", baselineBytes: 20_000, currentBytes: 70_000 },
      { name: "clone", owner: "library", baselineBytes: 20_000, currentBytes: 70_000 },
    ]);
  });

  it("blames an edited function for everything that it calls", () => {
    const unchanged = [worked("tick"), worked("render")];
    const before = buildOf({ "g tick > g render": 9000 }, workOf(unchanged));
    const now = buildOf(
      { "g tick > g render": 9000, "g tick > g mirror > g render": 9000 },
      workOf([...unchanged, worked("mirror")]),
    );
    const [first, ...others] = compareAllocations(before, now).functions;
    expect(first).toMatchObject({ name: "mirror", baselineBytes: 0, currentBytes: 9000 });
    expect(others.map(({ name }) => name)).toEqual(["render"]);
  });

  it("knows a function of a minified build by the other name that it has now", () => {
    const before = buildOf({ "g a": 5000 }, workOf([worked("a", "move")]));
    const renamed = { ...worked("b", "move"), position: "a.js:1:1" };
    const { samples } = buildOf({ "g b": 5000 });
    const functions = samples.functions.map((each) => ({ ...each, position: "a.js:1:1" }));
    const now = { samples: { ...samples, functions }, work: workOf([renamed]) };
    expect(compareAllocations(before, now).functions).toEqual([]);
    expect(compareAllocations({ ...before, work: null }, { ...now, work: null }).functions).toHaveLength(2);
  });

  it("leaves out what may differ from run to run", () => {
    const withMore = (bytes: number, text: string): AllocatingBuild =>
      buildOf({ "g tick": 990_000 - bytes, "g tick > g spawn": 10_000 + bytes }, workOf([worked("spawn", text)]));
    const namesOf = (bytes: number, text: string): readonly string[] =>
      compareAllocations(withMore(0, "as before"), withMore(bytes, text)).functions.map(({ name }) => name);
    expect(namesOf(4900, "as before")).toEqual([]);
    expect(namesOf(5100, "as before")).toEqual(["spawn", "tick"]);
  });

  it("is finer for an edited function", () => {
    const withMore = (bytes: number, text: string): AllocatingBuild =>
      buildOf({ "g tick": 1_000_000, "g tick > g spawn": bytes }, workOf([worked("spawn", text)]));
    const namesOf = (bytes: number): readonly string[] =>
      compareAllocations(withMore(0, "as before"), withMore(bytes, "edited")).functions.map(({ name }) => name);
    expect(namesOf(900)).toEqual([]);
    expect(namesOf(1100)).toEqual(["spawn"]);
  });

  it("leaves out the harness", () => {
    const now = buildOf({ "g tick": 4000, "g tick > f readClock": 7000 });
    expect(compareAllocations(buildOf({ "g tick": 4000 }), now)).toMatchObject({
      ...{ baselineBytes: 4000, currentBytes: 4000, functions: [] },
    });
  });
});

describe("compareStoredAllocations", () => {
  const report = makeReport(makeSamples(["count"]));
  const allocating = (value: number): typeof report => ({
    ...report,
    metrics: { ...report.metrics, allocatedBytesMean: { ...report.metrics.allocatedBytesMean, value, reason: null } },
  });

  it("has the means of both", () => {
    expect(compareStoredAllocations(allocating(4000), allocating(5000))).toMatchObject({
      allocations: { baselineBytes: 4000, currentBytes: 5000, functions: [] },
      allocationsNote: null,
    });
  });

  it("says that the stored report has none, or is of another browser", () => {
    expect(compareStoredAllocations(report, allocating(5000))).toEqual({
      ...{ allocations: null, allocationsNote: "the stored report has no allocations pass" },
    });
    const { environment } = report;
    const other = { ...allocating(4000), environment: { ...environment, browserVersion: "Chrome/1.2.3" } };
    const { allocations, allocationsNote } = compareStoredAllocations(other, allocating(5000));
    expect(allocations).toBeNull();
    expect(allocationsNote).toContain("another browser (Chrome/1.2.3)");
  });

  it("says nothing in a run without an allocations pass", () => {
    expect(compareStoredAllocations(allocating(4000), report)).toEqual({ allocations: null, allocationsNote: null });
  });
});
