import { type CountName, countNames, definitionOf } from "../formats/frame-counts.ts";
import { formatFigure, formatMs, formatPart } from "../formats/format-figures.ts";
import type { NodeDraws } from "../formats/report.ts";
import type { ReportView, ViewFrames, ViewProfile, ViewTimes } from "../formats/report-view.ts";
import { element } from "./element.ts";
import { framesOfParts } from "./frame-parts.ts";
import { framePictures } from "./frame-pictures.ts";
import type { ViewerContent } from "./frame-selection.ts";
import { medianOf } from "./median.ts";

/** Details of the selected frame. */
export function framePanel({ view, frames, selection }: ViewerContent): HTMLElement {
  const panel = element("aside", { class: "panel", "aria-label": "Selected frame" });
  const medians = mediansOf(frames);
  const changedIn = framesOfParts(frames.parts, view.warmup, view.frameCount);
  const byFrame: FramesWithFunctions = new Map(frames.profile?.frames.map((each) => [each.frame, each]));
  const nodes = frames.nodes.map(({ distances, ...node }) => ({ ...node, frames: sumUp(distances) }));
  const pictures = framePictures(view, selection);
  selection.follow((frame) => {
    panel.replaceChildren(
      element("h3", {}, `Frame ${String(frame)}`),
      ...timesOf(frame, frames.times, medians),
      ...(pictures === null ? [] : [pictures]),
      ...countsOf(frame, frames, medians),
      ...nodesOf(frame, frames, nodes),
      ...functionsOf(frame, frames, byFrame),
      ...listOf("Input", eventsIn(frame, frames)),
      ...listOf("Random draws first seen here", drawsIn(frame, view)),
      ...listOf("Changed parts of the state", changedIn(frame)),
    );
  });
  return panel;
}

/** A frame in one line. */
export function describeFrame(frame: number, view: ReportView, { times, counts }: ViewFrames): string {
  const rank = view.worstFrames.indexOf(frame);
  const cpuUs = times?.cpuUs[frame];
  const drawn = (["drawCalls", "triangles"] as const).flatMap((name) => {
    const value = counts[name]?.[frame];
    return value === undefined ? [] : [`${formatFigure(value, "count")} ${definitionOf(name).label}`];
  });
  return [
    `frame ${String(frame)}`,
    ...(cpuUs === undefined ? [] : [formatMs(cpuUs / 1000)]),
    ...(rank === -1 ? [] : [rank === 0 ? "the worst frame" : `worst frame ${String(rank + 1)}`]),
    ...drawn,
  ].join(", ");
}

/** Without counts that are zero in every frame. */
type Medians = ReadonlyMap<string, number>;

function mediansOf({ times, counts }: ViewFrames): Medians {
  const ofCounts = countNames.flatMap((name) => {
    const column = counts[name];
    return column?.some((count) => count > 0) === true ? [[name, medianOf(column)] as const] : [];
  });
  const ofPhases = (times?.phases ?? []).map(({ name, us }) => [name, medianOf(us)] as const);
  return new Map<string, number>([...ofCounts, ...ofPhases, ["cpuUs", medianOf(times?.cpuUs ?? [])]]);
}

function timesOf(frame: number, times: ViewTimes | null, medians: Medians): readonly HTMLElement[] {
  const cpuUs = times?.cpuUs[frame];
  if (times === null || cpuUs === undefined) return [];
  const { band, phases } = times;
  const low = band?.lowUs[frame];
  const high = band?.highUs[frame];
  const gcUs = times.gcUs[frame] ?? 0;
  const ofIt = gcUs === 0 ? "" : `, of it garbage collection ${ms(gcUs)}`;
  const repeats = low === undefined || high === undefined ? "" : `, repeats ${ms(low)} to ${ms(high)}`;
  const parts = phases.map(({ name, us }) => ({ name, us: us[frame] ?? 0, median: medians.get(name) ?? 0 }));
  const line = element(
    "p",
    { class: "figure" },
    element("strong", {}, formatMs(cpuUs / 1000)),
    element("span", { class: "muted" }, ` CPU${ofIt}, median ${ms(medians.get("cpuUs") ?? 0)}${repeats}`),
  );
  return parts.length === 0 ? [line] : [line, phaseBar(parts), phaseTable(parts, cpuUs)];
}

interface PhasePart {
  readonly name: string;
  readonly us: number;
  readonly median: number;
}

function phaseBar(parts: readonly PhasePart[]): HTMLElement {
  const pieces = parts.map(({ name, us }) => {
    const piece = element("span");
    piece.style.flexGrow = String(us);
    piece.style.background = `var(--phase-${name})`;
    return piece;
  });
  return element("div", { class: "split", "aria-hidden": "true" }, ...pieces);
}

function phaseTable(parts: readonly PhasePart[], cpuUs: number): HTMLElement {
  // Marks, and work after the last phase. Medians of parts may add up to more than the median of the whole.
  const rest = Math.max(0, cpuUs - parts.reduce((sum, { us }) => sum + us, 0));
  const rows = parts.map(({ name, us, median }) => {
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = `var(--phase-${name})`;
    return figureRow([swatch, name], [ms(us), formatPart(us, cpuUs), ms(median)]);
  });
  const ofRest = figureRow([element("span", { class: "swatch" }), "rest"], [ms(rest), formatPart(rest, cpuUs), ""]);
  return panelTable("Phases", ["ms", "share", "median"], [...rows, ofRest]);
}

