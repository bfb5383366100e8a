import type { RunSamples } from "../src/formats/frame-sample.ts";
import type { LaunchConditions } from "../src/formats/launch-conditions.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { VerifyDivergence, VerifyReport } from "../src/formats/verify-report.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { NeedsRaster } from "./capture/capture-outcome.ts";
import { positionsOf } from "./capture/stack-positions.ts";
import { launchUnder, type LaunchWorkshop } from "./launch-under.ts";
import { lookAgain } from "./look-again.ts";
import { countChanges } from "./measure/count-changes.ts";
import { plainConditions, planLaunches } from "./plan/plan-launches.ts";
import { planPixels } from "./plan/plan-runs.ts";
import { serveSite } from "./serve/serve-site.ts";
import { findFirstDifference, isVacuous } from "./verify/compare-launches.ts";
import { compareFailures, lackCodes, type LaunchOutcome, sharedFailures } from "./verify/compare-failures.ts";
import { repeatOutOfTime } from "./verify/repeat-out-of-time.ts";

/** A launch that is repeated because it took too long gets so many times as long. */
const patience = 4;

/** A step of `runVerify`. */
export type VerifyEvent =
  | { readonly kind: "building" }
  | { readonly kind: "launch-started"; readonly index: number; readonly conditions: LaunchConditions }
  /** The game reads pixels back by `api`, so all launches start over with pixels. */
  | { readonly kind: "needs-raster"; readonly api: string }
  /** Only this launch and a few others reached a time limit. It is repeated with more time. */
  | { readonly kind: "more-time-given"; readonly index: number }
  /** Two launches differ and are repeated to find out why. */
  | { readonly kind: "looking-again"; /** Of the launch that differs from the first one. */ readonly index: number };

export interface VerifyContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the browser, and `runVerify` rejects. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: VerifyEvent) => void;
}

export interface VerifyResult {
  readonly report: VerifyReport;
  /** Conditions of each launch, in order. */
  readonly conditions: readonly LaunchConditions[];
  /** Indexes of two launches that differ; null if none do. */
  readonly differing: readonly [number, number] | null;
  /** The failures shared by all launches, each in a sentence. */
  readonly failures: readonly string[];
  /** True if a tape was played. */
  readonly hasTape: boolean;
  /** Warnings of the first launch about missing files, for which a game may still wait; if nothing changed, all of them. */
  readonly warnings: readonly string[];
}

/**
 * Runs the first run of a plan in fresh browser processes, each under different conditions, and compares them frame by
 * frame. Writes nothing. A game that fails in the same way in every launch is thrown as its `FramegateError`.
 */
export async function runVerify(planned: RunPlan, launches: number, context: VerifyContext): Promise<VerifyResult> {
  // Only figures need the engines, and searching for them costs each realm a garbage collection.
  const plan = { ...planned, engines: null };
  const { env, signal, onEvent } = context;
  const found = await findBrowser(env, { signal });
  onEvent({ kind: "building" });
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  const conditions = planLaunches(launches);
  const launched = await launchAll({ plan, site, found, env, signal }, conditions, onEvent);
  const failures = sharedFailures(launched.outcomes);
  const { divergence, differing } = await explainDifference(launched, conditions, onEvent);
  const ran = ranOf(launched.outcomes);
  const parts = countChanges(ran[0]?.parts ?? []);
  const vacuous = ran.length > 0 && isVacuous(parts);
  return {
    ...{ conditions, differing, failures, hasTape: plan.tape !== null, warnings: warningsOf(ran[0], vacuous) },
    report: {
      context: plan.delivery.context,
      identical: divergence === null,
      vacuous,
      ...{ launches, frames: plan.frames, parts, divergence, named: namedIn(ran) },
    },
  };
}

/** The launches, and the plan that they ran: if the game reads pixels back, they are rendered. */
interface Launched extends LaunchWorkshop {
  readonly outcomes: readonly LaunchOutcome[];
}

type OnEvent = VerifyContext["onEvent"];

async function launchAll(
  workshop: LaunchWorkshop,
  conditions: readonly LaunchConditions[],
  onEvent: OnEvent,
): Promise<Launched> {
  let { plan } = workshop;
  for (;;) {
    const outcomes = await launchUntilRead({ ...workshop, plan }, conditions, onEvent);
    if (!("kind" in outcomes)) return { ...workshop, plan, outcomes };
    onEvent({ kind: "needs-raster", api: outcomes.api });
    plan = planPixels(plan, outcomes);
  }
}

async function launchUntilRead(
  workshop: LaunchWorkshop,
  conditions: readonly LaunchConditions[],
  onEvent: OnEvent,
): Promise<readonly LaunchOutcome[] | NeedsRaster> {
  const outcomes: LaunchOutcome[] = [];
  for (const [index, one] of conditions.entries()) {
    onEvent({ kind: "launch-started", index, conditions: one });
    const outcome = await launchUnder(workshop, one, null);
    if (outcome.kind === "needs-raster") return outcome;
    outcomes.push(outcome);
  }
  const { bootMs, frameMs, settleMs } = workshop.plan.limits;
  const limits = { bootMs: bootMs * patience, frameMs: frameMs * patience, settleMs: settleMs * patience };
  return await repeatOutOfTime(outcomes, async (index) => {
    onEvent({ kind: "more-time-given", index });
    const patiently = { ...workshop, plan: { ...workshop.plan, limits } };
    return await launchUnder(patiently, conditions[index] ?? plainConditions, null);
  });
}

type Difference = Pick<VerifyResult, "differing"> & { readonly divergence: VerifyDivergence | null };

/** The first difference between the launches, with its cause. */
async function explainDifference(
  launched: Launched,
  conditions: readonly LaunchConditions[],
  onEvent: OnEvent,
): Promise<Difference> {
  const failed = compareFailures(launched.outcomes);
  if (failed !== null) return failed;
  const first = findFirstDifference(ranOf(launched.outcomes));
  if (first === null) return { divergence: null, differing: null };
  onEvent({ kind: "looking-again", index: first.launch });
  const { plan, site } = launched;
  const positions = positionsOf(site, plan.target);
  const divergence = await lookAgain(first, {
    positions,
    named: namedIn(ranOf(launched.outcomes)),
    async runAgain(index, inspect) {
      const workshop = { ...launched, plan: { ...plan, frames: Math.max(1, inspect.step + 1) } };
      const one = conditions[index === 0 ? 0 : first.launch];
      const outcome = one === undefined ? null : await launchUnder(workshop, one, inspect);
      return outcome?.kind === "ran" ? outcome : null;
    },
  });
  return { divergence, differing: [0, first.launch] };
}

/** Each use once, whichever launch made it. */
function namedIn(samples: readonly RunSamples[]): VerifyReport["named"] {
  const uses = samples.flatMap(({ namedUses }) => namedUses);
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
}

/** Messages of the warnings about files that a page did not get; of all warnings if nothing changed. */
function warningsOf(samples: RunSamples | undefined, isVacuous: boolean): readonly string[] {
  const warnings = (samples?.notices ?? []).filter(({ severity }) => severity === "warning");
  return warnings.filter(({ code }) => isVacuous || lackCodes.has(code)).map(({ message }) => message);
}

function ranOf(outcomes: readonly LaunchOutcome[]): readonly RunSamples[] {
  return outcomes.flatMap((outcome) => (outcome.kind === "ran" ? [outcome.samples] : []));
}
