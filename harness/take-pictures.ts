import type { RunNotice } from "../src/formats/frame-sample.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import type { RunPictures, Screenshot } from "../src/formats/run-pictures.ts";
import type { Captured, Workshop } from "./capture-until-decided.ts";
import { isFramegateError } from "./errors.ts";
import { framesToShow } from "./judge/frames-to-show.ts";
import { blameBaseline } from "./open-baseline.ts";
import { planPictures } from "./plan/plan-replay.ts";
import { renderFrames } from "./render-frames.ts";
import { repeatFirst } from "./repeat-first.ts";

/** The screenshots of a run and of its baseline, and why some are missing. */
export interface TakenPictures extends Pick<RunPictures, "screenshots" | "baselineScreenshots"> {
  readonly notices: readonly RunNotice[];
}

/**
 * Adds the worst frames to a run's screenshots, if the plan asks for them, and the same frames of a baseline that can be
 * run. Each takes one more run. A picture that cannot be taken fails no run that was judged.
 */
export async function takePictures(
  workshop: Workshop,
  { plan, screenshots }: Captured,
  { report, verdict }: ReportFile,
): Promise<TakenPictures> {
  const worst = plan.screenshotsWorst ? framesToShow(report, verdict) : [];
  const missing = worst.filter((frame) => screenshots.every((shot) => shot.frame !== frame));
  const ofWorst = await attempt(workshop, missing, "the worst frames", async () => {
    const { site, browser, context } = workshop;
    context.onEvent({ kind: "taking-pictures", build: "game" });
    return (await repeatFirst(planPictures(plan, missing), { site, browser, signal: context.signal })).screenshots;
  });
  const all = [...screenshots, ...ofWorst.screenshots];
  const ofBaseline = await takeOfBaseline(workshop, all, report.baseline !== null);
  return {
    screenshots: all,
    baselineScreenshots: ofBaseline.screenshots,
    notices: [
      ...(plan.screenshotsWorst && worst.length === 0 ? [nothingToShow] : []),
      ...ofWorst.notices,
      ...ofBaseline.notices,
    ],
  };
}

async function takeOfBaseline(
  workshop: Workshop,
  screenshots: readonly Screenshot[],
  isCompared: boolean,
): Promise<Attempt> {
  const { baseline, env, signal, onEvent } = workshop.context;
  if (!isCompared || baseline?.build.kind !== "plan") return noAttempt;
  const { plan } = baseline.build;
  const frames = screenshots.map(({ frame }) => frame);
  return await attempt(workshop, frames, "the baseline", async () => {
    onEvent({ kind: "taking-pictures", build: "baseline" });
    const rendered = await blameBaseline(baseline.source, renderFrames(plan, frames, { env, signal }), signal);
    return rendered.map(({ frame, png }) => ({ frame, png }));
  });
}

interface Attempt {
  readonly screenshots: readonly Screenshot[];
  readonly notices: readonly RunNotice[];
}

const noAttempt: Attempt = { screenshots: [], notices: [] };

const nothingToShow = notTaken(
  "There is no worst frame to take a screenshot of: nothing was timed, and nothing drawn.",
);

async function attempt(
  { context: { signal } }: Workshop,
  frames: readonly number[],
  subject: string,
  take: () => Promise<readonly Screenshot[]>,
): Promise<Attempt> {
  if (frames.length === 0) return noAttempt;
  try {
    return { screenshots: await take(), notices: [] };
  } catch (thrown) {
    if (signal.aborted || !isFramegateError(thrown)) throw thrown;
    return { screenshots: [], notices: [notTaken(`No screenshots of ${subject} could be taken. ${thrown.message}`)] };
  }
}

function notTaken(message: string): RunNotice {
  return { code: "no-screenshots", severity: "warning", message, where: null };
}
