import { recordByCount } from "../src/formats/frame-counts.ts";
import type { RunSamples } from "../src/formats/frame-sample.ts";
import type { InspectConfig } from "../src/formats/page-port.ts";
import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import type { VerifyDivergence } from "../src/formats/verify-report.ts";
import type { LaunchedBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { PageMaps } from "./capture/page-maps.ts";
import { positionsOf } from "./capture/stack-positions.ts";
import { isGameFailure } from "./errors.ts";
import { type InspectedRun, lookAgain } from "./look-again.ts";
import type { Site } from "./serve/serve-site.ts";
import { type ComparedLaunch, findFirstDifference } from "./verify/compare-launches.ts";

/** State shared by the runs of a plan. */
export interface RunWorkshop {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  /** Aborting ends the browser. */
  readonly signal: AbortSignal;
  /** Called before two runs are repeated. */
  readonly onLook: () => void;
}

/**
 * The first difference between the count passes of a plan, down to the value, with its cause; two passes are repeated
 * for that. Null if they are equal or one has failed. The samples and the resulting frame do not include the warm-up.
 */
export async function explainRuns(
  samples: readonly RunSamples[],
  workshop: RunWorkshop,
): Promise<VerifyDivergence | null> {
  const { plan, site, onLook } = workshop;
  const counted = samples.filter(({ parts }) => parts !== null);
  if (counted.some(hasFailed)) return null;
  const first = findFirstDifference(counted.map((sample) => withWarmup(sample, plan.warmup)));
  const runs = [counted[0]?.run, first === null ? undefined : counted[first.launch]?.run];
  if (first === null) return null;
  onLook();
  const positions = positionsOf(site, plan.target);
  const divergence = await lookAgain(first, {
    positions,
    named: counted.flatMap(({ namedUses }) => namedUses),
    async runAgain(index, inspect) {
      const run = runs[index];
      return run === undefined ? null : await runInspected(workshop, run, inspect);
    },
  });
  const { frame } = divergence;
  return { ...divergence, frame: frame === null ? null : Math.max(frame - plan.warmup, -1) };
}

/** Reruns a game, up to the inspected step, and reads the source maps into `maps`. Null if it cannot be run that far. */
export async function runInspected(
  { plan, site, browser, signal }: Omit<RunWorkshop, "onLook">,
  run: PlannedRun,
  inspect: InspectConfig,
  maps?: PageMaps,
): Promise<InspectedRun | null> {
  const shortened = { ...plan, warmup: 0, frames: Math.max(1, inspect.step + 1), screenshotFrames: [] };
  try {
    const options = {
      plan: shortened,
      site,
      browser,
      conditions: null,
      inspect,
      ...(maps === undefined ? {} : { maps }),
    };
    const outcome = await captureAlive(run, options, signal);
    return outcome.kind === "captured" ? outcome : null;
  } catch (thrown) {
    if (isGameFailure(thrown)) return null;
    throw thrown;
  }
}

function hasFailed({ notices }: RunSamples): boolean {
  return notices.some(({ severity }) => severity === "failure");
}

/** Parts count their steps from the first warm-up frame, so draws must too. */
function withWarmup({ parts, counts, finalStateHash }: RunSamples, warmup: number): ComparedLaunch {
  const padded = (column: readonly number[] | null): readonly number[] | null =>
    column === null ? null : [...Array.from({ length: warmup }, () => 0), ...column];
  return { parts, finalStateHash, counts: { ...counts, ...recordByCount((name) => padded(counts[name])) } };
}
