import type { RunReport } from "../../src/formats/report.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { Project } from "../load/load-project.ts";
import { planRuns } from "./plan-runs.ts";

/** Plans a report's runs again, for the same game. The original checks apply, so a run that failed them fails again. */
export function planReplay(project: Project, report: RunReport): RunPlan {
  const { seed, frames, query, viewport, raster, allowedHosts } = report;
  return planRuns(project, {
    ...{ seed: seed.value, frames: frames.measured, warmup: frames.warmup, query, viewport, raster },
    allowVacuous: true,
    allowHosts: allowedHosts,
  });
}
