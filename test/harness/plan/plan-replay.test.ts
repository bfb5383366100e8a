import { describe, expect, it } from "vitest";
import type { Project } from "../../../harness/load/load-project.ts";
import { planPictures, planReplay } from "../../../harness/plan/plan-replay.ts";
import { planRuns } from "../../../harness/plan/plan-runs.ts";
import type { RunOptions } from "../../../harness/plan/run-options.ts";
import { makePlan, makeReport } from "../fixtures/make-report.ts";

const { game, target, delivery } = makePlan();
const project: Project = { game, target, delivery, tape: null, packageBudget: null, warnings: [] };

/** The plan of a run, and that of its report's replay. */
function planTwice(given: RunOptions): readonly ReturnType<typeof planRuns>[] {
  const options = { ...given, allowVacuous: true };
  const plan = planRuns(project, options);
  const report = makeReport([], { plan });
  return [plan, planReplay(project, report)];
}

describe("the plan of a replay", () => {
  it("is that of the run, with its seed, frames, size, query, hosts and limits", () => {
    const [plan, replayed] = planTwice({
      ...{ seed: 3, frames: 40, warmup: 5, query: "level=2", viewport: { width: 320, height: 200 } },
      ...{ allowHosts: ["127.0.0.1:8080"], bootTimeoutMs: 90_000, frameTimeoutMs: 700 },
    });
    expect(replayed).toEqual(plan);
  });

  it("has the default limits for a run that had them", () => {
    const [plan, replayed] = planTwice({ frames: 40 });
    expect(replayed?.limits).toEqual(plan?.limits);
  });
});

describe("the plan of pictures", () => {
  it("runs the first run to the last of the frames, and renders it", () => {
    const plan = planRuns(project, { frames: 600, warmup: 20, repeat: 2 });
    const { frames, warmup, screenshotFrames, runs } = planPictures(plan, [41, 3]);
    expect({ frames, warmup, screenshotFrames }).toEqual({ frames: 42, warmup: 20, screenshotFrames: [3, 41] });
    expect(runs).toEqual([{ ...plan.runs[0], raster: "real" }]);
  });
});
