import type { RunNotice, RunSamples } from "../src/formats/frame-sample.ts";
import { pageEnvironment } from "../src/formats/page-environment.ts";
import type { BaselineComparison } from "../src/formats/baseline.ts";
import type { ReportedScan, ReportEnvironment } from "../src/formats/report.ts";
import type { MachineRecord } from "../src/formats/machine.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { RunPictures } from "../src/formats/run-pictures.ts";
import type { RecordedRun } from "../src/formats/replay-report.ts";
import type { VerifyDivergence } from "../src/formats/verify-report.ts";
import type { FoundBrowser } from "./browser/find-browser.ts";
import type { LaunchedBrowser } from "./browser/launch-browser.ts";
import type { PageFacts } from "./capture/capture-outcome.ts";
import {
  type Captured,
  captureUntilDecided,
  isOverTime,
  measureCaptured,
  type Workshop,
} from "./capture-until-decided.ts";
import { frameToLookAt } from "./judge/frame-to-look-at.ts";
import { judgeReport } from "./judge/judge-report.ts";
import { judgeLiveness, mayOnlyWait } from "./judge/judge-liveness.ts";
import { needsProfile } from "./judge/needs-profile.ts";
import { isFramegateError } from "./errors.ts";
import { explainDraws } from "./explain-draws.ts";
import { drawersListed } from "./measure/frame-draws.ts";
import { explainOverdraw } from "./explain-overdraw.ts";
import { explainRuns } from "./explain-runs.ts";
import { profileGame } from "./launch-profile.ts";
import type { Reference } from "./measure/calibration.ts";
import { givenInput, measureLiveness } from "./measure/liveness.ts";
import { profileFrames, reportedTimes } from "./measure/profile.ts";
import { openStage, type PerfContext, type PerfStage } from "./open-stage.ts";
import { packageVersion } from "./package-root.ts";
import { rootNotices } from "./plan/root-notices.ts";
import { type DuetOutcome, runDuets } from "./run-duets.ts";
import { buildReport } from "./report/build-report.ts";
import { heatPicture } from "./report/heat-picture.ts";
import { describeMachine, readMachine } from "./run-calibrate.ts";
import type { Site } from "./serve/serve-site.ts";
import { takePictures } from "./take-pictures.ts";
import { packParts } from "./verify/pack-parts.ts";

export interface PerfResult {
  readonly file: ReportFile;
  readonly pictures: RunPictures;
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
  const drawn = await findDraws(workshop, captured.plan, named);
  const { file, heat } = await countFragments(workshop, captured.plan, drawn);
  const { notices, ...taken } = await takePictures(workshop, captured, file);
  const { report, verdict } = file;
  return {
    file: { report: { ...report, notices: [...report.notices, ...notices] }, verdict },
    pictures: { ...taken, heat },
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
    return { report: { ...report, profile: profileFrames(profiled, reportedTimes(report)) }, verdict };
  if (!(plan.why ?? (needsProfile(verdict) && !isOverTime(workshop)))) return { report, verdict };
  const { site, found, context } = workshop;
  const { env, signal, onEvent } = context;
  try {
    const runs = await profileGame({ plan, site, found, env, signal, slowDown: 1, headed: false }, (run, of) => {
      onEvent({ kind: "profiling", run, of });
    });
    const profile = profileFrames(runs, reportedTimes(report));
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
  const look = plan.why === false ? null : frameToLookAt(report, verdict, plan.why === true);
  if (look === null) return { report, verdict };
  const { frame, first } = look;
  onEvent({ kind: "looking-at-draws", frame, wanted: "drawers" });
  const draws = await explainDraws(frame, { plan, site, browser, signal }, { most: drawersListed, first });
  return { report: { ...report, draws }, verdict };
}

/** Adds the fragments of a frame, if requested. A failed count fails no run that was judged. */
async function countFragments(
  { site, browser, context: { signal, onEvent } }: Workshop,
  plan: RunPlan,
  { report, verdict }: ReportFile,
): Promise<{ readonly file: ReportFile; readonly heat: RunPictures["heat"] }> {
  const frame = plan.overdrawFrame;
  if (frame === null) return { file: { report, verdict }, heat: null };
  onEvent({ kind: "looking-at-draws", frame, wanted: "fragments" });
  const { drawCalls, canvasOperations } = report.perFrame;
  const drawn = { drawCalls: drawCalls?.[frame] ?? 0, canvasOperations: canvasOperations?.[frame] ?? 0 };
  const explained = await explainOverdraw(frame, { plan, site, browser, signal }, drawn);
  if (explained === null) {
    const message = `The fragments of frame ${String(frame)} could not be counted, because the game did not run that far again.`;
    const notice = { code: "not-counted", severity: "warning", message, where: null } as const;
    return { file: { report: { ...report, notices: [...report.notices, notice] }, verdict }, heat: null };
  }
  const { overdraw, heat } = explained;
  return {
    file: { report: { ...report, overdraw }, verdict },
    heat: heat === null ? null : { frame, png: heatPicture(heat) },
  };
}

function referenceOf(record: MachineRecord | null, { version }: LaunchedBrowser): Reference | null {
  if (record === null) return null;
  const { name, machine, workload, workloadMs, spread } = record;
  return { name, machine, workload, workloadMs, spread, isSameMachine: machine === describeMachine(version) };
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
    timed: samples.flatMap(({ times }) => times ?? []),
    worked: samples.find(({ work }) => work !== null)?.work ?? null,
    allocated: samples.find(({ allocationSamples }) => allocationSamples !== null)?.allocationSamples ?? null,
    current: { metrics, environment, calibration: null },
    isOverTime: () => isOverTime(workshop),
    onPair(pair, ofLook) {
      onEvent({ kind: "comparing", pair, ofLook });
    },
    onDraws(frame) {
      onEvent({ kind: "looking-at-draws", frame, wanted: "drawers" });
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
  const livenessContext = {
    prompts: samples[0]?.clickPrompts ?? [],
    failures: (samples[0]?.notices ?? []).filter(({ severity }) => severity === "failure"),
  };
  const ofLiveness = judgeLiveness(liveness, plan, livenessContext);
  const built = buildReport(plan, {
    target: context.target,
    samples,
    explanation,
    replay,
    scan,
    metrics: measureCaptured(captured),
    liveness,
    baseline: comparison,
    notices: [...rootNotices(plan, packageVersion), ...captured.notices, ...launchNotices, ...ofLiveness],
    environment: describeEnvironment(captured.page, found, browser),
  });
  // The first failure is the reason of the verdict.
  const isWaiting = mayOnlyWait(liveness, livenessContext);
  const report = isWaiting ? { ...built, notices: [...new Set([...ofLiveness, ...built.notices])] } : built;
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
