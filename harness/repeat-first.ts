import type { RunPlan } from "../src/formats/run-plan.ts";
import type { LaunchedBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { CaptureOutcome } from "./capture/capture-outcome.ts";
import { firstRun, planPixels } from "./plan/plan-runs.ts";
import type { Site } from "./serve/serve-site.ts";

/** Where a run is repeated. */
export interface Place {
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  /** Aborting ends the browser. */
  readonly signal: AbortSignal;
}

/** Repeats the first run of a plan, with as much rendering as the game asks for. */
export async function repeatFirst(
  planned: RunPlan,
  { site, browser, signal }: Place,
): Promise<Extract<CaptureOutcome, { readonly kind: "captured" }>> {
  let plan = planned;
  for (;;) {
    const options = { plan, site, browser, conditions: null, inspect: null };
    const outcome = await captureAlive(firstRun(plan), options, signal);
    if (outcome.kind === "captured") return outcome;
    plan = planPixels(plan, outcome);
  }
}
