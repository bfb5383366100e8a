import { formatFigure, formatShare } from "../../src/formats/format-figures.ts";
import { metricDefinitions, type MetricId, metricIds } from "../../src/formats/metrics.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { ListOptions } from "./list.ts";
import { margin } from "./list-style.ts";
import { createPaint, type Paint } from "./terminal-text.ts";
import { type Cell, layOutTable, left, right } from "./text-layout.ts";

/** The exact metrics that differ from those of the run before, and the first frame with another state. */
export function renderChanges(before: RunReport, after: RunReport, { colour, columns }: ListOptions): string {
  const paint = createPaint(colour);
  const rows = metricIds.flatMap((id) => rowOf(id, before, after, paint));
  const heading = rows.length === 0 ? "No count differs from the run before." : "Since the run before:";
  const table = layOutTable([left(0), right(0), left(0), right(0), right(1)], rows, columns - margin.length * 2);
  const lines = [heading, ...table.map((line) => `${margin}${line}`), describeStates(before, after)];
  return `${lines.map((line) => `${margin}${line}`).join("\n")}\n`;
}

function rowOf(id: MetricId, before: RunReport, after: RunReport, paint: Paint): readonly (readonly Cell[])[] {
  const { label, unit, kind } = metricDefinitions[id];
  const [old, value] = [before.metrics[id].value, after.metrics[id].value];
  if (kind !== "exact" || old === value) return [];
  const share = old === null || value === null || old === 0 ? "" : formatShare((value - old) / old);
  const texts = [label, figure(old), "->", figure(value), share];
  const colour = (value ?? 0) > (old ?? 0) ? paint.yellow : paint.green;
  return [texts.map((text, column) => ({ text, paint: column === 4 ? colour : String }))];

  function figure(measured: number | null): string {
    return measured === null ? "-" : formatFigure(measured, unit);
  }
}

function describeStates({ perFrame: before }: RunReport, { perFrame: after }: RunReport): string {
  const frame = after.stateHash.findIndex((hash, index) => hash !== before.stateHash[index]);
  if (frame !== -1) return `The game's state differs from frame ${String(frame)} on.`;
  return "The game's state is the same in every frame.";
}
