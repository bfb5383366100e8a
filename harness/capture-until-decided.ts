import type { RunNotice, RunSamples } from "../src/formats/frame-sample.ts";
import type { RunMetrics } from "../src/formats/report.ts";
import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import type { Screenshot } from "../src/formats/run-pictures.ts";
import type { LaunchedBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { CaptureOutcome, NeedsRaster, PageFacts } from "./capture/capture-outcome.ts";
import type { Pace } from "./capture/lockstep.ts";
import { type JudgedFigures, judgeReport } from "./judge/judge-report.ts";
import { needsMoreRepeats } from "./judge/needs-more-repeats.ts";
import { launchAllocations } from "./launch-allocations.ts";
import { launchWork } from "./launch-work.ts";
import { nextLook } from "./looks.ts";
import type { Reference } from "./measure/calibration.ts";
import { measureRuns } from "./measure/metrics.ts";
import { samplesOf } from "./measure/samples-of.ts";
import type { PerfStage } from "./open-stage.ts";
import { planAnotherRepeat, planPixels } from "./plan/plan-runs.ts";
import { captureBesideWorkload } from "./run-calibrate.ts";

/** Captures every planned run, then adds timed repeats as long as more could settle the verdict. */
export async function captureUntilDecided(workshop: Workshop): Promise<Captured> {
  let { plan } = workshop;
  const notices: RunNotice[] = [];
  for (;;) {
    const captured = await captureAll({ ...workshop, plan });
    if (!("needs" in captured)) return await addRepeats(workshop, { ...captured, notices });
    const { needs } = captured;
    const next = planPixels(plan, needs);
    workshop.context.onEvent({ kind: "starting-over", api: needs.api, total: next.runs.length });
    // Rendering while loading costs one more load and changes no count, so there is no notice.
    const isLoading = next.raster === plan.raster && next.rendersCanvases === plan.rendersCanvases;
    plan = next;
    if (isLoading) continue;
    const rendered = next.raster === "real" ? "real rendering" : "its 2D canvases rendered";
    const message = `The game reads pixels back by ${needs.api}, so the run was started over with ${rendered}. It takes longer, and the counts stay the same.`;
    notices.push({ code: "raster-restart", severity: "warning", message, where: needs.where });
  }
}

/** A stage with the plan and the browser of one run. */
export interface Workshop extends PerfStage {
  readonly plan: RunPlan;
  /** Browser of the count passes. */
  readonly browser: LaunchedBrowser;
  /** Null for times as measured here. */
  readonly reference: Reference | null;
}

/** Everything that one run gave, with the plan as it was when it ended. */
export interface Captured {
  readonly plan: RunPlan;
  readonly reference: Reference | null;
  readonly samples: readonly RunSamples[];
  readonly page: PageFacts;
  readonly screenshots: readonly Screenshot[];
  readonly notices: readonly RunNotice[];
}

/** Computes the figures of what was captured. */
export function measureCaptured({ plan, samples, reference }: Captured): RunMetrics {
  return measureRuns(samples, { seeksEngines: plan.engines !== null, reference });
}

/** True if the gate has run longer than the plan's time limit. */
export function isOverTime({ plan: { timeLimitMs }, startedMs }: Workshop): boolean {
  return timeLimitMs !== null && performance.now() - startedMs > timeLimitMs;
}

async function captureAll(workshop: Workshop): Promise<Captured | { readonly needs: NeedsRaster }> {
  const { plan, context, reference } = workshop;
  const samples: RunSamples[] = [];
  const screenshots: Screenshot[] = [];
  let page: PageFacts | null = null;
  for (const run of plan.runs) {
    const ofPass = plan.runs.filter(({ pass }) => pass === run.pass).length;
    context.onEvent({ kind: "run-started", run, ofPass, total: plan.runs.length });
    const outcome = await captureOne(workshop, run);
    if (outcome.kind === "needs-raster") return { needs: outcome };
    samples.push(outcome.samples);
    screenshots.push(...outcome.screenshots);
    page = outcome.page;
  }
  if (page === null) throw new Error("A plan has at least one run.");
  return { plan, reference, samples, page, screenshots, notices: [] };
}

async function addRepeats(workshop: Workshop, captured: Captured): Promise<Captured> {
  const { budget, assertBudget } = captured.plan;
  let { plan, samples } = captured;
  while (assertBudget && needsMoreRepeats(judgeReport(figuresOf({ ...captured, samples }), budget))) {
    const look = nextLook(plan.runs.filter(({ pass }) => pass === "timed").length);
    if (look === null) break;
    for (let run = planAnotherRepeat(plan); run.repeat < look; run = planAnotherRepeat(plan)) {
      if (isOverTime(workshop)) return { ...captured, plan, samples, notices: [...captured.notices, overTime(plan)] };
      workshop.context.onEvent({ kind: "run-started", run, ofPass: null, total: run.index + 1 });
      const outcome = await captureOne({ ...workshop, plan }, run);
      if (outcome.kind === "needs-raster") return { ...captured, plan, samples };
      plan = { ...plan, runs: [...plan.runs, run] };
      samples = [...samples, outcome.samples];
    }
  }
  return { ...captured, plan, samples };
}

function overTime({ timeLimitMs }: RunPlan): RunNotice {
  const message = `The time limit of ${String((timeLimitMs ?? 0) / 1000)} s was over before the figures decided, so no more repeats were run.`;
  return { code: "time-limit", severity: "warning", message, where: null };
}

/**
 * Captures one run, and reads the times of its frames. Every timed run has its own browser: runs that share one are
 * slow or fast together, and the gate would mistake the luck of one browser for the game's cost.
 */
async function captureOne(workshop: Workshop, run: PlannedRun): Promise<CaptureOutcome> {
  if (run.pass === "work" || run.pass === "allocations") {
    const { plan, context } = workshop;
    const launch = run.pass === "work" ? launchWork : launchAllocations;
    const outcome = await launch({ ...workshop, env: context.env, signal: context.signal }, run);
    return outcome.kind === "captured" ? { ...outcome, samples: samplesOf(plan, outcome) } : outcome;
  }
  if (run.pass !== "timed") return await captureIn(workshop.browser, workshop, run);
  await using browser = await workshop.launch();
  if (workshop.reference === null) return await captureIn(browser, workshop, run);
  const { outcome, workloadMs } = await captureBesideWorkload({
    ...{ browser, signal: workshop.context.signal, repeat: run.repeat },
    capture: async (pace) => await captureIn(browser, workshop, run, pace),
  });
  return outcome.kind === "captured" ? { ...outcome, samples: { ...outcome.samples, workloadMs } } : outcome;
}

async function captureIn(
  browser: LaunchedBrowser,
  { plan, context, site }: Workshop,
  run: PlannedRun,
  pace: Pace | null = null,
): Promise<CaptureOutcome> {
  const options = { plan, site, browser, conditions: null, inspect: null, ...(pace === null ? {} : { pace }) };
  const outcome = await captureAlive(run, options, context.signal);
  return outcome.kind === "captured" ? { ...outcome, samples: samplesOf(plan, outcome) } : outcome;
}

/** Figures so far, for a verdict while more repeats may come. */
function figuresOf(captured: Captured): JudgedFigures {
  const { samples, notices } = captured;
  const { metrics, divergence, calibration } = measureCaptured(captured);
  return {
    ...{ metrics, divergence, calibration },
    namedUses: [],
    baseline: null,
    notices: [...notices, ...samples.flatMap((sample) => sample.notices)],
  };
}
