import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import type { FoundBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { CaptureOutcome } from "./capture/capture-run.ts";
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

// A tight loop takes 18 times as long without V8's optimising compilers.
const slowdown = 20;

/** Captures a work pass in its own browser, because V8's flags apply to a whole process. */
export async function launchWork(
  { plan, site, found, env, signal }: WorkWorkshop,
  run: PlannedRun,
): Promise<CaptureOutcome> {
  const { width, height } = plan;
  await using browser = await launchBrowser({
    ...{ browser: found, hostRules: site.hostRules, jsFlags: workFlags },
    ...{ signal, width, height, env },
  });
  const { bootMs, frameMs, settleMs } = plan.limits;
  const limits = { bootMs: bootMs * slowdown, frameMs: frameMs * slowdown, settleMs: settleMs * slowdown };
  const options = { site, browser, conditions: null, inspect: null, work: new WorkMeter() };
  return await captureAlive(run, { ...options, plan: { ...plan, limits } }, signal);
}
