import { createColors } from "picocolors";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { renderFindings } from "./list-findings.ts";
import { renderFrames } from "./list-frames.ts";
import { renderHeading } from "./list-heading.ts";
import { renderMetrics } from "./list-metrics.ts";
import type { ListStyle } from "./list-style.ts";
import { renderVerdict } from "./list-verdict.ts";

export interface ListOptions {
  readonly colour: boolean;
  /** Width of the terminal in characters. Wider than 100 is not used: eyes lose the line. */
  readonly columns: number;
}

const columnsMax = 100;
// Narrower than this the columns that matter do not fit; the terminal wraps.
const columnsMin = 60;

/** The terminal report: what was measured, where it was worst, what was noticed, and the verdict on the last line. */
export function renderList(file: ReportFile, options: ListOptions): string {
  const columns = Math.min(columnsMax, Math.max(columnsMin, options.columns));
  const style: ListStyle = { paint: createColors(options.colour), columns };
  const sections = [
    renderHeading(file.report, style),
    renderMetrics(file, style),
    renderFrames(file.report, style),
    renderFindings(file.report, style),
    renderVerdict(file, style),
  ];
  const shown = sections.filter((lines) => lines.length > 0);
  return `\n${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
