import { describe, expect, it } from "vitest";
import { parseFinishReport, parseMountReport, parseStepReport } from "../../../harness/capture/parse-page-reports.ts";
import { recordByCount } from "../../../src/formats/frame-counts.ts";

const noColumns = recordByCount((): readonly number[] => []);

describe("the result of a page", () => {
  it("passes unchanged if it matches the port's types", () => {
    const parts = [{ realm: "/", part: "gl", steps: [-1, 0], digests: ["cd", "ef"] }];
    const counts = { ...noColumns, drawCalls: [3], triangles: [12], bufferBytes: [2 ** 33] };
    const step = { ...counts, stateHash: ["ab"], parts, stopped: null };
    expect(parseStepReport(step)).toEqual(step);
    const mount = { ok: true, bootMs: 1.5, crossOriginIsolated: true, timerResolutionMs: 0.005 };
    expect(parseMountReport(mount)).toEqual(mount);
  });

  it.each([
    ["nothing at all", undefined],
    ["a count that is not a number", { ...noColumns, drawCalls: ["3"], stateHash: [], parts: [], stopped: null }],
    ["a negative count", { ...noColumns, drawCalls: [-1], stateHash: [], parts: [], stopped: null }],
    ["an unknown stop code", { ...noColumns, stateHash: [], parts: [], stopped: { code: "bored", error: null } }],
  ])("is refused when a game has put %s in its place", (_what, value) => {
    expect(() => parseStepReport(value)).toThrow();
  });

  it("is refused when a finish report is incomplete", () => {
    expect(() => parseFinishReport({ entities: 3 })).toThrow();
  });
});
