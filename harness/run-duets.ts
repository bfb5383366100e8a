import type { AllocationSamples } from "../src/formats/allocations.ts";
import type { BaselineComparison, BaselineSource, BaselineStep } from "../src/formats/baseline.ts";
import type { FrameDraws } from "../src/formats/frame-draws.ts";
import type { RunSamples, TimeColumns } from "../src/formats/frame-sample.ts";
import type { RunReport } from "../src/formats/report.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { ProfiledRun } from "../src/formats/stack-samples.ts";
import type { WorkSamples } from "../src/formats/work.ts";
import { cacheFolder } from "./cache-folder.ts";
import { explainDraws } from "./explain-draws.ts";
import { editedIn, type IsEdited } from "./measure/edited-code.ts";
import { compareAllocations } from "./measure/compare-allocations.ts";
import { judgeWork } from "./measure/compare-columns.ts";
import { compareDraws, frameOfMoreDraws } from "./measure/compare-draws.ts";
import { compareFunctionTimes, estimateTimes } from "./measure/compare-profiles.ts";
import { compareExactly, compareStored, type ComparisonTerms } from "./measure/compare-stored.ts";
import { compareDuet, type DuetPair, nextDuetLook } from "./measure/duet.ts";
import { type FrameTimes, pairTimes } from "./measure/profile.ts";
import { samplesOf } from "./measure/samples-of.ts";
import { FramegateError, isFramegateError } from "./errors.ts";
import { profileGame } from "./launch-profile.ts";
import { launchAllocations } from "./launch-allocations.ts";
import { launchWork } from "./launch-work.ts";
import { type Baseline, blameBaseline } from "./open-baseline.ts";
import { firstRun, planPixels } from "./plan/plan-runs.ts";
import { serveSite } from "./serve/serve-site.ts";
import { captureIn, launchFor, type PairWorkshop, type Served, type Timed, timePairs } from "./time-pairs.ts";

/** Inputs of a comparison. */
export interface DuetWorkshop extends PairWorkshop {
  readonly baseline: Baseline;
  /** The first count run of the current build. */
  readonly counted: RunSamples;
  /** Its times so far; empty if no run was timed. */
  readonly timed: readonly TimeColumns[];
  /** Its executed code; null without a work pass. */
  readonly worked: WorkSamples | null;
  /** Its allocations; null without an allocations pass. */
  readonly allocated: AllocationSamples | null;
  /** Current figures, for a comparison with a stored report. */
  readonly current: Pick<RunReport, "metrics" | "environment" | "calibration">;
  /** Whether the time limit forbids more pairs. */
  readonly isOverTime: () => boolean;
  /** Called before each step of the baseline on its own. */
  readonly onStep: (step: BaselineStep) => void;
  /** Called before both builds are repeated up to a frame that draws or uploads more. */
  readonly onDraws: (frame: number) => void;
  /** Called before each of the runs of both builds whose stacks are sampled. */
  readonly onProfile: (run: number, of: number) => void;
}

/** A comparison, and the current build's runs in it. */
export interface DuetOutcome {
  readonly comparison: BaselineComparison;
  readonly samples: readonly RunSamples[];
  /** Runs whose stacks were sampled; null without them. */
  readonly profiled: readonly ProfiledRun[] | null;
}

/**
 * Compares a run with another build of its game: exact figures first, then times, in lockstep if that build can be run.
 */
export async function runDuets(workshop: DuetWorkshop): Promise<DuetOutcome> {
  const { build, source, options } = workshop.baseline;
  const { maxWorkGrowth, failsOnTime } = options;
  const common = { source, maxWorkGrowth, failsOnTime };
  if (build.kind === "plan") return await runBeside(workshop, build.plan, common);
  const { counted, worked } = workshop;
  const current = { counts: counted.counts, loads: counted.loads, work: worked, ...workshop.current };
  return { samples: [], profiled: null, comparison: compareStored(build.report, current, common) };
}

