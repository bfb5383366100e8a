import type { RunReport } from "../../src/formats/report.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { Project } from "../load/load-project.ts";
import { firstRun, planRuns } from "./plan-runs.ts";

/** Plans a report's runs again, for the same game. The original checks apply, so a run that failed them fails again. */
export function planReplay(project: Project, report: RunReport): RunPlan {
  const { seed, frames, query, viewport, raster, allowedHosts } = report;
  return planRuns(project, {
    ...{ seed: seed.value, frames: frames.measured, warmup: frames.warmup, query, viewport, raster },
    bootTimeoutMs: limitIn(report, "--boot-timeout"),
    frameTimeoutMs: limitIn(report, "--frame-timeout"),
    allowVacuous: true,
    allowHosts: allowedHosts,
  });
}

/** The value of an option in milliseconds; undefined for its default, which a report does not repeat. */
function limitIn({ options }: RunReport, name: string): number | undefined {
  const at = options.indexOf(name);
  return at === -1 ? undefined : Number(options[at + 1]);
}

/** A plan's first run up to the last of some measured frames, with their pictures. */
export function planPictures(plan: RunPlan, frames: readonly number[]): RunPlan {
  const run = firstRun(plan);
  const screenshotFrames = frames.toSorted((a, b) => a - b);
  const last = screenshotFrames.at(-1) ?? 0;
  return { ...plan, frames: last + 1, screenshotFrames, runs: [{ ...run, raster: "real" }] };
}
