import type { RunNotice, RunSamples } from "../src/formats/frame-sample.ts";
import { pageEnvironment } from "../src/formats/page-environment.ts";
import type { BaselineComparison, BaselineStep } from "../src/formats/baseline.ts";
import type { ReportedScan, ReportEnvironment, RunMetrics } from "../src/formats/report.ts";
import type { MachineRecord } from "../src/formats/machine.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import type { RecordedRun } from "../src/formats/replay-report.ts";
import type { VerifyDivergence } from "../src/formats/verify-report.ts";
import { cacheFolder } from "./cache-folder.ts";
import { type FoundBrowser, findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { captureAlive } from "./capture/capture-alive.ts";
import type { CaptureOutcome, NeedsRaster, PageFacts, Screenshot } from "./capture/capture-outcome.ts";
import { frameToLookAt } from "./judge/frame-to-look-at.ts";
import { type JudgedFigures, judgeReport } from "./judge/judge-report.ts";
import { judgeLiveness } from "./judge/judge-liveness.ts";
import { needsMoreRepeats } from "./judge/needs-more-repeats.ts";
import { needsProfile } from "./judge/needs-profile.ts";
import { isFramegateError } from "./errors.ts";
import { explainDraws } from "./explain-draws.ts";
import { drawersListed } from "./measure/frame-draws.ts";
import { explainRuns } from "./explain-runs.ts";
import { profileGame } from "./launch-profile.ts";
import { launchWork } from "./launch-work.ts";
import type { Reference } from "./measure/calibration.ts";
import { nextLook } from "./looks.ts";
import { givenInput, measureLiveness } from "./measure/liveness.ts";
import { measureRuns } from "./measure/metrics.ts";
import { profileFrames } from "./measure/profile.ts";
import { samplesOf } from "./measure/samples-of.ts";
import { packageVersion } from "./package-root.ts";
import { planAnotherRepeat, planPixels } from "./plan/plan-runs.ts";
import { rootNotices } from "./plan/root-notices.ts";
import type { Baseline } from "./open-baseline.ts";
import { type DuetOutcome, runDuets } from "./run-duets.ts";
import { buildReport } from "./report/build-report.ts";
import { describeMachine, readMachine, timeWorkload } from "./run-calibrate.ts";
import { scanGame, type ScanGameOptions } from "./scan-game.ts";
import { serveSite, type Site } from "./serve/serve-site.ts";
import { packParts } from "./verify/pack-parts.ts";

/** A step of a run. */
export type PerfEvent =
  /** Two count runs differ and are repeated to find out why. */
  | { readonly kind: "looking-again"; readonly total: number }
  /** One of the profiling runs, from 1. */
  | { readonly kind: "profiling"; readonly run: number; readonly of: number }
  /** A frame that exceeds a limit of draws, or draws more than the baseline, is repeated to find out who draws. */
  | { readonly kind: "looking-at-draws"; /** Measured frame. */ readonly frame: number }
  /** A pair of runs in lockstep with the baseline, out of those up to the next look. */
  | { readonly kind: "comparing"; readonly pair: number; readonly ofLook: number }
  /** The other build, before the comparison. */
  | { readonly kind: "preparing-baseline"; readonly step: BaselineStep }
  /** `scanning`: only for a game that declares seeded randomness. `unpacking`: only the first time on a machine. */
  | {
      readonly kind: "scanning" | "unpacking" | "building" | "launching";
      /** Planned runs. */
      readonly total: number;
    }
  | {
      readonly kind: "run-started";
      readonly run: PlannedRun;
      /** Planned runs of this pass; null for a repeat added because the verdict was inconclusive. */
      readonly ofPass: number | null;
      /** All runs, including an added one. */
      readonly total: number;
    };

export interface PerfContext extends Omit<ScanGameOptions, "onScan"> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The game as named by the user. */
  readonly target: string;
  /** Null for a run without a comparison. */
  readonly baseline: Baseline | null;
  /** The machine that times are converted to; null for times as measured here. */
  readonly machine: MachineRecord | null;
  readonly onEvent: (event: PerfEvent) => void;
}

export interface PerfResult {
  readonly file: ReportFile;
  readonly screenshots: readonly Screenshot[];
}