async function runBeside(workshop: DuetWorkshop, other: RunPlan, common: ComparisonTerms): Promise<DuetOutcome> {
  workshop.onStep("building");
  const serving = serveSite(other, cacheFolder(workshop.env), workshop.signal);
  await using site = await blameBaseline(common.source, serving, workshop.signal);
  workshop.onStep("counting");
  const counted = await countOther({ plan: other, site }, workshop);
  const { counts, loads } = counted.samples;
  const worked = await workOf({ plan: counted.plan, site }, workshop);
  const exact = compareExactly(
    { counts, loads, work: worked },
    { counts: workshop.counted.counts, loads: workshop.counted.loads, work: workshop.worked },
  );
  const allocated = await compareAllocated({ plan: counted.plan, site }, worked, workshop);
  const untimed = { ...common, ...exact, ...allocated };
  const work = judgeWork(exact.columns, common.maxWorkGrowth);
  const sampled = { other: { plan: counted.plan, site }, worked, workshop: { ...workshop, plan: counted.current } };
  if (work === "too-much") {
    const timesNote = "they were not compared, because the work alone decides";
    const draws = await drawsOf({ plan: counted.plan, site }, { counted, worked, exact, workshop });
    const functions = workshop.plan.why === true ? await compareSampled(sampled, null) : notSampled;
    const { functionTimes, profiled } = functions;
    const comparison = { ...untimed, functionTimes, draws, work, times: null, timesNote };
    return { samples: [], profiled, comparison };
  }
  const timed = await timePairs(sampled.workshop, sampled.other, (soFar) => isDecided(soFar, workshop.isOverTime()));
  const times = compareDuet(timed.pairs);
  const why = workshop.plan.why ?? (times.verdict === "slower" && !workshop.isOverTime());
  const { functionTimes, profiled } = why ? await compareSampled(sampled, timed) : notSampled;
  return {
    ...{ samples: timed.current, profiled },
    comparison: { ...untimed, functionTimes, draws: null, work, times, timesNote: null },
  };
}

interface SampledFunctions extends Pick<BaselineComparison, "functionTimes">, Pick<DuetOutcome, "profiled"> {}

const notSampled: SampledFunctions = { functionTimes: [], profiled: null };

interface SampledBuilds {
  readonly other: Served;
  /** The executed code of the other build. */
  readonly worked: WorkSamples | null;
  readonly workshop: DuetWorkshop;
}

/**
 * Samples both builds, and compares the times of their functions. A failed profile fails no comparison.
 *
 * @param pairs Their times; null if they were not compared.
 */
async function compareSampled(builds: SampledBuilds, pairs: Timed | null): Promise<SampledFunctions> {
  try {
    return await sampleBoth(builds, pairs);
  } catch (thrown) {
    if (builds.workshop.signal.aborted || !isFramegateError(thrown)) throw thrown;
    return notSampled;
  }
}

async function sampleBoth({ other, worked, workshop }: SampledBuilds, pairs: Timed | null): Promise<SampledFunctions> {
  const { baseline, plan, site, found, env, signal, onProfile } = workshop;
  const sample = async (served: Served, done: number): Promise<readonly ProfiledRun[]> =>
    await profileGame({ ...served, found, env, signal, slowDown: 1, headed: false }, (run, of) => {
      onProfile(done + run, 2 * of);
    });
  const before = await blameBaseline(baseline.source, sample(other, 0), signal);
  const now = await sample({ plan, site }, before.length);
  const timesOf = (runs: readonly RunSamples[]): FrameTimes => pairTimes(runs.flatMap(({ times }) => times ?? []));
  const times =
    pairs === null
      ? estimateTimes(before, now, workshop.timed.length === 0 ? null : pairTimes(workshop.timed))
      : { baseline: timesOf(pairs.baseline), current: timesOf(pairs.current) };
  return {
    functionTimes: compareFunctionTimes(
      { runs: before, times: times.baseline, work: worked },
      { runs: now, times: times.current, work: workshop.worked },
    ),
    profiled: now,
  };
}

interface ComparedBuilds {
  readonly counted: Counted;
  /** The executed code of the other build. */
  readonly worked: WorkSamples | null;
  readonly exact: Pick<BaselineComparison, "columns">;
  readonly workshop: DuetWorkshop;
}

