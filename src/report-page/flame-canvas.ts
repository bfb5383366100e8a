import type { FlameChart } from "../formats/flame-view.ts";
import { colourOf } from "./colour-scheme.ts";
import { callAt, type ColouredFile, firstAfter, type FlameLayout, type PlacedCall } from "./flame-layout.ts";
import type { FlameRange, FlameState } from "./flame-selection.ts";

/** Everything that is drawn. */
export interface FlameDrawing {
  readonly chart: FlameChart;
  readonly layout: FlameLayout;
  /** One entry per function. */
  readonly files: readonly ColouredFile[];
}

/** CSS pixels. */
const rowHeight = 19;
const frameRow = 18;
const phaseRow = 16;
const gap = 1;
// A narrower text is not readable.
const textMin = 26;
const padding = 4;

/** The height of the rows above the calls. */
export function marksHeight({ chart }: FlameDrawing): number {
  return frameRow + (chart.frames.some(({ phases }) => phases.length > 0) ? phaseRow : 0) + 2;
}

/** The height of a chart in which the deepest call of a range fits. */
export function heightOf(drawing: FlameDrawing, { startUs, endUs }: FlameRange): number {
  const depth = drawing.layout.rows.findLastIndex((row) => {
    const call = row[firstAfter(row, startUs)];
    return call !== undefined && call.startUs < endUs;
  });
  return marksHeight(drawing) + (depth + 1) * rowHeight + 2;
}

/** The thing at a point of the chart: a call, a frame by its index, or nothing. */
export function hit(
  drawing: FlameDrawing,
  { startUs, endUs }: FlameRange,
  point: { readonly x: number; readonly y: number; readonly width: number },
): { readonly call: PlacedCall } | { readonly frame: number } | null {
  const timeUs = startUs + (point.x / point.width) * (endUs - startUs);
  if (point.y >= marksHeight(drawing)) {
    const row = drawing.layout.rows[Math.floor((point.y - marksHeight(drawing)) / rowHeight)];
    const call = row === undefined ? null : callAt(row, timeUs);
    return call === null ? null : { call };
  }
  const frame = drawing.layout.frames.findIndex((each) => each.startUs <= timeUs && each.endUs > timeUs);
  return frame === -1 ? null : { frame };
}

/** Draws a range of the chart over a whole canvas, whose context is scaled to CSS pixels. */
export function drawFlames(
  context: CanvasRenderingContext2D,
  drawing: FlameDrawing,
  { range, call }: FlameState,
  width: number,
): void {
  const scale = width / (range.endUs - range.startUs);
  const pen: Pen = {
    ...{ context, width, range },
    xOf: (timeUs) => (timeUs - range.startUs) * scale,
    colours: new Map(),
  };
  context.clearRect(0, 0, width, heightOf(drawing, range));
  context.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
  context.textBaseline = "middle";
  drawMarks(pen, drawing);
  for (const row of drawing.layout.rows) drawRow(pen, drawing, row);
  if (call !== null) drawOutline(pen, marksHeight(drawing) + call.depth * rowHeight, call);
}

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly range: FlameRange;
  readonly xOf: (timeUs: number) => number;
  /** Asking the style for a colour is slow. */
  readonly colours: Map<string, string>;
}

function paint(pen: Pen, property: string): string {
  const known = pen.colours.get(property) ?? colourOf(property);
  pen.colours.set(property, known);
  return known;
}

interface Box extends FlameRange {
  readonly y: number;
  readonly height: number;
  readonly colour: string;
  readonly text: string;
}

function drawBox(pen: Pen, { startUs, endUs, y, height, colour, text }: Box): void {
  const { context } = pen;
  const x = Math.max(0, pen.xOf(startUs));
  const right = Math.min(pen.width, pen.xOf(endUs));
  // A call is never invisible, and has a gap to the next one if there is room for it.
  const wide = Math.max(right - x - (right - x > 3 ? gap : 0), 0.5);
  context.fillStyle = paint(pen, colour);
  context.fillRect(x, y, wide, height - gap);
  if (wide < textMin) return;
  context.save();
  context.beginPath();
  context.rect(x, y, wide - padding, height);
  context.clip();
  context.fillStyle = paint(pen, "--text");
  context.fillText(text, x + padding, y + height / 2);
  context.restore();
}

function drawRow(pen: Pen, drawing: FlameDrawing, row: readonly PlacedCall[]): void {
  const { range } = pen;
  const top = marksHeight(drawing);
  let drawnTo = -Infinity;
  for (let index = firstAfter(row, range.startUs); index < row.length; index += 1) {
    const call = row[index];
    if (call === undefined || call.startUs >= range.endUs) return;
    const right = pen.xOf(call.endUs);
    // Half a pixel that another call has already filled.
    if (right < drawnTo + 0.5) continue;
    drawnTo = right;
    drawBox(pen, {
      ...{ startUs: call.startUs, endUs: call.endUs, height: rowHeight },
      y: top + call.depth * rowHeight,
      colour: drawing.files[call.function]?.colour ?? "--flame-other",
      text: nameOf(drawing.chart, call.function),
    });
  }
}

/** The name of a function. */
export function nameOf({ functions }: FlameChart, index: number): string {
  const name = functions[index]?.name ?? "";
  return name === "" ? "(anonymous)" : name;
}

function drawMarks(pen: Pen, { chart, layout }: FlameDrawing): void {
  for (const [index, { startUs, endUs }] of layout.frames.entries()) {
    const frame = chart.frames[index];
    if (frame === undefined || endUs <= pen.range.startUs || startUs >= pen.range.endUs) continue;
    const text = `frame ${String(frame.frame)}`;
    drawBox(pen, { startUs, endUs, y: 0, height: frameRow, colour: "--line", text });
    let from = startUs;
    for (const { name, endUs: phaseEndUs } of frame.phases) {
      const to = startUs + phaseEndUs;
      if (to > from)
        drawBox(pen, {
          ...{ startUs: from, endUs: to, y: frameRow, height: phaseRow, colour: `--phase-${name}`, text: name },
        });
      from = to;
    }
  }
}

function drawOutline({ context, xOf, width }: Pen, y: number, { startUs, endUs }: PlacedCall): void {
  const [x, right] = [Math.max(0, xOf(startUs)), Math.min(width, xOf(endUs))];
  context.strokeStyle = colourOf("--text");
  context.lineWidth = 2;
  context.strokeRect(x + 1, y + 1, Math.max(1, right - x - 2), rowHeight - 2 - gap);
}
