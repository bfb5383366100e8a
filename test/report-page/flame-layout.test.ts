import { describe, expect, it } from "vitest";
import type { FlameChart, FlameFrame } from "../../src/formats/flame-view.ts";
import { callAt, colourFiles, functionsOfFrame, layOutFlames } from "../../src/report-page/flame-layout.ts";

const functions: FlameChart["functions"] = [
  { name: "tick", position: "src/game.ts:1:1", owner: "game" },
  { name: "walk", position: "src/tree.ts:9:2", owner: "game" },
  { name: "render", position: "../node_modules/@lib/draw/dist/a.mjs:3:4", owner: "library" },
  { name: "upload", position: "../node_modules/@lib/draw/dist/b.mjs:7:1", owner: "library" },
  { name: "sort", position: "", owner: "browser" },
];

/** A frame from its calls: function, parent, start, end. */
function frameOf(
  frame: number,
  spanUs: number,
  calls: readonly (readonly [number, number, number, number])[],
): FlameFrame {
  return {
    ...{ frame, spanUs, cpuUs: spanUs, most: "", phases: [] },
    calls: {
      functions: calls.map(([of]) => of),
      parents: calls.map(([, parent]) => parent),
      startUs: calls.map(([, , start]) => start),
      endUs: calls.map(([, , , end]) => end),
    },
  };
}

// walk calls itself, and then sort, twice.
const chart: FlameChart = {
  functions,
  frames: [
    frameOf(20, 1000, [
      [0, -1, 0, 900],
      [1, 0, 100, 500],
      [1, 1, 200, 400],
      [4, 2, 250, 300],
      [4, 0, 600, 700],
    ]),
    frameOf(21, 400, [
      [2, -1, 0, 300],
      [3, 0, 100, 150],
    ]),
  ],
};
const layout = layOutFlames(chart);

describe("the layout of a flame chart", () => {
  it("puts one frame after the other, and callees below their callers", () => {
    expect(layout.frames.map(({ startUs, endUs }) => [startUs, endUs])).toEqual([
      [0, 1000],
      [1000, 1400],
    ]);
    expect(layout.rows.map((row) => row.map(({ startUs, endUs }) => [startUs, endUs]))).toEqual([
      [
        [0, 900],
        [1000, 1300],
      ],
      [
        [100, 500],
        [600, 700],
        [1100, 1150],
      ],
      [[200, 400]],
      [[250, 300]],
    ]);
    expect(layout.endUs).toBe(1400);
  });

  it("gives each call the time of its own", () => {
    expect(layout.frames[0]?.calls.map(({ selfUs }) => selfUs)).toEqual([400, 200, 150, 50, 100]);
  });

  it("finds the call at a time, and none between two calls", () => {
    const [, row = []] = layout.rows;
    expect([0, 100, 499, 500, 650, 1120, 1399].map((timeUs) => callAt(row, timeUs)?.function ?? null)).toEqual([
      ...[null, 1, 1, null, 4, 3, null],
    ]);
  });

  it("counts a function that calls itself once in the total, and every call in its own time", () => {
    const [frame] = layout.frames;
    if (frame === undefined) throw new Error("The chart has a frame.");
    expect(functionsOfFrame(frame.calls)).toEqual([
      { function: 0, selfUs: 400, totalUs: 900, calls: 1 },
      { function: 1, selfUs: 350, totalUs: 400, calls: 2 },
      { function: 4, selfUs: 150, totalUs: 150, calls: 2 },
    ]);
    expect(functionsOfFrame(frame.calls).reduce((sum, { selfUs }) => sum + selfUs, 0)).toBe(900);
  });
});

describe("the colours of files", () => {
  it("are one per file or package, those with the most time first, and the browser has none of them", () => {
    const { files, ofFunction } = colourFiles(chart, layout);
    expect(files).toEqual([
      { name: "src/game.ts", colour: "--flame-0" },
      { name: "src/tree.ts", colour: "--flame-1" },
      { name: "@lib/draw", colour: "--flame-2" },
      { name: "the browser", colour: "--flame-other" },
    ]);
    expect(ofFunction.map(({ colour }) => colour)).toEqual([
      ...["--flame-0", "--flame-1", "--flame-2", "--flame-2", "--flame-other"],
    ]);
  });
});
