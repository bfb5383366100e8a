import { readFileSync } from "node:fs";
import type { FlameChart, FlameView } from "../src/formats/flame-view.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import type { ViewTrend } from "../src/formats/report-view.ts";
import type { RunReport } from "../src/formats/report.ts";
import type { ExaminedSweep } from "../src/formats/sweep.ts";
import { recordByPhase } from "../src/formats/phases.ts";
import { pairFrames } from "./measure/pair-frames.ts";
import { flamePagePath, reportPagePath, sweepPagePath } from "./package-root.ts";
import { renderHtml } from "./report/html.ts";
import { htmlFrames, noFrames, type PhaseColumns } from "./report/html-frames.ts";
import { sweepView, viewSeeds } from "./report/html-sweep.ts";
import { type FramePicture, htmlFailure, htmlView } from "./report/html-view.ts";

/** A run's report as a page: one file that needs no network. `trends` come from a history. */
export function renderPage(
  file: ReportFile,
  pictures: readonly FramePicture[],
  trends: readonly ViewTrend[] = [],
): string {
  const { report } = file;
  return renderHtml(
    { view: htmlView(file, pictures, trends), frames: htmlFrames(report, phasesOf(report)) },
    readTemplate(reportPagePath),
  );
}

/** Page of a game that could not be run. */
export function renderFailurePage(failure: {
  readonly game: string;
  readonly code: string;
  readonly message: string;
}): string {
  return renderHtml({ view: htmlFailure(failure), frames: noFrames }, readTemplate(reportPagePath));
}

/** Page of a flame chart: one file that needs no network. */
export function renderFlamePage(view: FlameView, frames: FlameChart): string {
  return renderHtml({ view, frames }, readTemplate(flamePagePath));
}

/** Page of a sweep: one file that needs no network. */
export function renderSweepPage(examined: ExaminedSweep): string {
  return renderHtml({ view: sweepView(examined), frames: viewSeeds(examined.file) }, readTemplate(sweepPagePath));
}

function readTemplate(path: string): string {
  return readFileSync(path, "utf8");
}

/** Phases of each frame, as for the worst frames: the median over the timed repeats. */
function phasesOf({ runs }: RunReport): PhaseColumns {
  const repeats = runs.flatMap(({ times }) => times?.phaseCpuMs ?? []);
  return repeats.length === 0 ? null : recordByPhase((phase) => pairFrames(repeats.map((columns) => columns[phase])));
}