/** Who draws more, in the frame that grew the most. Null if draws and uploads grew by no more than is allowed. */
async function drawsOf(
  other: Served,
  { counted, worked, exact, workshop }: ComparedBuilds,
): Promise<BaselineComparison["draws"]> {
  const { baseline, signal, plan } = workshop;
  const builds = { baseline: counted.samples.counts, current: workshop.counted.counts };
  const frame = plan.why === false ? null : frameOfMoreDraws(builds, exact.columns, baseline.options.maxWorkGrowth);
  if (frame === null) return null;
  workshop.onDraws(frame);
  const look = async (served: Served, isEdited: IsEdited): Promise<FrameDraws | null> => {
    await using browser = await launchFor(served, workshop);
    return await explainDraws(frame, { ...served, browser, signal }, { most: Infinity, isEdited });
  };
  const before = await blameBaseline(baseline.source, look(other, editedIn(worked, workshop.worked)), signal);
  const current = { plan: counted.current, site: workshop.site };
  return compareDraws(frame, before, await look(current, editedIn(workshop.worked, worked)));
}

/** Null if the current build has no work pass either. */
async function workOf({ plan, site }: Served, workshop: DuetWorkshop): Promise<WorkSamples | null> {
  const { found, env, signal, baseline } = workshop;
  const run = plan.runs.find(({ pass }) => pass === "work");
  if (run === undefined) return null;
  workshop.onStep("working");
  const running = launchWork({ plan, site, found, env, signal }, run);
  const outcome = await blameBaseline(baseline.source, running, signal);
  return outcome.kind === "captured" ? outcome.samples.work : null;
}

type AllocatedByBoth = Pick<BaselineComparison, "allocations" | "allocationsNote">;

/** Compares the allocations, if those of the current build were counted. */
async function compareAllocated(
  { plan, site }: Served,
  worked: WorkSamples | null,
  workshop: DuetWorkshop,
): Promise<AllocatedByBoth> {
  const { found, env, signal, baseline, allocated } = workshop;
  if (allocated === null) return { allocations: null, allocationsNote: null };
  workshop.onStep("allocating");
  const { runs, seed, raster } = plan;
  const run = { index: runs.length, pass: "allocations", repeat: 0, seed: seed.value, raster } as const;
  const running = launchAllocations({ plan, site, found, env, signal }, run);
  const outcome = await blameBaseline(baseline.source, running, signal);
  const samples = outcome.kind === "captured" ? outcome.samples.allocationSamples : null;
  if (samples === null) {
    return { allocations: null, allocationsNote: "the baseline read back pixels that it had not read before" };
  }
  const current = { samples: allocated, work: workshop.worked };
  return { allocations: compareAllocations({ samples, work: worked }, current), allocationsNote: null };
}

interface Counted {
  readonly samples: RunSamples;
  readonly plan: RunPlan;
  /**
   * Plan of the current build, rendering whatever either build reads back, so that both do the same in their timed
   * runs.
   */
  readonly current: RunPlan;
}

async function countOther(other: Served, workshop: DuetWorkshop): Promise<Counted> {
  const { raster, rendersBoot, rendersCanvases } = workshop.plan;
  // The current build may have been started over, after this plan was made.
  const runs = other.plan.runs.map((run) => ({ ...run, raster }));
  let plan: RunPlan = { ...other.plan, raster, rendersBoot, rendersCanvases, runs };
  let current = workshop.plan;
  for (;;) {
    await using browser = await launchFor({ plan, site: other.site }, workshop);
    const outcome = await blameBaseline(
      workshop.baseline.source,
      captureIn(browser, { plan, site: other.site }, { run: firstRun(plan), pace: null }, workshop),
      workshop.signal,
    );
    if (outcome.kind === "captured") {
      requireSound(workshop.baseline.source, outcome.samples);
      return { samples: samplesOf(plan, outcome), plan, current };
    }
    plan = planPixels(plan, outcome);
    current = planPixels(current, outcome);
  }
}

/** Refuses a baseline whose page throws: its figures are no yardstick. */
function requireSound({ name }: BaselineSource, { notices }: RunSamples): void {
  const failure = notices.find(({ severity }) => severity === "failure");
  if (failure === undefined) return;
  const { code, message, where } = failure;
  throw new FramegateError("baseline-failed", { name, code, message, where: where ?? name });
}

/** A decisive look, the last look, or the time limit. A single pair has no interval. */
function isDecided(pairs: readonly DuetPair[], isOverTime: boolean): boolean {
  if (isOverTime && pairs.length > 1) return true;
  const isLook = nextDuetLook(pairs.length - 1) === pairs.length;
  return isLook && (nextDuetLook(pairs.length) === null || compareDuet(pairs).verdict !== "undecided");
}
