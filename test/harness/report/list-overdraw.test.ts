import { expect, it } from "vitest";
import { renderOverdraw } from "../../../harness/report/list-overdraw.ts";
import { createPaint } from "../../../harness/report/terminal-text.ts";
import type { FrameOverdraw } from "../../../src/formats/frame-overdraw.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const style = { paint: createPaint(false), columns: 100 };
const report = makeReport(makeSamples(["count"]));

const overdraw: FrameOverdraw = {
  ...{ frame: 7, draws: 3, fragments: 15_000 },
  targets: [
    {
      ...{ kind: "canvas", width: 100, height: 80, draws: 3, fragments: 15_000 },
      ...{ coveredPixels: 6000, mostPerPixel: 9, overdraw: 1.875 },
    },
  ],
  functions: [{ name: "drawWorld", position: "src/world.ts:88:12", owner: "game", draws: 3, fragments: 15_000 }],
  nodes: [{ path: "Scene/crates", draws: 2, fragments: 12_000 }],
  largest: [],
  gaps: [{ gap: "canvas-2d", count: 6 }],
};

it("lists the fragments of a frame by target, function and node, and what is missing", () => {
  expect(renderOverdraw({ ...report, overdraw }, style)).toEqual([
    "  Fragments of frame 7  15,000 fragments in 3 draws",
    "  fragments    share  draws  for",
    "     15,000  100.0 %      3  canvas of 100 x 80  1.88 per pixel, at most 9; 75.0 % drawn",
    "     15,000  100.0 %      3  drawWorld           src/world.ts:88:12",
    "     12,000   80.0 %      2  Scene/crates",
    "  Commands of 2D canvases, not counted because their fragments are the browser's own: 6.",
  ]);
});

it("lists nothing if no fragments were counted", () => {
  expect(renderOverdraw(report, style)).toEqual([]);
});
