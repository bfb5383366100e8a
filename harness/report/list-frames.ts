import { phaseNames, type PhaseName } from "../../src/formats/phases.ts";
import type { RunReport, WorstFrame } from "../../src/formats/report.ts";
import { formatCount, formatMs } from "../../src/formats/format-figures.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { layOutTable, type Cell, type TableColumn, left, right, wrapBehind } from "./text-layout.ts";

// More phases do not fit beside the counts. The others are summed up as "rest".
const shownPhaseCount = 3;
const barWidth = 14;
// One shade per phase, so that the bar is readable without colours. The last one is the rest.
const shades = ["█", "▓", "▒", "░"] as const;

const columns: readonly TableColumn[] = [
  right(0),
  right(0),
  left(3),
  ...Array.from({ length: shownPhaseCount + 1 }, () => right(2)),
  right(1),
  right(1),
];

/** The most expensive frames with their phases. Empty if no frame was timed. */
export function renderFrames({ worstFrames }: RunReport, style: ListStyle): readonly string[] {
  if (worstFrames.length === 0) return [];
  const { paint } = style;
  const phases = costliestPhases(worstFrames);
  const blanks = Array.from({ length: shownPhaseCount - phases.length }, () => "");
  const hasPhases = worstFrames.some((worst) => worst.phaseCpuMs !== null);
  const headings = phases.map((phase, index) => `${shades[index] ?? ""} ${phase}`);
  const counts = [
    worstFrames.some((worst) => worst.drawCalls !== null) ? "draws" : "",
    worstFrames.some((worst) => worst.triangles !== null) ? "triangles" : "",
  ];
  const header = ["frame", "CPU", "", ...headings, ...blanks, hasPhases ? "░ rest" : "", ...counts];
  const rows = [
    header.map((text) => ({ text, paint: paint.dim })),
    ...worstFrames.map((worst) => frameCells(worst, phases, { worstMs: worstFrames[0]?.cpuMs ?? 0, style })),
  ];
  const table = layOutTable(columns, rows, style.columns - margin.length);
  return [
    `${margin}${paint.bold("Worst frames")}`,
    ...table.map((text) => `${margin}${text}`),
    ...renderCollections(worstFrames, style),
  ];
}

/** The table has no room for a further column. */
function renderCollections(frames: readonly WorstFrame[], { paint, columns: width }: ListStyle): readonly string[] {
  const collected = frames.filter(({ gcCpuMs }) => gcCpuMs > 0);
  if (collected.length === 0) return [];
  const parts = collected.map(({ frame, gcCpuMs }) => `${formatMs(gcCpuMs)} of frame ${String(frame)}`);
  return wrapBehind(margin, `Garbage collection took ${parts.join(", ")}.`, width).map((line) => paint.dim(line));
}

function costliestPhases(frames: readonly WorstFrame[]): readonly PhaseName[] {
  return phaseNames
    .map((phase) => ({ phase, sum: frames.reduce((sum, frame) => sum + (frame.phaseCpuMs?.[phase] ?? 0), 0) }))
    .filter(({ sum }) => sum > 0)
    .sort((left, right) => right.sum - left.sum)
    .slice(0, shownPhaseCount)
    .map(({ phase }) => phase);
}

function frameCells(
  worst: WorstFrame,
  phases: readonly PhaseName[],
  { worstMs, style }: { readonly worstMs: number; readonly style: ListStyle },
): readonly Cell[] {
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const split = phases.map((phase) => worst.phaseCpuMs?.[phase] ?? 0);
  // Marks, and work after the last phase. Rounding may make it negative.
  const rest = Math.max(0, worst.cpuMs - split.reduce((sum, each) => sum + each, 0));
  const blanks = Array.from({ length: shownPhaseCount - phases.length }, () => plain(""));
  return [
    plain(String(worst.frame)),
    { text: formatMs(worst.cpuMs), paint: style.paint.bold },
    { text: bar(partsOf(worst, split, rest), worstMs), paint: style.paint.cyan },
    ...split.map((value) => plain(value.toFixed(3))),
    ...blanks,
    plain(worst.phaseCpuMs === null ? "" : rest.toFixed(3)),
    plain(worst.drawCalls === null ? "" : formatCount(worst.drawCalls)),
    plain(worst.triangles === null ? "" : formatCount(worst.triangles)),
  ];
}

/** A frame without phases has one part. The rest always has the last shade. */
function partsOf(worst: WorstFrame, split: readonly number[], rest: number): readonly number[] {
  if (worst.phaseCpuMs === null) return [worst.cpuMs];
  return [...split, ...Array.from({ length: shownPhaseCount - split.length }, () => 0), rest];
}

/** A bar whose length is the cost relative to the worst frame, with one shade per part. */
function bar(parts: readonly number[], worstMs: number): string {
  if (worstMs <= 0) return "";
  let sum = 0;
  let drawn = 0;
  return parts
    .map((part, index) => {
      // Rounds the end of each part, not its length, so that errors do not add up.
      sum += part;
      const length = Math.round((sum / worstMs) * barWidth) - drawn;
      drawn += length;
      return (shades[index] ?? "").repeat(Math.max(0, length));
    })
    .join("");
}
