import type { LaunchConditions } from "../src/formats/launch-conditions.ts";
import type { InspectConfig } from "../src/formats/page-port.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { FoundBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { keepCoresBusy } from "./busy-cores.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { NeedsRaster } from "./capture/capture-outcome.ts";
import { isGameFailure } from "./errors.ts";
import { firstRun } from "./plan/plan-runs.ts";
import type { Site } from "./serve/serve-site.ts";
import type { LaunchOutcome } from "./verify/compare-failures.ts";

/** State shared by all launches of a verification. */
export interface LaunchWorkshop {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly found: FoundBrowser;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the browser. */
  readonly signal: AbortSignal;
}

/**
 * Runs the first run of a plan in a fresh browser, under `conditions`. An inspected run records the values of one
 * frame; null for any other run. A game that fails is an outcome; everything else is thrown.
 */
export async function launchUnder(
  workshop: LaunchWorkshop,
  conditions: LaunchConditions,
  inspect: InspectConfig | null,
): Promise<LaunchOutcome | NeedsRaster> {
  workshop.site.delayResponses(conditions.delaySeed);
  const load = conditions.keepsCoresBusy ? keepCoresBusy() : null;
  try {
    return await launchBeside(workshop, conditions, inspect);
  } finally {
    await load?.end();
  }
}

async function launchBeside(
  { plan, site, found, env, signal }: LaunchWorkshop,
  conditions: LaunchConditions,
  inspect: InspectConfig | null,
): Promise<LaunchOutcome | NeedsRaster> {
  const { width, height } = plan;
  await using browser = await launchBrowser({
    ...{ browser: found, hostRules: site.hostRules, jsFlags: conditions.jsFlags },
    ...{ signal, width, height, env },
  });
  const options = { plan: slowDown(plan, conditions), site, browser, conditions, inspect };
  try {
    const outcome = await captureAlive(firstRun(plan), options, signal);
    if (outcome.kind === "needs-raster") return outcome;
    const { samples, inspections, loads } = outcome;
    return { kind: "ran", samples, inspections, loads };
  } catch (thrown) {
    if (!isGameFailure(thrown)) throw thrown;
    return { kind: "failed", error: thrown };
  }
}

/** Raises the limits for what our own conditions slow down. */
function slowDown(plan: RunPlan, { cpuThrottling, keepsCoresBusy }: LaunchConditions): RunPlan {
  const factor = cpuThrottling * (keepsCoresBusy ? 2 : 1);
  const { bootMs, frameMs, settleMs } = plan.limits;
  return { ...plan, limits: { bootMs: bootMs * factor, frameMs: frameMs * factor, settleMs: settleMs * factor } };
}
