import { describe, expect, it } from "vitest";
import { type CountedRealm, sumFragments } from "../../../harness/measure/frame-overdraw.ts";

const canvas = {
  ...{ isCanvas: true, width: 10, height: 10, coveredPixels: 80, mostPerPixel: 2, keptDepthDraws: 0 },
  heat: null,
};
const world = { name: "drawWorld", position: "src/world.ts:8:1", owner: "game" } as const;
const render = { name: "render", position: "three.js:9:1", owner: "library" } as const;

const page: CountedRealm = {
  targets: [canvas, { ...canvas, isCanvas: false, width: 5, height: 4, coveredPixels: 20, keptDepthDraws: 3 }],
  sites: [
    { stack: [render, world], node: "Scene/Sky", drawCalls: 1 },
    { stack: [render, world], node: "Scene/Enemy", drawCalls: 2 },
    { stack: [render], node: null, drawCalls: 1 },
  ],
  draws: [
    { site: 0, target: 0, fragments: 100 },
    { site: 1, target: 0, fragments: 30 },
    { site: 1, target: 0, fragments: 20 },
    { site: 2, target: 1, fragments: 20 },
  ],
};
const drawn = { drawCalls: 4, canvasOperations: 0 };

describe("the fragments of a frame", () => {
  it("are summed by target, function and node", () => {
    const { draws, fragments, targets, functions, nodes } = sumFragments(7, [page], drawn);
    expect({ draws, fragments }).toEqual({ draws: 4, fragments: 170 });
    expect(targets).toMatchObject([
      { kind: "canvas", draws: 3, fragments: 150, coveredPixels: 80, mostPerPixel: 2, overdraw: 1.5 },
      { kind: "framebuffer", draws: 1, fragments: 20, overdraw: 1 },
    ]);
    expect(functions).toEqual([
      { ...world, draws: 3, fragments: 150 },
      { ...render, position: "three.js", draws: 1, fragments: 20 },
    ]);
    expect(nodes).toEqual([
      { path: "Scene/Sky", draws: 1, fragments: 100 },
      { path: "Scene/Enemy", draws: 2, fragments: 50 },
    ]);
  });

  it("name the largest draws by their place in the frame", () => {
    const { largest } = sumFragments(7, [page], drawn);
    expect(largest.map(({ draw, fragments, node }) => [draw, fragments, node])).toEqual([
      [0, 100, "Scene/Sky"],
      [1, 30, "Scene/Enemy"],
      [2, 20, "Scene/Enemy"],
      [3, 20, null],
    ]);
  });

  it("keep the targets of several realms apart", () => {
    const { targets, largest } = sumFragments(7, [page, page], { ...drawn, drawCalls: 8 });
    expect(targets.map(({ fragments }) => fragments)).toEqual([150, 20, 150, 20]);
    expect(largest.slice(0, 2).map(({ draw, target }) => [draw, target])).toEqual([
      [0, 0],
      [4, 2],
    ]);
  });

  it("say what they lack", () => {
    const draws = [{ site: 0, target: null, fragments: null }, ...page.draws.slice(1, 3)];
    const { gaps } = sumFragments(7, [{ ...page, draws }], { drawCalls: 9, canvasOperations: 6 });
    expect(gaps).toEqual([
      { gap: "shader", count: 1 },
      { gap: "webgpu", count: 1 },
      { gap: "other-draws", count: 5 },
      { gap: "canvas-2d", count: 6 },
      { gap: "kept-depth", count: 3 },
    ]);
    expect(sumFragments(7, [{ ...page, targets: [canvas] }], drawn).gaps).toEqual([]);
  });
});
