import { describe, expect, it } from "vitest";
import { findDivergence } from "../../../harness/measure/divergence.ts";
import type { RunSamples } from "../../../src/formats/frame-sample.ts";
import { makeSamples, noCounts, withCount } from "../fixtures/make-samples.ts";

const samples = makeSamples(["count", "count", "timed", "timed"]);

function withHash(runs: readonly RunSamples[], run: number, frame: number): readonly RunSamples[] {
  return runs.map((sample, index) => {
    const hashes = sample.counts.stateHash;
    if (index !== run || hashes === null) return sample;
    return { ...sample, counts: { ...sample.counts, stateHash: hashes.with(frame, "0bad0bad") } };
  });
}

function withRun(runs: readonly RunSamples[], run: number, changes: Partial<RunSamples>): readonly RunSamples[] {
  return runs.map((sample, index) => (index === run ? { ...sample, ...changes } : sample));
}

describe("findDivergence", () => {
  it("finds nothing if all runs have the same counts", () => {
    expect(findDivergence(samples)).toBeNull();
  });

  it("names the column, the frame, the runs and both values", () => {
    const different = withCount(samples, { run: 2, column: "triangles", frame: 40, value: 1 });
    expect(findDivergence(different)).toEqual({
      column: "triangles",
      frame: 40,
      runs: [0, 2],
      values: [String(samples[0]?.counts.triangles?.[40]), "1"],
    });
  });

  it("names the earliest frame, whichever column and run it is in", () => {
    const late = withCount(samples, { run: 1, column: "drawCalls", frame: 50, value: 1 });
    const early = withCount(late, { run: 3, column: "triangles", frame: 12, value: 1 });
    expect(findDivergence(early)).toMatchObject({ column: "triangles", frame: 12, runs: [0, 3] });
    expect(findDivergence(withHash(early, 1, 5))).toMatchObject({ column: "stateHash", frame: 5, runs: [0, 1] });
  });

  it("prefers a count to a hash in the same frame, because it says what differs", () => {
    const both = withHash(withCount(samples, { run: 1, column: "drawCalls", frame: 9, value: 1 }), 1, 9);
    expect(findDivergence(both)).toMatchObject({ column: "drawCalls", frame: 9 });
  });

  it("compares the end of every run if all frames are equal", () => {
    expect(findDivergence(withRun(samples, 3, { finalStateHash: "0bad0bad" }))).toEqual({
      column: "finalStateHash",
      frame: null,
      runs: [0, 3],
      values: ["f1a7e000", "0bad0bad"],
    });
    expect(findDivergence(withRun(samples, 1, { entities: 41 }))).toMatchObject({
      column: "entities",
      values: ["40", "41"],
    });
  });

  it("does not compare hashes with a pass that has none", () => {
    expect(findDivergence(withHash(makeSamples(["count", "timed"]), 0, 5))).toBeNull();
  });

  it("names a failure that not every run has, whichever run has it", () => {
    const failure = {
      code: "missing-file",
      message: "a.js does not exist.",
      severity: "failure",
      where: null,
    } as const;
    const failed = (...runs: readonly number[]): readonly RunSamples[] =>
      runs.reduce((all, run) => withRun(all, run, { notices: [failure] }), samples);
    const text = "missing-file: a.js does not exist.";
    expect(findDivergence(failed(2))).toEqual({ column: "failure", frame: null, runs: [0, 2], values: ["none", text] });
    expect(findDivergence(failed(0, 1))).toMatchObject({ column: "failure", runs: [0, 2], values: [text, "none"] });
    expect(findDivergence(failed(0, 1, 2, 3))).toBeNull();
    const warned = withRun(samples, 1, { notices: [{ ...failure, severity: "warning" }] });
    expect(findDivergence(warned)).toBeNull();
  });

  it("does not compare a game that fails in every run and stopped early in one", () => {
    const [first, second] = makeSamples(["count", "count"]);
    const notices = [{ code: "frame-threw", message: "The game threw.", severity: "failure", where: null }] as const;
    const stopped: RunSamples = {
      ...second!,
      counts: {
        ...noCounts,
        drawCalls: second!.counts.drawCalls!.slice(0, 30),
        triangles: second!.counts.triangles!.slice(0, 30),
        stateHash: second!.counts.stateHash!.slice(0, 30),
      },
      entities: null,
      finalStateHash: "",
      notices,
    };
    expect(findDivergence([{ ...first!, notices }, stopped])).toBeNull();
  });
});
