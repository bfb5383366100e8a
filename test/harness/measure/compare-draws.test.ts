import { describe, expect, it } from "vitest";
import { compareColumns, type ExactColumns } from "../../../harness/measure/compare-columns.ts";
import { compareDraws, frameOfMoreDraws } from "../../../harness/measure/compare-draws.ts";
import { recordByCount } from "../../../src/formats/frame-counts.ts";
import type { DrawCounts, DrawingFunction, FrameDraws } from "../../../src/formats/frame-draws.ts";

const nothing: DrawCounts = {
  drawCalls: 0,
  triangles: 0,
  canvasOperations: 0,
  textureUploadBytes: 0,
  bufferUploadBytes: 0,
};

function drawer(name: string, position: string, counts: Partial<DrawCounts>): DrawingFunction {
  return { name, position, owner: "game", ...nothing, ...counts };
}

function drawnBy(functions: readonly DrawingFunction[], nodes: FrameDraws["nodes"] = []): FrameDraws {
  return { frame: 7, ...nothing, functions, nodes };
}

describe("compareDraws", () => {
  it("lists who draws another amount, largest growth first, whatever line a call has moved to", () => {
    const before = drawnBy([
      drawer("render", "src/world.ts:69:18", { drawCalls: 18, triangles: 700 }),
      drawer("hud", "src/hud.ts:3:1", { drawCalls: 4 }),
      drawer("gone", "src/gone.ts:1:1", { drawCalls: 2 }),
    ]);
    const now = drawnBy([
      drawer("render", "src/world.ts:75:18", { drawCalls: 36, triangles: 1400 }),
      drawer("hud", "src/hud.ts:9:1", { drawCalls: 4 }),
      drawer("caption", "src/caption.ts:5:2", { textureUploadBytes: 4096 }),
    ]);
    const { frame, functions } = compareDraws(7, before, now);
    expect(frame).toBe(7);
    expect(
      functions.map(({ position, baseline, current }) => [position, current.drawCalls - baseline.drawCalls]),
    ).toEqual([
      ["src/world.ts:75:18", 18],
      ["src/caption.ts:5:2", 0],
      ["src/gone.ts:1:1", -2],
    ]);
  });

  it("matches an installed package wherever it is, and nodes by their path", () => {
    const at = (folder: string): FrameDraws =>
      drawnBy([drawer("render", `${folder}node_modules/three/build/three.module.js`, { drawCalls: 3 })]);
    expect(compareDraws(0, at("../"), at("/elsewhere/")).functions).toEqual([]);
    const node = (drawCalls: number): FrameDraws => drawnBy([], [{ path: "Scene/crates/Mesh", ...nothing, drawCalls }]);
    expect(compareDraws(0, node(2), node(9)).nodes).toEqual([
      { path: "Scene/crates/Mesh", baseline: { ...nothing, drawCalls: 2 }, current: { ...nothing, drawCalls: 9 } },
    ]);
  });

  it("takes a build that draws nothing for one without functions", () => {
    const now = drawnBy([drawer("render", "src/a.ts:1:1", { drawCalls: 1 })]);
    expect(compareDraws(0, null, now).functions).toHaveLength(1);
    expect(compareDraws(0, null, null)).toEqual({ frame: 0, functions: [], nodes: [] });
  });
});

describe("frameOfMoreDraws", () => {
  const none: ExactColumns = recordByCount(() => null);
  const find = (baseline: ExactColumns, current: ExactColumns): number | null =>
    frameOfMoreDraws({ baseline, current }, compareColumns(baseline, current), 0.02);

  it("is the frame with the largest excess of draws, or else of what else is drawn or uploaded", () => {
    expect(find({ ...none, drawCalls: [3, 3, 3] }, { ...none, drawCalls: [4, 9, 4] })).toBe(1);
    const uploads = { ...none, drawCalls: [3, 3, 3], textureUploadBytes: [0, 0, 4096] };
    expect(find({ ...none, drawCalls: [3, 3, 3] }, uploads)).toBe(2);
  });

  it("is null if draws grew by no more than is allowed", () => {
    const many = Array.from({ length: 60 }, () => 100);
    const one = many.map((count, frame) => (frame === 5 ? count + 1 : count));
    expect(find({ ...none, drawCalls: many }, { ...none, drawCalls: one })).toBeNull();
    expect(find({ ...none, drawCalls: [9] }, { ...none, drawCalls: [1] })).toBeNull();
    expect(find(none, none)).toBeNull();
  });
});
