import type { RunPlan } from "../src/formats/run-plan.ts";
import type { Screenshot } from "../src/formats/run-pictures.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { Environment } from "./environment.ts";
import { planPictures } from "./plan/plan-replay.ts";
import { repeatFirst } from "./repeat-first.ts";
import { serveSite } from "./serve/serve-site.ts";

/** A measured frame of a run that was repeated for it. */
export interface RenderedFrame extends Screenshot {
  /** The digest of the game's state after the frame. */
  readonly stateHash: string | null;
}

/**
 * Runs a game to the last of some measured frames, in a browser of its own, and takes their pictures. Aborting the
 * signal ends the browser, and rejects.
 */
export async function renderFrames(
  plan: RunPlan,
  frames: readonly number[],
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<readonly RenderedFrame[]> {
  const found = await findBrowser(env, { signal });
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  const { width, height } = plan;
  const options = { hostRules: site.hostRules, signal, width, height, env };
  await using browser = await launchBrowser({ browser: found, ...options });
  const { samples, screenshots } = await repeatFirst(planPictures(plan, frames), { site, browser, signal });
  const { stateHash } = samples.counts;
  return screenshots.map((shot) => ({ ...shot, stateHash: stateHash?.[plan.warmup + shot.frame] ?? null }));
}