/**
 * Runs a plan: scan, serve, launch, capture, measure, report, judge. Writes nothing. Throws `FramegateError` if the
 * plan could not be run. An exceeded budget is not an error: it is in the verdict.
 */
export async function runPerf(plan: RunPlan, context: PerfContext): Promise<PerfResult> {
  await using stage = await openStage(plan, context);
  context.onEvent({ kind: "launching", total: plan.runs.length });
  await using browser = await stage.launch();
  const run = await runAlone(plan, stage, { browser, record: recordFirst });
  const { judged, captured, profiled, workshop } = run;
  const named = await findFunctions(workshop, { plan: captured.plan, profiled }, judged);
  const file = await findDraws(workshop, captured.plan, named);
  return { file, screenshots: captured.screenshots };
}

/** What runs of a game share besides their browser. Disposing of it ends the server. */
export interface PerfStage extends AsyncDisposable {
  readonly context: PerfContext;
  readonly scan: ReportedScan;
  readonly found: FoundBrowser;
  readonly site: Site;
  /** When the gate began, on the monotonic clock. */
  readonly startedMs: number;
  /** Launches another browser with the same options. */
  readonly launch: () => Promise<LaunchedBrowser>;
}

/** Scans, finds the browser, builds and serves: everything that does not depend on a plan's seed. */
export async function openStage(plan: RunPlan, context: PerfContext): Promise<PerfStage> {
  const { env, signal, onEvent } = context;
  const total = plan.runs.length;
  const startedMs = performance.now();
  const scan = await scanGame(plan, {
    ...context,
    onScan: () => {
      onEvent({ kind: "scanning", total });
    },
  });
  // Before the build, which is useless on a machine without a browser.
  const found = await findBrowser(env, {
    signal,
    onUnpack: () => {
      onEvent({ kind: "unpacking", total });
    },
  });
  onEvent({ kind: "building", total });
  const site = await serveSite(plan, cacheFolder(env), signal);
  return {
    ...{ context, scan, found, site, startedMs },
    async launch() {
      signal.throwIfAborted();
      return await launchBrowser({
        ...{ browser: found, hostRules: site.hostRules, signal, env },
        ...{ width: plan.width, height: plan.height },
      });
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
    },
  };
}

/**
 * Runs a plan on an open stage, from capture to judge. Several can follow one another in one browser. The report cannot
 * be replayed, because hashing all files for each of them would take time.
 */
export async function runOnStage(plan: RunPlan, stage: PerfStage, browser: LaunchedBrowser): Promise<ReportFile> {
  const record = async (): Promise<null> => null;
  return (await runAlone(plan, stage, { browser, record })).judged;
}

interface AloneRun {
  readonly judged: ReportFile;
  readonly captured: Captured;
  readonly profiled: Compared["profiled"];
  readonly workshop: Workshop;
}

interface AloneOptions {
  readonly browser: LaunchedBrowser;
  readonly record: typeof recordFirst;
}

async function runAlone(plan: RunPlan, stage: PerfStage, { browser, record }: AloneOptions): Promise<AloneRun> {
  const { context, scan, found, site } = stage;
  const { signal, onEvent } = context;
  const workshop = { ...stage, plan, browser, reference: referenceOf(context.machine, browser) };
  const alone = await captureUntilDecided(workshop);
  const explanation = await explainRuns(alone.samples, {
    ...{ plan: alone.plan, site, browser, signal },
    onLook() {
      onEvent({ kind: "looking-again", total: alone.plan.runs.length });
    },
  });
  const { captured, comparison, profiled } = await compare(workshop, alone, found);
  const replay = await record(captured.samples, site);
  const judged = judgeCaptured({ captured, comparison, explanation, replay, scan, context, found, browser });
  return { judged, captured, profiled, workshop };
}

