import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { FrameTrace } from "../../src/formats/trace-event.ts";
import { roundShare } from "./calibration.ts";
import { leaveOutWarmup } from "./leave-out-warmup.ts";
import { parseTrace } from "./parse-trace.ts";
import { roundMs, roundTimes } from "./round-figures.ts";

/** A run as captured: every column covers all frames, and times are still a trace; null in an untimed pass. */
export interface CapturedSamples {
  readonly samples: RunSamples;
  readonly trace: FrameTrace | null;
}

/** Samples of the measured frames, with their times. All times are rounded as in a report. */
export function samplesOf({ target, warmup, frames }: RunPlan, { samples, trace }: CapturedSamples): RunSamples {
  const hasPhases = target.kind === "manifest";
  const times = trace === null ? null : roundTimes(parseTrace(trace, { count: warmup + frames, hasPhases }));
  const queuedShare = samples.queuedShare === null ? null : roundShare(samples.queuedShare);
  const rounded = { bootMs: roundMs(samples.bootMs), wallMs: roundMs(samples.wallMs), queuedShare };
  return leaveOutWarmup({ ...samples, ...rounded, times }, warmup);
}
