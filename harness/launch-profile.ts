import type { CpuProfile } from "../src/formats/cpu-profile.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { FoundBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import { frameSpansOf } from "./measure/parse-trace.ts";
import { type ProfiledRun, profileFrames } from "./measure/profile.ts";
import { StackSampler } from "./profile/stack-sampler.ts";
import type { Site } from "./serve/serve-site.ts";

/** What a profile pass needs besides its run. */
export interface ProfileWorkshop {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly found: FoundBrowser;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * Runs a plan's game once more, sampled, in a browser of its own. Its times are in no metric, because sampling slows the page
 * down. Null if the game reads pixels that this run did not render.
 */
export async function launchProfile(workshop: ProfileWorkshop, repeat: number): Promise<ProfiledRun | null> {
  const { plan, site, found, env, signal } = workshop;
  const { width, height, target, warmup, frames } = plan;
  await using browser = await launchBrowser({ browser: found, hostRules: site.hostRules, signal, width, height, env });
  const run = { index: plan.runs.length, pass: "timed", repeat, seed: plan.seed.value, raster: plan.raster } as const;
  const options = { plan, site, browser, conditions: null, inspect: null, stacks: new StackSampler() };
  const outcome = await captureAlive(run, options, signal);
  if (outcome.kind !== "captured" || outcome.trace === null || outcome.stacks === null) return null;
  const spans = frameSpansOf(outcome.trace, { count: warmup + frames, hasPhases: target.kind === "manifest" });
  return { stacks: outcome.stacks, spans: spans.slice(warmup) };
}

// Three times as many samples of the same frames as one run has, and still few seconds.
const passes = 3;

/**
 * Profiles a game over several runs.
 *
 * @param timedMs See `profileFrames`.
 * @param onRun Called before each run, with its number from 1.
 */
export async function profileGame(
  workshop: ProfileWorkshop,
  timedMs: readonly number[],
  onRun: (run: number, of: number) => void,
): Promise<CpuProfile | null> {
  const runs: ProfiledRun[] = [];
  for (let repeat = 0; repeat < passes; repeat += 1) {
    onRun(repeat + 1, passes);
    const run = await launchProfile(workshop, repeat);
    if (run !== null) runs.push(run);
  }
  return profileFrames(runs, timedMs);
}
