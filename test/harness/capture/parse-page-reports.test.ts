import { describe, expect, it } from "vitest";
import { parseFinishReport, parseMountReport, parseStepReport } from "../../../harness/capture/parse-page-reports.ts";
import { recordByCount } from "../../../src/formats/frame-counts.ts";

const noColumns = recordByCount((): readonly number[] => []);

describe("what comes out of a page", () => {
  it("passes as it is where it is what the port promises", () => {
    const parts = [{ realm: "/", part: "gl", steps: [-1, 0], digests: ["cd", "ef"] }];
    const counts = { ...noColumns, drawCalls: [3], triangles: [12], bufferBytes: [2 ** 33] };
    const step = { ...counts, stateHash: ["ab"], parts, stopped: null };
    expect(parseStepReport(step)).toEqual(step);
    const mount = { ok: true, bootMs: 1.5, crossOriginIsolated: true, timerResolutionMs: 0.005 };
    expect(parseMountReport(mount)).toEqual(mount);
  });

  it.each([
    ["nothing at all", undefined],
    ["counts that are no counts", { ...noColumns, drawCalls: ["3"], stateHash: [], parts: [], stopped: null }],
    ["fewer than no draws", { ...noColumns, drawCalls: [-1], stateHash: [], parts: [], stopped: null }],
    ["an end that nobody knows", { ...noColumns, stateHash: [], parts: [], stopped: { code: "bored", error: null } }],
  ])("is refused when a game has put %s in its place", (_what, value) => {
    expect(() => parseStepReport(value)).toThrow();
  });

  it("is refused when the end of a run is not told in full", () => {
    expect(() => parseFinishReport({ entities: 3 })).toThrow();
  });
});
