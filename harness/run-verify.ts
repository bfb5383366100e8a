import type { RunSamples } from "../src/formats/frame-sample.ts";
import type { LaunchConditions } from "../src/formats/launch-conditions.ts";
import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import { splitPart } from "../src/formats/state-parts.ts";
import type { VerifyDivergence, VerifyReport } from "../src/formats/verify-report.ts";
import { type FoundBrowser, findBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { keepCoresBusy } from "./busy-cores.ts";
import { cacheFolder } from "./cache-folder.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { NeedsRaster } from "./capture/capture-run.ts";
import { isFramegateError } from "./errors.ts";
import { exitCodes } from "./exit-codes.ts";
import { planLaunches } from "./plan/plan-launches.ts";
import { planBootRaster, planRealRaster } from "./plan/plan-runs.ts";
import { serveSite, type Site } from "./serve/serve-site.ts";
import { countChanges, findFirstDifference, isVacuous } from "./verify/compare-launches.ts";
import { compareFailures, type LaunchOutcome, sharedFailure } from "./verify/compare-failures.ts";

/** A step of `runVerify`. */
export type VerifyEvent =
  | { readonly kind: "building" }
  | { readonly kind: "launch-started"; readonly index: number; readonly conditions: LaunchConditions };

export interface VerifyContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the browser, and `runVerify` rejects. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: VerifyEvent) => void;
}

export interface VerifyResult {
  readonly report: VerifyReport;
  /** The conditions of each launch, in order. */
  readonly conditions: readonly LaunchConditions[];
  /** The launches that differ, by index; null if none do. */
  readonly differing: readonly [number, number] | null;
  /** The failure that every launch shows, in a sentence; null if there is none. */
  readonly failure: string | null;
}

/**
 * Runs the first run of a plan in fresh browser processes, each under other conditions, and compares them frame by frame.
 * Writes nothing. A game that fails in the same way in every launch is thrown as its `FramegateError`.
 */
export async function runVerify(plan: RunPlan, launches: number, context: VerifyContext): Promise<VerifyResult> {
  const { env, signal, onEvent } = context;
  const found = await findBrowser(env, { signal });
  onEvent({ kind: "building" });
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  const conditions = planLaunches(launches);
  const outcomes = await launchAll({ plan, site, found, context }, conditions);
  return judge(plan, conditions, outcomes);
}

interface Workshop {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly found: FoundBrowser;
  readonly context: VerifyContext;
}

/** Launches under all conditions. If the game reads pixels back, it starts over and renders them. */
async function launchAll(
  workshop: Workshop,
  conditions: readonly LaunchConditions[],
): Promise<readonly LaunchOutcome[]> {
  let { plan } = workshop;
  for (;;) {
    const outcomes = await launchUntilRead({ ...workshop, plan }, conditions);
    if (!("kind" in outcomes)) return outcomes;
    if (plan.raster === "real") throw new Error("A run with real raster asked for real raster.");
    plan = outcomes.during === "boot" && !plan.rendersBoot ? planBootRaster(plan) : planRealRaster(plan);
  }
}

async function launchUntilRead(
  workshop: Workshop,
  conditions: readonly LaunchConditions[],
): Promise<readonly LaunchOutcome[] | NeedsRaster> {
  const outcomes: LaunchOutcome[] = [];
  for (const [index, one] of conditions.entries()) {
    workshop.context.onEvent({ kind: "launch-started", index, conditions: one });
    const outcome = await launch(workshop, one);
    if (outcome.kind === "needs-raster") return outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function launch(workshop: Workshop, conditions: LaunchConditions): Promise<LaunchOutcome | NeedsRaster> {
  workshop.site.delayResponses(conditions.delaySeed);
  const load = conditions.keepsCoresBusy ? keepCoresBusy() : null;
  try {
    return await launchBeside(workshop, conditions);
  } finally {
    await load?.end();
  }
}

async function launchBeside(
  { plan, site, found, context }: Workshop,
  conditions: LaunchConditions,
): Promise<LaunchOutcome | NeedsRaster> {
  const { env, signal } = context;
  const { width, height } = plan;
  await using browser = await launchBrowser({
    ...{ browser: found, hostRules: site.hostRules, jsFlags: conditions.jsFlags },
    ...{ signal, width, height, env },
  });
  const options = { plan: slowDown(plan, conditions), site, browser, conditions };
  try {
    const outcome = await captureAlive(firstRun(plan), options, signal);
    return outcome.kind === "captured" ? { kind: "ran", samples: outcome.samples } : outcome;
  } catch (thrown) {
    if (!isFramegateError(thrown) || thrown.exitCode !== exitCodes.game) throw thrown;
    return { kind: "failed", error: thrown };
  }
}

function firstRun({ runs }: RunPlan): PlannedRun {
  const [first] = runs;
  if (first === undefined) throw new Error("A plan has at least one run.");
  return first;
}

/** What takes longer by our doing gets more time. */
function slowDown(plan: RunPlan, { cpuThrottling, keepsCoresBusy }: LaunchConditions): RunPlan {
  const factor = cpuThrottling * (keepsCoresBusy ? 2 : 1);
  const { bootMs, frameMs, settleMs } = plan.limits;
  return { ...plan, limits: { bootMs: bootMs * factor, frameMs: frameMs * factor, settleMs: settleMs * factor } };
}

function judge(
  plan: RunPlan,
  conditions: readonly LaunchConditions[],
  outcomes: readonly LaunchOutcome[],
): VerifyResult {
  const failure = sharedFailure(outcomes);
  const samples = outcomes.flatMap((outcome) => (outcome.kind === "ran" ? [outcome.samples] : []));
  const parts = countChanges(samples[0]?.parts ?? []);
  const { divergence, differing } = diverge(outcomes, samples);
  return {
    conditions,
    differing,
    failure,
    report: {
      identical: divergence === null,
      vacuous: samples.length > 0 && isVacuous(parts),
      launches: outcomes.length,
      frames: plan.frames,
      parts,
      divergence,
      named: [],
    },
  };
}

type Divergence = Pick<VerifyResult, "differing"> & { readonly divergence: VerifyDivergence | null };

function diverge(outcomes: readonly LaunchOutcome[], samples: readonly RunSamples[]): Divergence {
  const failed = compareFailures(outcomes);
  if (failed !== null) return failed;
  const difference = findFirstDifference(samples);
  if (difference === null) return { divergence: null, differing: null };
  const { name, root } = splitPart(difference.part);
  const [a, b] = difference.values;
  const realm = difference.realm === "/" ? null : difference.realm;
  return {
    differing: [0, difference.launch],
    divergence: {
      ...{ frame: difference.step, phase: null, root: root ?? realm, part: name },
      ...{ path: null, a, b, class: "exact", cause: null },
    },
  };
}
