import type { CpuProfile } from "../src/formats/cpu-profile.ts";
import type { FlameChart } from "../src/formats/flame-view.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { ProfiledRun } from "../src/formats/stack-samples.ts";
import { findBrowser, findBrowserWithWindow } from "./browser/find-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import { FramegateError } from "./errors.ts";
import { profileGame } from "./launch-profile.ts";
import { flameChart } from "./measure/flame-chart.ts";
import { profileFrames } from "./measure/profile.ts";
import { serveSite } from "./serve/serve-site.ts";

/** A step of `runProfile`. */
export type ProfileEvent =
  { readonly kind: "building" } | { readonly kind: "profiling"; readonly run: number; readonly of: number };

export interface ProfileContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the browser, and `runProfile` rejects. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: ProfileEvent) => void;
  /** See `ProfileWorkshop`. */
  readonly slowDown: number;
  /** See `ProfileWorkshop`. */
  readonly headed: boolean;
  /** Index of the first measured frame to look at. */
  readonly first: number;
}

/** Where a game's frames spent their time. */
export interface ProfileResult {
  /** Over all runs, measured frames only. */
  readonly profile: CpuProfile;
  /** One of the runs, with all its measured frames, for a timeline. */
  readonly run: ProfiledRun;
  /** The calls in the frames of that run. */
  readonly chart: FlameChart;
}

/**
 * Samples the stacks of a game over several runs. Writes nothing. Throws `FramegateError` if the game could not be run,
 * and `nothing-sampled` if its frames were too short for a sample.
 */
export async function runProfile(plan: RunPlan, context: ProfileContext): Promise<ProfileResult> {
  const { env, signal, onEvent, slowDown, headed, first } = context;
  const found = headed ? await findBrowserWithWindow(env, { signal }) : await findBrowser(env, { signal });
  onEvent({ kind: "building" });
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  const runs = await profileGame({ plan, site, found, env, signal, slowDown, headed }, (run, of) => {
    onEvent({ kind: "profiling", run, of });
  });
  const looked = runs.map((run) => ({ ...run, spans: run.spans.slice(first) }));
  const profile = profileFrames(looked, null);
  const [run] = runs;
  if (profile === null || run === undefined)
    throw new FramegateError("nothing-sampled", { frames: plan.frames - first });
  const frames = profile.frames.map((each) => ({ ...each, frame: each.frame + first }));
  const chart = flameChart(run, { first, last: plan.frames - 1 }, { ...profile, frames });
  return { profile: { ...profile, frames }, run, chart };
}