function countsOf(
  frame: number,
  { counts, work, allocatedBytes }: ViewFrames,
  medians: Medians,
): readonly HTMLElement[] {
  const rows = countNames.flatMap((name) => {
    const column = counts[name];
    return column === undefined || !medians.has(name) ? [] : [countRow(frame, name, column, medians)];
  });
  const idle = countNames.filter((name) => counts[name] !== undefined && !medians.has(name));
  const all = [
    ...rows,
    ...rowOf("executed code", { column: work, frame, unit: "count" }),
    ...rowOf("allocated", { column: allocatedBytes, frame, unit: "bytes" }),
  ];
  return [
    ...(all.length === 0 ? [] : [panelTable("Counts", ["here", "vs before", "vs median"], all)]),
    ...(idle.length === 0 ? [] : [element("small", {}, `Zero in every frame: ${idle.map(labelOf).join(", ")}.`)]),
  ];
}

interface ColumnOfPass {
  /** Null if its pass did not run. */
  readonly column: readonly number[] | null;
  readonly frame: number;
  readonly unit: "count" | "bytes";
}

function rowOf(label: string, { column, frame, unit }: ColumnOfPass): readonly HTMLElement[] {
  const value = column?.[frame];
  if (value === undefined) return [];
  return [figureRow([label], [formatFigure(value, unit), change(value, column?.[frame - 1], unit), ""])];
}

function labelOf(name: CountName): string {
  return definitionOf(name).label;
}

function countRow(frame: number, name: CountName, column: readonly number[], medians: Medians): HTMLElement {
  const { label, unit } = definitionOf(name);
  const value = column[frame] ?? 0;
  return figureRow(
    [label],
    [formatFigure(value, unit), change(value, column[frame - 1], unit), change(value, medians.get(name), unit)],
  );
}

/** Empty if there is nothing to compare with; a dot if nothing changed. */
function change(value: number, before: number | undefined, unit: "count" | "bytes"): string {
  if (before === undefined) return "";
  const difference = value - before;
  if (difference === 0) return "·";
  return `${difference > 0 ? "+" : "−"}${formatFigure(Math.abs(difference), unit)}`;
}

type FramesWithFunctions = ReadonlyMap<number, ViewProfile["frames"][number]>;

function functionsOf(
  frame: number,
  { profile, times }: ViewFrames,
  byFrame: FramesWithFunctions,
): readonly HTMLElement[] {
  const here = byFrame.get(frame);
  if (profile === null || here === undefined) return [];
  const whole = times?.cpuUs[frame] ?? 0;
  const rows = here.functions.flatMap((index, rank) => {
    const each = profile.functions[index];
    const us = here.us[rank] ?? 0;
    if (each === undefined) return [];
    const name = each.name === "" ? "(anonymous)" : each.name;
    const place = element("small", {}, [each.owner, each.position].filter((text) => text !== "").join(" "));
    return [figureRow([name, place], [ms(us), formatPart(us, whole)])];
  });
  return [panelTable("Functions", ["ms", "share"], rows)];
}

// A panel has room for no more.
const nodesShown = 8;

/** The scene nodes that draw in the frame, those that draw most first. */
function nodesOf(frame: number, { counts }: ViewFrames, nodes: readonly NodeDraws[]): readonly HTMLElement[] {
  const drawn = nodes
    .flatMap(({ path, frames, drawCalls, triangles }) => {
      const at = frames.findLastIndex((each) => each <= frame);
      const draws = drawCalls[at] ?? 0;
      return draws === 0 ? [] : [{ path, draws, triangles: triangles[at] ?? 0 }];
    })
    .toSorted((one, other) => other.draws - one.draws || other.triangles - one.triangles);
  if (drawn.length === 0) return [];
  const shown = drawn.slice(0, nodesShown);
  const sum = (name: "draws" | "triangles"): number => shown.reduce((total, each) => total + each[name], 0);
  const others = {
    path: "others",
    draws: Math.max(0, (counts.drawCalls?.[frame] ?? 0) - sum("draws")),
    triangles: Math.max(0, (counts.triangles?.[frame] ?? 0) - sum("triangles")),
  };
  const rows = [...shown, ...(others.draws === 0 ? [] : [others])].map(({ path, draws, triangles }) =>
    figureRow([path], [formatFigure(draws, "count"), formatFigure(triangles, "count")]),
  );
  return [panelTable("Scene", ["draws", "triangles"], rows)];
}

/** The running sums. */
function sumUp(distances: readonly number[]): readonly number[] {
  let sum = 0;
  return distances.map((distance) => (sum += distance));
}

function eventsIn(frame: number, { input }: ViewFrames): readonly string[] {
  return input.find((each) => each.frame === frame)?.events ?? [];
}

function drawsIn(frame: number, { randomDraws }: ReportView): readonly string[] {
  return randomDraws.flatMap((draw) => (draw.frame === frame ? [draw.text] : []));
}

function listOf(title: string, texts: readonly string[]): readonly HTMLElement[] {
  if (texts.length === 0) return [];
  return [element("h4", {}, title), element("ul", { class: "chips" }, ...texts.map((text) => element("li", {}, text)))];
}

function panelTable(caption: string, labels: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const headings = ["", ...labels].map((label, index) =>
    index === 0 ? element("td") : element("th", { scope: "col", class: "right" }, label),
  );
  return element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...headings)),
    element("tbody", {}, ...rows),
  );
}

function figureRow(name: readonly (Node | string)[], figures: readonly string[]): HTMLElement {
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, ...name),
    ...figures.map((text) => element("td", { class: "right" }, text)),
  );
}

/** Milliseconds, in a column that names the unit. */
function ms(us: number): string {
  return (us / 1000).toFixed(3);
}
