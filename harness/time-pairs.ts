import { createSeededGenerator } from "../src/core/random-streams.ts";
import type { RunSamples } from "../src/formats/frame-sample.ts";
import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import type { FoundBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { type CommandPrefix, oneCorePrefix } from "./browser/one-core.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { CaptureOutcome } from "./capture/capture-outcome.ts";
import { Lockstep, OtherRunEnded, type Pace } from "./capture/lockstep.ts";
import { type DuetPair, nextDuetLook } from "./measure/duet.ts";
import { samplesOf } from "./measure/samples-of.ts";
import { type Baseline, blameBaseline } from "./open-baseline.ts";
import { planAnotherRepeat } from "./plan/plan-runs.ts";
import type { Site } from "./serve/serve-site.ts";

/** Inputs of pairs of runs. */
export interface PairWorkshop {
  readonly baseline: Pick<Baseline, "source">;
  /** Plan of the current build. */
  readonly plan: RunPlan;
  readonly site: Site;
  readonly found: FoundBrowser;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onPair: (pair: number, ofLook: number) => void;
}

/** A build with the plan of its runs. */
export interface Served {
  readonly plan: RunPlan;
  readonly site: Site;
}

/** Timed pairs of runs. */
export interface Timed {
  readonly pairs: readonly DuetPair[];
  /** The runs of the baseline in these pairs, and those of the current build. */
  readonly baseline: readonly RunSamples[];
  readonly current: readonly RunSamples[];
}

/** Times pairs of runs of two builds until there are enough. */
export async function timePairs(
  workshop: PairWorkshop,
  other: Served,
  areEnough: (pairs: readonly DuetPair[]) => boolean,
): Promise<Timed> {
  const baseline: RunSamples[] = [];
  const current: RunSamples[] = [];
  const pairs: DuetPair[] = [];
  const random = createSeededGenerator(0, "lockstep");
  let { runs } = workshop.plan;
  do {
    workshop.onPair(pairs.length + 1, nextDuetLook(pairs.length) ?? pairs.length + 1);
    const run = planAnotherRepeat({ ...workshop.plan, runs });
    const [before, now] = await timePair(workshop, other, run, random);
    runs = [...runs, run];
    baseline.push(before);
    current.push(now);
    pairs.push({ baseline: withFramegate(before), current: withFramegate(now) });
  } while (!areEnough(pairs));
  return { pairs, baseline, current };
}

/** CPU times of the frames with what Framegate takes of them: the ratio of two times near zero says nothing. */
function withFramegate({ times }: RunSamples): readonly number[] {
  return times === null ? [] : times.cpuMs.map((ms) => ms + times.emptyFrameMs);
}

/**
 * Times one run of each build, frame by frame in turn, each in its own browser. Both are on the same core: on a busy
 * machine one core is slower than another, and the system leaves a browser where it is.
 */
async function timePair(
  workshop: PairWorkshop,
  other: Served,
  run: PlannedRun,
  random: () => number,
): Promise<readonly [RunSamples, RunSamples]> {
  const current: Served = workshop;
  const prefix = await oneCorePrefix();
  await using otherBrowser = await launchFor(other, workshop, prefix);
  await using currentBrowser = await launchFor(current, workshop, prefix);
  const lockstep = new Lockstep(random);
  const step = async (browser: LaunchedBrowser, served: Served, side: 0 | 1): Promise<RunSamples> => {
    try {
      const outcome = await captureIn(browser, served, { run, pace: lockstep.paceOf(side) }, workshop);
      if (outcome.kind === "captured") return samplesOf(served.plan, outcome);
      throw new Error("A timed run asked for pixels that no count run had asked for.");
    } catch (thrown) {
      lockstep.abandon();
      throw thrown;
    }
  };
  // Both must have ended before their browsers close.
  const ends = await Promise.allSettled([
    blameBaseline(workshop.baseline.source, step(otherBrowser, other, 0), workshop.signal),
    step(currentBrowser, current, 1),
  ]);
  const [before, now] = ends;
  if (before.status === "fulfilled" && now.status === "fulfilled") return [before.value, now.value];
  const reasons = ends.flatMap((end): readonly unknown[] => (end.status === "rejected" ? [end.reason] : []));
  throw reasons.find((reason) => !(reason instanceof OtherRunEnded)) ?? reasons[0];
}

/** Launches a browser for a build, through a command if there is one. */
export async function launchFor(
  { plan, site }: Served,
  { found, env, signal }: PairWorkshop,
  prefix: CommandPrefix | null = null,
): Promise<LaunchedBrowser> {
  const { width, height } = plan;
  const { hostRules } = site;
  return await launchBrowser({ ...{ browser: found, hostRules, signal, env }, ...{ width, height, prefix } });
}

interface PacedRun {
  readonly run: PlannedRun;
  /** Null for a run on its own. */
  readonly pace: Pace | null;
}

/** Captures a run of a build, in turn with another one if it has a pace. */
export async function captureIn(
  browser: LaunchedBrowser,
  { plan, site }: Served,
  { run, pace }: PacedRun,
  { signal }: PairWorkshop,
): Promise<CaptureOutcome> {
  const options = { plan, site, browser, conditions: null, inspect: null };
  return await captureAlive(run, pace === null ? options : { ...options, pace }, signal);
}
