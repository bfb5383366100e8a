import type { RunReport } from "../../src/formats/report.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { Project } from "../load/load-project.ts";
import { planRuns } from "./plan-runs.ts";

/** Plans the runs of a report again, for the same game. What it allows nothing for fails as it did then. */
export function planReplay(project: Project, report: RunReport): RunPlan {
  const { seed, frames, query, viewport, raster, allowedHosts } = report;
  return planRuns(project, {
    ...{ seed: seed.value, frames: frames.measured, warmup: frames.warmup, query, viewport, raster },
    allowVacuous: true,
    allowHosts: allowedHosts,
  });
}
