import type { ReportFile } from "../../src/formats/report-file.ts";
import { renderAllocations } from "./list-allocations.ts";
import { renderBaseline } from "./list-baseline.ts";
import { renderDraws } from "./list-draws.ts";
import { renderOverdraw } from "./list-overdraw.ts";
import { describeFlameCommand } from "./flame-command.ts";
import { renderFindings } from "./list-findings.ts";
import { renderFrames } from "./list-frames.ts";
import { renderHeading } from "./list-heading.ts";
import { renderLiveness } from "./list-liveness.ts";
import { renderMetrics, renderOtherCounts } from "./list-metrics.ts";
import { type ListStyle, margin } from "./list-style.ts";
import { renderProfile } from "./list-profile.ts";
import { renderScene } from "./list-scene.ts";
import { renderVerdict } from "./list-verdict.ts";
import { renderWork } from "./list-work.ts";
import { createPaint } from "./terminal-text.ts";

export interface ListOptions {
  readonly colour: boolean;
  /** Width of the terminal in characters. Lines have at most 100, because longer ones are hard to read. */
  readonly columns: number;
}

const columnsMax = 100;
// Below this, the necessary columns do not fit, and the terminal wraps lines.
const columnsMin = 60;

/** Report for a terminal: figures, worst frames, findings, and the verdict on the last line. */
export function renderList(file: ReportFile, options: ListOptions): string {
  return renderSections([...figuresOf(file, styleOf(options)), renderVerdict(file, styleOf(options))]);
}

/** The same with the verdict on the first line, where test runners look for a failure's reason. */
export function renderListBelowVerdict(file: ReportFile, options: ListOptions): string {
  const style = styleOf(options);
  return `${renderVerdict(file, style).join("\n").trimStart()}\n${renderSections(figuresOf(file, style))}`;
}

/** The comparison with another build and the findings, with the verdict on the first line. */
export function renderComparisonBelowVerdict(file: ReportFile, options: ListOptions): string {
  const style = styleOf(options);
  const sections = [renderBaseline(file.report, style), renderFindings(file.report, style)];
  return `${renderVerdict(file, style).join("\n").trimStart()}\n${renderSections(sections)}`;
}

/** Style of a list of limited width. */
export function styleOf({ colour, columns }: ListOptions): ListStyle {
  return { paint: createPaint(colour), columns: Math.min(columnsMax, Math.max(columnsMin, columns)) };
}

function figuresOf(file: ReportFile, style: ListStyle): readonly (readonly string[])[] {
  return [
    renderHeading(file.report, style),
    renderMetrics(file, style),
    renderOtherCounts(file, style),
    renderBaseline(file.report, style),
    renderScene(file.report, style),
    renderLiveness(file.report, style),
    renderWork(file.report, style),
    renderFrames(file.report, style),
    renderProfile(file.report, style),
    ...(file.report.allocations === null ? [] : [renderAllocations(file.report.allocations, style)]),
    renderDraws(file.report, style),
    renderOverdraw(file.report, style),
    renderFlameCommand(file),
    renderFindings(file.report, style),
  ];
}

/** On one line, so that it can be copied. */
function renderFlameCommand(file: ReportFile): readonly string[] {
  const command = describeFlameCommand(file);
  return command === null ? [] : [`${margin}${command}`];
}

function renderSections(sections: readonly (readonly string[])[]): string {
  const shown = sections.filter((lines) => lines.length > 0);
  return `\n${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