/** Adds the functions that take the time, if requested. A failed profile fails no run that was judged. */
async function findFunctions(
  workshop: Workshop,
  { plan, profiled }: { readonly plan: RunPlan; readonly profiled: Compared["profiled"] },
  { report, verdict }: ReportFile,
): Promise<ReportFile> {
  if (profiled !== null)
    return { report: { ...report, profile: profileFrames(profiled, report.perFrame.cpuMs) }, verdict };
  if (!(plan.why ?? (needsProfile(verdict) && !isOverTime(workshop)))) return { report, verdict };
  const { site, found, context } = workshop;
  const { env, signal, onEvent } = context;
  try {
    const runs = await profileGame({ plan, site, found, env, signal, slowDown: 1, headed: false }, (run, of) => {
      onEvent({ kind: "profiling", run, of });
    });
    const profile = profileFrames(runs, report.perFrame.cpuMs);
    return { report: { ...report, profile }, verdict };
  } catch (thrown) {
    if (signal.aborted || !isFramegateError(thrown)) throw thrown;
    const message = `The functions that take the time could not be found. ${thrown.message}`;
    const notice = { code: "not-profiled", severity: "warning", message, where: null } as const;
    return { report: { ...report, notices: [...report.notices, notice] }, verdict };
  }
}

/** Adds who draws in the frame that exceeds a limit of draws or, if requested, in the frame with the most draws. */
async function findDraws(
  { site, browser, context: { signal, onEvent } }: Workshop,
  plan: RunPlan,
  { report, verdict }: ReportFile,
): Promise<ReportFile> {
  const frame = plan.why === false ? null : frameToLookAt(report, verdict, plan.why === true);
  if (frame === null) return { report, verdict };
  onEvent({ kind: "looking-at-draws", frame });
  const draws = await explainDraws(frame, { plan, site, browser, signal }, drawersListed);
  return { report: { ...report, draws }, verdict };
}

interface Workshop extends PerfStage {
  readonly plan: RunPlan;
  /** Browser of the count passes. */
  readonly browser: LaunchedBrowser;
  /** Null for times as measured here. */
  readonly reference: Reference | null;
}

function referenceOf(record: MachineRecord | null, { version }: LaunchedBrowser): Reference | null {
  if (record === null) return null;
  const { name, machine, workload, workloadMs, spread } = record;
  return { name, machine, workload, workloadMs, spread, isSameMachine: machine === describeMachine(version) };
}

interface Captured {
  readonly plan: RunPlan;
  readonly reference: Reference | null;
  readonly samples: readonly RunSamples[];
  readonly page: PageFacts;
  readonly screenshots: readonly Screenshot[];
  readonly notices: readonly RunNotice[];
}

