import type { RunPlan } from "../src/formats/run-plan.ts";
import type { ProfiledRun } from "../src/formats/stack-samples.ts";
import type { FoundBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { NeedsRaster } from "./capture/capture-outcome.ts";
import { frameSpansOf } from "./measure/parse-trace.ts";
import { plainConditions } from "./plan/plan-launches.ts";
import { planPixels } from "./plan/plan-runs.ts";
import { StackSampler } from "./profile/stack-sampler.ts";
import type { Site } from "./serve/serve-site.ts";

/** Inputs of a profile pass besides its run. */
export interface ProfileWorkshop {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly found: FoundBrowser;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Throttles the page to one nth of its time, so that its frames get more samples; 1 for full speed. */
  readonly slowDown: number;
  /** Shows the page in a window. The plan must render its pixels. */
  readonly headed: boolean;
}

// Three times as many samples per frame as one run has, and still only a few seconds.
const passes = 3;

/**
 * Profiles a game over several runs, each in its own browser. Their times count in no metric, because sampling slows a
 * page down. `onRun` is called before each of them, with its one-based number.
 */
export async function profileGame(
  workshop: ProfileWorkshop,
  onRun: (run: number, of: number) => void,
): Promise<readonly ProfiledRun[]> {
  const runs: ProfiledRun[] = [];
  for (let plan = workshop.plan; runs.length < passes;) {
    onRun(runs.length + 1, passes);
    const outcome = await launchProfile({ ...workshop, plan }, runs.length);
    if ("kind" in outcome) plan = planPixels(plan, outcome);
    else runs.push(outcome);
  }
  return runs;
}

async function launchProfile(workshop: ProfileWorkshop, repeat: number): Promise<ProfiledRun | NeedsRaster> {
  const { plan, site, found, env, signal, slowDown, headed } = workshop;
  const { width, height, target, warmup, frames } = plan;
  const window = { headed, width, height };
  await using browser = await launchBrowser({ browser: found, hostRules: site.hostRules, signal, env, ...window });
  const run = { index: plan.runs.length, pass: "timed", repeat, seed: plan.seed.value, raster: plan.raster } as const;
  const conditions = slowDown === 1 ? null : { ...plainConditions, cpuThrottling: slowDown };
  const options = { plan, site, browser, conditions, inspect: null, stacks: new StackSampler() };
  const outcome = await captureAlive(run, options, signal);
  if (outcome.kind === "needs-raster") return outcome;
  const { trace, stacks } = outcome;
  if (trace === null || stacks === null) throw new Error("A profiled run has a trace and samples.");
  const traced = frameSpansOf(trace, { count: warmup + frames, hasPhases: target.kind === "manifest" });
  return { stacks, ...traced, spans: traced.spans.slice(warmup) };
}
