import { describe, expect, it } from "vitest";
import { parseFinishReport, parseMountReport, parseStepReport } from "../../../harness/capture/parse-page-reports.ts";
import { recordByCount } from "../../../src/formats/frame-counts.ts";

const noColumns = recordByCount((): readonly number[] => []);

describe("the result of a page", () => {
  it("passes unchanged if it matches the port's types", () => {
    const parts = [{ realm: "/", part: "gl", steps: [-1, 0], digests: ["cd", "ef"] }];
    const counts = { ...noColumns, drawCalls: [3], triangles: [12], bufferBytes: [2 ** 33] };
    const mouse = { x: 12, y: 30.5, isPressed: true };
    const step = { ...counts, stateHash: ["ab"], parts, stopped: null, mouse };
    expect(parseStepReport({ ...step, mouse: null })).toEqual({ ...step, mouse: null });
    expect(parseStepReport(step)).toEqual(step);
    const mount = { ok: true, bootMs: 1.5, crossOriginIsolated: true, timerResolutionMs: 0.005 };
    expect(parseMountReport(mount)).toEqual(mount);
  });

  const empty = { ...noColumns, stateHash: [], parts: [], stopped: null, mouse: null };

  it("passes when no frame has run", () => {
    expect(parseStepReport(empty)).toEqual(empty);
  });

  it.each([
    ["nothing at all", undefined],
    ["a count that is not a number", { ...empty, drawCalls: ["3"] }],
    ["a negative count", { ...empty, drawCalls: [-1] }],
    ["an unknown stop code", { ...empty, stopped: { code: "bored", error: null } }],
    ["a mouse without a place", { ...empty, mouse: { x: 3, isPressed: false } }],
  ])("is refused when a game has put %s in its place", (_what, value) => {
    expect(() => parseStepReport(value)).toThrow();
  });

  it("is refused when a finish report is incomplete", () => {
    expect(() => parseFinishReport({ entities: 3 })).toThrow();
  });
});