/** Captures every planned run, then adds timed repeats as long as more could settle the verdict. */
async function captureUntilDecided(workshop: Workshop): Promise<Captured> {
  let { plan } = workshop;
  const notices: RunNotice[] = [];
  for (;;) {
    const captured = await captureAll({ ...workshop, plan });
    if (!("needs" in captured)) return await addRepeats(workshop, { ...captured, notices });
    const { needs } = captured;
    const next = planPixels(plan, needs);
    // Rendering while loading costs one more load and changes no count, so there is no notice.
    const isLoading = next.raster === plan.raster && next.rendersCanvases === plan.rendersCanvases;
    plan = next;
    if (isLoading) continue;
    const rendered = next.raster === "real" ? "real rendering" : "its 2D canvases rendered";
    const message = `The game reads pixels back by ${needs.api}, so the run was started over with ${rendered}. It takes longer, and the counts stay the same.`;
    notices.push({ code: "raster-restart", severity: "warning", message, where: needs.where });
  }
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

function isOverTime({ plan: { timeLimitMs }, startedMs }: Workshop): boolean {
  return timeLimitMs !== null && performance.now() - startedMs > timeLimitMs;
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
  if (run.pass === "work") {
    const { plan, context } = workshop;
    const outcome = await launchWork({ ...workshop, env: context.env, signal: context.signal }, run);
    return outcome.kind === "captured" ? { ...outcome, samples: samplesOf(plan, outcome) } : outcome;
  }
  if (run.pass !== "timed") return await captureIn(workshop.browser, workshop, run);
  await using browser = await workshop.launch();
  if (workshop.reference === null) return await captureIn(browser, workshop, run);
  // In the same browser and minute, so that both are slow together.
  const workloadMs = await timeWorkload(browser, workshop.context.signal);
  const outcome = await captureIn(browser, workshop, run);
  return outcome.kind === "captured" ? { ...outcome, samples: { ...outcome.samples, workloadMs } } : outcome;
}

async function captureIn(
  browser: LaunchedBrowser,
  { plan, context, site }: Workshop,
  run: PlannedRun,
): Promise<CaptureOutcome> {
  const outcome = await captureAlive(run, { plan, site, browser, conditions: null, inspect: null }, context.signal);
  return outcome.kind === "captured" ? { ...outcome, samples: samplesOf(plan, outcome) } : outcome;
}

function measureCaptured({ plan, samples, reference }: Captured): RunMetrics {
  return measureRuns(samples, { seeksEngines: plan.engines !== null, reference });
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

interface Compared {
  /** Includes the timed runs of the comparison. */
  readonly captured: Captured;
  readonly comparison: BaselineComparison | null;
  /** Runs of this build whose stacks were sampled for the comparison; null without them. */
  readonly profiled: DuetOutcome["profiled"];
}

/** A run that failed or diverged is not compared. */
async function compare(workshop: Workshop, captured: Captured, found: FoundBrowser): Promise<Compared> {
  const { env, signal, baseline, onEvent } = workshop.context;
  const { samples, plan } = captured;
  const [counted] = samples;
  const hasFailed = samples.some(({ notices }) => notices.some(({ severity }) => severity === "failure"));
  const { divergence, metrics } = measureCaptured(captured);
  if (baseline === null || counted === undefined || hasFailed || divergence !== null) {
    return { captured, comparison: null, profiled: null };
  }
  const environment = describeEnvironment(captured.page, found, workshop.browser);
  const outcome = await runDuets({
    ...{ baseline, plan, site: workshop.site, counted, found, env, signal },
    worked: samples.find(({ work }) => work !== null)?.work ?? null,
    current: { metrics, environment, calibration: null },
    isOverTime: () => isOverTime(workshop),
    onPair(pair, ofLook) {
      onEvent({ kind: "comparing", pair, ofLook });
    },
    onDraws(frame) {
      onEvent({ kind: "looking-at-draws", frame });
    },
    onProfile(run, of) {
      onEvent({ kind: "profiling", run, of });
    },
    onStep(step) {
      onEvent({ kind: "preparing-baseline", step });
    },
  });
  const runs = [...plan.runs, ...outcome.samples.map(({ run }) => run)];
  const together = { ...captured, plan: { ...plan, runs }, samples: [...samples, ...outcome.samples] };
  return { captured: together, comparison: outcome.comparison, profiled: outcome.profiled };
}

async function recordFirst([first]: readonly RunSamples[], site: Site): Promise<RecordedRun | null> {
  const parts = first?.parts ?? null;
  if (parts === null) return null;
  return { files: await site.hashFiles(site.servedUrls()), parts: packParts(parts) };
}

interface Judged {
  readonly captured: Captured;
  readonly comparison: BaselineComparison | null;
  readonly explanation: VerifyDivergence | null;
  readonly replay: RecordedRun | null;
  readonly scan: ReportedScan;
  readonly context: PerfContext;
  readonly found: FoundBrowser;
  readonly browser: LaunchedBrowser;
}

function judgeCaptured({
  captured,
  comparison,
  explanation,
  replay,
  scan,
  context,
  found,
  browser,
}: Judged): ReportFile {
  const launchNotices = browser.notices.map((message): RunNotice => {
    return { code: "browser", severity: "warning", message, where: null };
  });
  const { plan, samples } = captured;
  const liveness = measureLiveness(samples, { warmup: plan.warmup, given: givenInput(plan.tape?.tape.events ?? []) });
  const report = buildReport(plan, {
    target: context.target,
    samples,
    explanation,
    replay,
    scan,
    metrics: measureCaptured(captured),
    liveness,
    baseline: comparison,
    notices: [
      ...rootNotices(plan, packageVersion),
      ...captured.notices,
      ...launchNotices,
      ...judgeLiveness(liveness, plan.allowVacuous, samples[0]?.clickPrompts),
    ],
    environment: describeEnvironment(captured.page, found, browser),
  });
  return { report, verdict: judgeReport(report, plan.budget, plan.strict) };
}

function describeEnvironment(page: PageFacts, found: FoundBrowser, browser: LaunchedBrowser): ReportEnvironment {
  return {
    framegate: packageVersion,
    node: process.version,
    ...readMachine(),
    browserVersion: browser.version,
    browserSource: found.source,
    browserFlags: browser.flags,
    ...page,
    page: pageEnvironment,
  };
}
