import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import type { FoundBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { CaptureOptions, CaptureOutcome } from "./capture/capture-outcome.ts";
import type { Site } from "./serve/serve-site.ts";
import { workFlags, WorkMeter } from "./work/work-meter.ts";

/** Inputs of a work pass besides its run. */
export interface WorkWorkshop {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly found: FoundBrowser;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** A reading that costs a run its speed, and V8's flags for it. */
export interface SlowReading extends Pick<CaptureOptions, "work" | "heap"> {
  readonly jsFlags: readonly string[];
}

// A tight loop takes 18 times as long without V8's optimising compilers.
const slowdown = 20;

/** Captures a work pass in its own browser, because V8's flags apply to a whole process. */
export async function launchWork(workshop: WorkWorkshop, run: PlannedRun): Promise<CaptureOutcome> {
  return await launchSlow(workshop, run, { jsFlags: workFlags, work: new WorkMeter() });
}

/** Captures a run in its own browser, with its limits raised for what slows it down. */
export async function launchSlow(
  { plan, site, found, env, signal }: WorkWorkshop,
  run: PlannedRun,
  { jsFlags, ...readers }: SlowReading,
): Promise<CaptureOutcome> {
  const { width, height } = plan;
  await using browser = await launchBrowser({
    ...{ browser: found, hostRules: site.hostRules, jsFlags },
    ...{ signal, width, height, env },
  });
  const { bootMs, frameMs, settleMs } = plan.limits;
  const limits = { bootMs: bootMs * slowdown, frameMs: frameMs * slowdown, settleMs: settleMs * slowdown };
  const options = { site, browser, conditions: null, inspect: null, ...readers };
  return await captureAlive(run, { ...options, plan: { ...plan, limits } }, signal);
}
