import { formatCount, formatPart } from "../../src/formats/format-figures.ts";
import type { FragmentFigures, FrameOverdraw, OverdrawTarget } from "../../src/formats/frame-overdraw.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { drawerPosition } from "./list-draws.ts";
import { type ListStyle, margin } from "./list-style.ts";
import { nameOf } from "./list-work.ts";
import { type Cell, layOutTable, left, plainText, right, type TableColumn } from "./text-layout.ts";

// The report has more.
const shownRows = 6;

const columns: readonly TableColumn[] = [right(0), right(2), right(3), left(0), left(1)];

/** The fragments of a frame: of each target, and by function and node. Empty if none were counted. */
export function renderOverdraw({ overdraw }: RunReport, style: ListStyle): readonly string[] {
  if (overdraw === null) return [];
  const { paint } = style;
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const dim = (text: string): Cell => ({ text, paint: paint.dim });
  const row = (figures: FragmentFigures, name: string, where: string): readonly Cell[] => [
    { text: formatCount(figures.fragments), paint: paint.bold },
    plain(formatPart(figures.fragments, overdraw.fragments)),
    plain(formatCount(figures.draws)),
    plain(name),
    dim(where),
  ];
  const table = [
    [dim("fragments"), dim("share"), dim("draws"), dim("for"), dim("")],
    ...overdraw.targets.slice(0, shownRows).map((each) => row(each, nameTarget(each), describeTarget(each))),
    ...overdraw.functions.slice(0, shownRows).map((each) => row(each, nameOf(each), drawerPosition(each.position))),
    ...overdraw.nodes.slice(0, shownRows).map((each) => row(each, plainText(each.path), "")),
  ];
  return [
    `${margin}${paint.bold(`Fragments of frame ${String(overdraw.frame)}`)}  ${describeFragments(overdraw)}`,
    ...(overdraw.draws === 0
      ? []
      : layOutTable(columns, table, style.columns - margin.length).map((text) => `${margin}${text}`)),
    ...describeGaps(overdraw).map((text) => `${margin}${text}`),
  ];
}

/** A frame's fragments in a few words. */
export function describeFragments({ fragments, draws }: FragmentFigures): string {
  return `${formatCount(fragments)} fragments in ${formatCount(draws)} ${draws === 1 ? "draw" : "draws"}`;
}

/** The name of a canvas or a framebuffer, which is its size. */
export function nameTarget({ kind, width, height }: OverdrawTarget): string {
  return `${kind} of ${String(width)} x ${String(height)}`;
}

/** How often the pixels of a canvas or a framebuffer are drawn. */
export function describeTarget({ width, height, coveredPixels, mostPerPixel, overdraw }: OverdrawTarget): string {
  const covered = formatPart(coveredPixels, width * height);
  return `${overdraw.toFixed(2)} per pixel, at most ${formatCount(mostPerPixel)}; ${covered} drawn`;
}

const gapTexts = {
  shader: "Draws not counted, because their shaders could not be changed or the browser cannot add up floats",
  webgpu: "Draws of WebGPU, not counted because a page cannot do a draw of its passes once more",
  "other-draws": "Draws more or fewer than in the other runs, because the game draws something else with its pixels",
  "canvas-2d": "Commands of 2D canvases, not counted because their fragments are the browser's own",
  "kept-depth": "Draws tested against a depth or stencil of earlier frames, which was taken as clear",
} as const;

/** The gaps of the figures, in sentences. */
export function describeGaps({ gaps }: FrameOverdraw): readonly string[] {
  return gaps.map(({ gap, count }) => `${gapTexts[gap]}: ${formatCount(count)}.`);
}
