import { readFileSync } from "node:fs";
import type { FlameChart, FlameView } from "../src/formats/flame-view.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import type { RunPictures } from "../src/formats/run-pictures.ts";
import type { ExaminedSweep } from "../src/formats/sweep.ts";
import { pairPhases } from "./measure/pair-frames.ts";
import { flamePagePath, reportPagePath, sweepPagePath } from "./package-root.ts";
import { allowRequests, renderHtml } from "./report/html.ts";
import { htmlFrames, noFrames } from "./report/html-frames.ts";
import { sweepView, viewSeeds } from "./report/html-sweep.ts";
import { htmlFailure, htmlView, type PageExtras } from "./report/html-view.ts";

/** A run's report as a page: one file that needs no network, unless it is served. */
export function renderPage(file: ReportFile, pictures: RunPictures, extras: PageExtras = {}): string {
  const { report } = file;
  const template = readTemplate(reportPagePath);
  return renderHtml(
    {
      view: htmlView(file, pictures, extras),
      frames: htmlFrames(report, pairPhases(report.runs.map(({ times }) => times))),
    },
    extras.isServed === true ? allowRequests(template) : template,
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
