import { describe, expect, it } from "vitest";
import type { Project } from "../../../harness/load/load-project.ts";
import { planRuns } from "../../../harness/plan/plan-runs.ts";
import type { RunOptions } from "../../../harness/plan/run-options.ts";
import { plainOptions } from "../fixtures/perf-options.ts";

const page: Project = {
  target: { kind: "page", htmlPath: "/games/pong.html", served: { folder: "/games", because: null }, declared: null },
  delivery: { context: "local", ignoredFiles: [] },
  game: { name: "Pong", version: null, appId: null, engineVersion: null, manifestHash: null },
  tape: null,
  packageBudget: null,
  warnings: [],
};

const asked: RunOptions = { ...plainOptions, repeat: 3 };

describe("screenshots", () => {
  it("are of measured frames, the last one included", () => {
    expect(planRuns(page, { ...asked, screenshotFrames: [0, 599] }).screenshotFrames).toEqual([0, 599]);
  });

  it("of a frame after the last one are refused before anything runs", () => {
    expect(() => planRuns(page, { ...asked, screenshotFrames: [0, 600] })).toThrow(
      expect.objectContaining({
        code: "usage",
        message: "--screenshot 600: the last measured frame is 599.",
        hint: "See `framegate perf --help`.",
      }),
    );
  });
});

describe("screenshots at regular intervals", () => {
  it("begin with frame 0, and add to those that are named", () => {
    const planned = (options: RunOptions): readonly number[] =>
      planRuns(page, { ...asked, ...options }).screenshotFrames;
    expect(planned({ screenshotEvery: 250 })).toEqual([0, 250, 500]);
    expect(planned({ screenshotEvery: 300, screenshotFrames: [599, 300, 7] })).toEqual([0, 7, 300, 599]);
    expect(planned({ screenshotEvery: 1000 })).toEqual([0]);
  });

  it("are refused if there are too many for a report", () => {
    expect(planRuns(page, { ...asked, frames: 500, screenshotEvery: 1 }).screenshotFrames).toHaveLength(500);
    expect(() => planRuns(page, { ...asked, frames: 501, screenshotEvery: 1 })).toThrow(
      "--screenshot would take 501 screenshots. A report has room for 500.",
    );
  });
});

describe("screenshots of the worst frames", () => {
  it("render nothing before the worst frames are known", () => {
    const { screenshotFrames, screenshotsWorst, runs } = planRuns(page, { ...asked, screenshotWorst: true });
    expect({ screenshotFrames, screenshotsWorst }).toEqual({ screenshotFrames: [], screenshotsWorst: true });
    expect(runs.every(({ raster }) => raster === "skip")).toBe(true);
  });
});
