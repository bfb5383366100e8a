import type { RunPlan } from "../src/formats/run-plan.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { Environment } from "./environment.ts";
import { planPicture } from "./plan/plan-replay.ts";
import { repeatFirst } from "./repeat-first.ts";
import { serveSite } from "./serve/serve-site.ts";

/** A measured frame of a run that was repeated for it. */
export interface RenderedFrame {
  readonly png: Uint8Array;
  /** The digest of the game's state after the frame. */
  readonly stateHash: string | null;
}

/**
 * Runs a game to a measured frame, in a browser of its own, and takes its picture. Aborting the signal ends the browser,
 * and rejects.
 */
export async function renderFrame(
  plan: RunPlan,
  frame: number,
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<RenderedFrame> {
  const found = await findBrowser(env, { signal });
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  const { width, height } = plan;
  const options = { hostRules: site.hostRules, signal, width, height, env };
  await using browser = await launchBrowser({ browser: found, ...options });
  const { samples, screenshots } = await repeatFirst(planPicture(plan, frame), { site, browser, signal });
  const [screenshot] = screenshots;
  if (screenshot === undefined) throw new Error("A run to a frame ends with its picture.");
  return { png: screenshot.png, stateHash: samples.counts.stateHash?.[plan.warmup + frame] ?? null };
}
