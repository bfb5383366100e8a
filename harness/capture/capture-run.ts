import type { RunNotice, RunSamples, RandomCallSite } from "../../src/formats/frame-sample.ts";
import type {
  InspectConfig,
  MountReport,
  NamedUseReport,
  PageError,
  RandomSiteReport,
  RealmInspection,
  StepReport,
} from "../../src/formats/page-port.ts";
import type { LoadCounts } from "../../src/formats/load-counts.ts";
import type { LaunchConditions } from "../../src/formats/launch-conditions.ts";
import type { CDPSession } from "#puppeteer-core";
import type { WorkSamples } from "../../src/formats/work.ts";
import type { LoadedFile, NamedUse } from "../../src/formats/verify-report.ts";
import type { StackSamples } from "../../src/formats/stack-samples.ts";
import type { FrameTrace } from "../../src/formats/trace-event.ts";
import { manifestOf, type PlannedRun, type RunPlan } from "../../src/formats/run-plan.ts";
import type { LaunchedBrowser } from "../browser/launch-browser.ts";
import { FramegateError } from "../errors.ts";
import type { Site } from "../serve/serve-site.ts";
import type { GamePage } from "./game-page.ts";
import { openGamePage } from "./open-game-page.ts";
import { type Columns, countColumns, joinColumns, sceneOf, sumsWhileLoading } from "./run-columns.ts";
import { LoadMeter } from "./load-meter.ts";
import { type LoadRecorder, recordLoadedFiles } from "./loaded-files.ts";
import {
  crashFailure,
  frameName,
  hindered,
  mountFailure,
  type StepFailureContext,
  stepFailure,
  stuckFailure,
} from "./page-failures.ts";
import { PageMaps } from "./page-maps.ts";
import { planCollections, planReadings, planStops } from "./plan-stops.ts";
import { runNotices } from "./run-notices.ts";
import { stoppedIn } from "./silence.ts";
import { functionNames, placesIn, positionsOf, type StackPositions } from "./stack-positions.ts";
import { createTraceRecorder, type TraceRecorder } from "./trace-recorder.ts";
import type { Pace } from "./lockstep.ts";
import { Stuck, Watchdog, type WatchLimits } from "./watchdog.ts";

export interface CaptureOptions {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  /** Null for a run under normal conditions. */
  readonly conditions: LaunchConditions | null;
  /** Null for a run that is not inspected. */
  readonly inspect: InspectConfig | null;
  /** Pace of a run that steps in turn with another one. */
  readonly pace?: Pace;
  /** Only in a work pass. */
  readonly work?: WorkReader;
  /** Only in a run that is profiled. */
  readonly stacks?: StackReader;
  /** Only in a run whose heap is looked at. Its frames are not traced, because a trace ends at each look. */
  readonly heap?: HeapReader;
}

/** Looks at the heap of a page between its frames. */
export interface HeapReader {
  /** Prepares, before the page of `session` loads anything. */
  start(session: CDPSession): Promise<void>;
  /** Moments of its looks, ascending: how many measured frames are over, from minus the warm-up to `frames`. */
  moments(warmup: number, frames: number): readonly number[];
  /** Looks at one of the moments. */
  look(framesOver: number): Promise<void>;
  /** Ends with the names of functions. */
  finish(describe: StackPositions["frame"]): void;
}

/** Samples the stacks of a page. */
export interface StackReader {
  /** Starts sampling, before the page of `session` loads anything. */
  start(session: CDPSession): Promise<void>;
  finish(describe: StackPositions["frame"]): Promise<StackSamples>;
}

/** Counts the code that a page executes. */
export interface WorkReader {
  /** Starts counting, before the page of `session` loads anything. The secret is that of its preludes. */
  start(session: CDPSession, secret: string): Promise<void>;
  /** Reads the code executed since the last reading. A reading that is not kept counts in no figure. */
  read(isKept: boolean): Promise<void>;
  finish(every: number, describe: StackPositions["frame"]): WorkSamples;
}

/** Facts about the page besides the samples. They are the same in every run. */
export interface PageFacts {
  readonly crossOriginIsolated: boolean;
  readonly timerResolutionMs: number;
  readonly glRenderer: string | null;
}

/** A picture of the page, as PNG, after a measured frame. */
export interface Screenshot {
  readonly frame: number;
  readonly png: Uint8Array;
}

export type CaptureOutcome =
  | {
      readonly kind: "captured";
      /** All columns cover all frames, warm-up included. Times are not in yet: they come from the trace. */
      readonly samples: RunSamples;
      readonly page: PageFacts;
      readonly screenshots: readonly Screenshot[];
      /** Of all frames; null in a run that is not traced. */
      readonly trace: FrameTrace | null;
      /** Null in a run without profiling. */
      readonly stacks: StackSamples | null;
      /** One per realm, in an inspected run; else empty. */
      readonly inspections: readonly RealmInspection[];
      /** In an inspected run; else empty. */
      readonly loads: readonly LoadedFile[];
    }
  | NeedsRaster;

/**
 * The game reads back pixels that were not rendered. All runs must start over and render them, at least while it boots
 * or in its frames.
 */
export interface NeedsRaster {
  readonly kind: "needs-raster";
  readonly during: "boot" | "frames";
  readonly api: string;
  readonly where: string | null;
}

/** Captures one planned run in a fresh page. Throws if the game fails or the browser goes away. */
export async function captureRun(run: PlannedRun, options: CaptureOptions): Promise<CaptureOutcome> {
  const { plan, site, browser } = options;
  site.takeMissing();
  site.takeRequests();
  // Functions are named by their position in the sources; other positions are those the browser reports.
  const { work, stacks, heap } = options;
  const maps = [work, stacks, heap].every((reader) => reader === undefined) ? null : new PageMaps();
  await using page = await openGamePage(browser, {
    url: site.hostUrl,
    limitMs: plan.limits.bootMs,
    width: plan.width,
    height: plan.height,
    preludeFile: site.preludeFile,
    followsRequests: countsLoads(run, options),
    cpuThrottling: options.conditions?.cpuThrottling ?? 1,
    async onOpened(session, secret) {
      maps?.follow(session);
      await work?.start(session, secret);
      await stacks?.start(session);
      await heap?.start(session);
    },
    prelude: {
      seed: run.seed,
      stepHz: plan.stepHz,
      pass: run.pass === "work" ? "count" : run.pass,
      raster: run.raster,
      rendersBoot: plan.rendersBoot,
      rendersCanvases: plan.rendersCanvases,
      locksPointer: false,
      countsWasm: run.pass === "work",
      trapRandom: plan.seededRandom && run.pass === "count",
      settleMs: plan.limits.settleMs,
      inspect: options.inspect,
      engines: plan.engines,
    },
  });
  const positions = positionsOf(site, plan.target, maps);
  const watchdog = new Watchdog(page, positions);
  const loads = options.inspect === null ? null : recordLoadedFiles(page.page, page.session, positions);
  const meter = countsLoads(run, options) ? new LoadMeter(page, options) : null;
  const drive = { run, options, page, watchdog, positions, loads, meter, maps, looks: 0 };
  return await Promise.race([drivePage(drive), pageLoss(drive)]);
}

/** Rejects when the page is gone, because then it answers no calls. */
async function pageLoss({ run, options, page, watchdog }: Drive): Promise<never> {
  const frame = (): string => {
    const lastStep = watchdog.lastStep();
    const where =
      lastStep === null
        ? "set-up or one of the first frames"
        : `a frame after ${frameName(lastStep, options.plan.warmup)}`;
    return `${where} of the ${run.pass} pass`;
  };
  return await new Promise((_resolve, reject) => {
    page.onCrashed((signal) => {
      reject(crashFailure(signal, frame()));
    });
    page.onHeapFull(() => {
      reject(crashFailure(null, frame()));
    });
    page.onLeft((url) => {
      reject(new FramegateError("page-left", { frame: frame(), url }));
    });
  });
}

async function drivePage(drive: Drive): Promise<CaptureOutcome> {
  const { run, options, page, watchdog, positions } = drive;
  const { plan } = options;
  const startedMs = performance.now();
  const mounted = await mount(drive);
  if ("kind" in mounted) return mounted;
  await findEngines(drive, "set-up");
  await endBoot(drive);
  page.beginFrames();
  const isTraced = run.pass === "timed" && options.heap === undefined;
  const recorder = isTraced ? createTraceRecorder(page.session, plan.limits.bootMs + plan.limits.settleMs) : null;
  const stepped = await stepAll(drive, recorder);
  if (stepped.kind === "needs-raster") return stepped;
  const loads = await finishLoads(drive, stepped.columns);
  const stacks = await finishStacks(drive);
  const finished = await watchdog.watch(page.finish(), stepLimits(plan)).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, "the end of the run") : thrown;
  });
  const scene = sceneOf(plan.target, stepped.columns, finished);
  const counts = countColumns(run, stepped.columns, finished, scene);
  return {
    kind: "captured",
    page: {
      crossOriginIsolated: mounted.crossOriginIsolated,
      timerResolutionMs: mounted.timerResolutionMs,
      glRenderer: finished.glRenderer,
    },
    screenshots: stepped.screenshots,
    trace: recorder?.take() ?? null,
    stacks,
    inspections: finished.inspections,
    loads: (await drive.loads?.list()) ?? [],
    samples: {
      run,
      counts,
      before: sumsWhileLoading(counts, finished),
      loads,
      parts: run.pass === "count" ? stepped.columns.parts : null,
      times: null,
      workloadMs: null,
      work: workOf(drive),
      entities: scene?.entities ?? null,
      scene,
      physics: finished.physics,
      workerPhysics: finished.workerPhysics,
      finalStateHash: finished.finalStateHash,
      bootMs: mounted.bootMs,
      wallMs: performance.now() - startedMs,
      raster: run.raster,
      anythingRendered: finished.anythingRendered,
      listensFor: finished.listensFor,
      clickPrompts: finished.clickPrompts,
      randomCallSites: finished.randomSites.map((site) => describeSite(site, positions, plan.warmup)),
      namedUses: finished.namedUses.flatMap((use) => describeUse(use, positions)),
      notices: [...runNotices(options, page, positions, finished), ...unsoughtNotices(drive)],
    },
  };
}

/** A run that is looked at again only repeats one that has counted them. */
function countsLoads({ pass }: PlannedRun, { inspect }: CaptureOptions): boolean {
  return pass === "count" && inspect === null;
}

async function endBoot(drive: Drive): Promise<void> {
  if (drive.meter !== null) await watchLoads(drive, drive.meter.endBoot(), "set-up");
}

async function finishLoads(drive: Drive, { requests }: Columns): Promise<LoadCounts | null> {
  return drive.meter === null ? null : await watchLoads(drive, drive.meter.finish(requests), "the end of the run");
}

async function watchLoads<T>({ options, watchdog }: Drive, counting: Promise<T>, frame: string): Promise<T> {
  const { bootMs, settleMs } = options.plan.limits;
  return await watchdog.watchScripts(counting, bootMs + settleMs).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, frame, "--boot-timeout") : thrown;
  });
}

/** Comes last, so that none of it is sampled. */
async function finishStacks({ options, maps, positions }: Drive): Promise<StackSamples | null> {
  await maps?.load(options.site);
  options.heap?.finish(functionNames(positions));
  return (await options.stacks?.finish(functionNames(positions))) ?? null;
}

function workOf({ options, positions }: Drive): WorkSamples | null {
  return options.work?.finish(readEvery(options.plan), functionNames(positions)) ?? null;
}

/** Frames between two readings of a work pass. */
function readEvery({ workEvery, frames }: RunPlan): number {
  return workEvery ?? frames;
}

// A page that loads a script in every frame would be searched in every frame, and each search costs a garbage
// collection.
const looksMax = 20;

/** The state of one run. */
interface Drive {
  /** How often code was loaded after the first frame. */
  looks: number;
  readonly run: PlannedRun;
  readonly options: CaptureOptions;
  readonly page: GamePage;
  readonly watchdog: Watchdog;
  readonly positions: StackPositions;
  /** Only in an inspected run. */
  readonly loads: LoadRecorder | null;
  /** Only in a count pass. */
  readonly meter: LoadMeter | null;
  /** Only in a run that names functions. */
  readonly maps: PageMaps | null;
}

type Mounted = Extract<MountReport, { readonly ok: true }>;

async function mount({ run, options, page, watchdog, positions }: Drive): Promise<Mounted | NeedsRaster> {
  const { plan, site } = options;
  const { target, limits } = plan;
  const mounting = page.mount({
    width: plan.width,
    height: plan.height,
    fillsWindow: false,
    bootMs: limits.bootMs,
    inputMap: target.kind === "manifest" ? target.inputMap : null,
    tape: plan.tape?.tape ?? null,
    lastPictureStep: lastPictureStep(run, plan),
    embedUrl: site.embedUrl,
    allowsDebug: manifestOf(target)?.allowProductionDebug ?? false,
  });
  // The page enforces its own limits. This one is for an endless script.
  const report = await watchdog.watchScripts(mounting, limits.bootMs).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, "set-up", "--boot-timeout") : thrown;
  });
  if (report.ok) return report;
  if (report.code === "needs-raster") return needsRaster("boot", report.error, positions);
  throw await orStopped(page, mountFailure(report, positions, limits), { frame: "set-up", limitMs: limits.bootMs });
}

/** Searches the loaded code for engines, before `frame`. */
async function findEngines({ options, page, watchdog }: Drive, frame: string): Promise<void> {
  const { bootMs } = options.plan.limits;
  await watchdog.watchScripts(page.findEngines(), bootMs).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, frame, "--boot-timeout") : thrown;
  });
}

/** Does not blame a page that waits in vain for a browser process which the system has stopped. */
async function orStopped(
  page: GamePage,
  failure: FramegateError,
  { frame, limitMs }: { readonly frame: string; readonly limitMs: number },
): Promise<FramegateError> {
  if (failure.code !== "settle-timeout" && failure.code !== "entry-never-resolved") return failure;
  const hindrance = stoppedIn(await page.readLoad());
  return hindrance === null ? failure : hindered(hindrance, frame, limitMs);
}

/** Frames of this run after which a picture is taken, ascending. Only the first run renders for pictures. */
function pictureFrames(run: PlannedRun, plan: RunPlan): readonly number[] {
  return run.index === 0 ? plan.screenshotFrames.toSorted((a, b) => a - b) : [];
}

/** Null if all pixels are rendered anyway, or no picture is taken. */
function lastPictureStep(run: PlannedRun, plan: RunPlan): number | null {
  const last = pictureFrames(run, plan).at(-1);
  return last === undefined || plan.raster === "real" ? null : plan.warmup + last;
}

type Stepped =
  { readonly kind: "stepped"; readonly columns: Columns; readonly screenshots: readonly Screenshot[] } | NeedsRaster;

/**
 * Steps through the warm-up and the measured frames. The first run stops to take pictures, a timed run to flush its
 * trace.
 */
async function stepAll(drive: Drive, recorder: TraceRecorder | null): Promise<Stepped> {
  const { plan } = drive.options;
  const shots = pictureFrames(drive.run, plan);
  const collectsGarbage = drive.options.conditions?.collectsGarbage ?? false;
  const parts: Columns[] = [];
  const screenshots: Screenshot[] = [];
  let done = 0;
  const interruptions = collectsGarbage ? planCollections(plan.warmup + plan.frames) : [];
  const readings = await beginReadings(drive.options);
  for (const stop of planStops(plan.warmup, plan.frames, shots, [...interruptions, ...readings.keys()])) {
    await recorder?.start();
    const report = await stepInTurn(drive, done, stop);
    await recorder?.stop(frameName(done + report.drawCalls.length, plan.warmup));
    if (report.stopped?.code === "needs-raster") {
      return needsRaster("frames", report.stopped.error, drive.positions);
    }
    parts.push(report);
    done = stop;
    await readings.get(stop)?.();
    if (collectsGarbage) await collectGarbage(drive, stop - 1);
    const frame = stop - plan.warmup - 1;
    if (shots.includes(frame)) screenshots.push({ frame, png: await takePicture(drive, stop - 1) });
  }
  return {
    kind: "stepped",
    screenshots,
    columns: joinColumns(parts),
  };
}

/** Runs all steps in one call; with a pace, frame by frame as it is the run's turn. */
async function stepInTurn(drive: Drive, from: number, to: number): Promise<StepReport> {
  const { pace } = drive.options;
  if (pace === undefined) return await stepTo(drive, from, to);
  const reports: StepReport[] = [];
  for (let step = from; step < to; step += 1) {
    await pace.turn(step);
    const report = await stepTo(drive, step, step + 1);
    pace.done();
    reports.push(report);
    if (report.stopped !== null) break;
  }
  return { ...joinColumns(reports), stopped: reports.at(-1)?.stopped ?? null };
}

type Readings = ReadonlyMap<number, () => Promise<void>>;

/** Readings between two frames, by step count. Those before the first step are taken at once. */
async function beginReadings({ plan, work, heap }: CaptureOptions): Promise<Readings> {
  if (work !== undefined) return await beginWork(plan, work);
  return heap === undefined ? new Map() : await beginLooks(plan, heap);
}

/** Code executed while the page loaded or during the warm-up counts in no figure. */
async function beginWork(plan: RunPlan, work: WorkReader): Promise<Readings> {
  await work.read(false);
  const stops = planReadings(plan.warmup, plan.frames, readEvery(plan));
  return new Map(stops.map((stop) => [stop, async () => await work.read(stop > plan.warmup)]));
}

async function beginLooks({ warmup, frames }: RunPlan, heap: HeapReader): Promise<Readings> {
  const looks = new Map(
    heap.moments(warmup, frames).map((over) => [warmup + over, async () => await heap.look(over)] as const),
  );
  await looks.get(0)?.();
  looks.delete(0);
  return looks;
}

async function collectGarbage({ options, page, watchdog }: Drive, step: number): Promise<void> {
  const { warmup, limits } = options.plan;
  const watched = watchdog.watch(page.collectGarbage(), { runningMs: limits.bootMs, waitingMs: limits.bootMs });
  await watched.catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, frameName(step, warmup), "--boot-timeout") : thrown;
  });
}

function needsRaster(
  during: NeedsRaster["during"],
  { message, stack }: PageError,
  positions: StackPositions,
): NeedsRaster {
  const [inner] = positions.frames(stack ?? "").filter(({ owner }) => owner !== "framegate");
  return { kind: "needs-raster", during, api: message, where: inner?.position ?? null };
}

async function takePicture({ options, page, watchdog }: Drive, step: number): Promise<Uint8Array> {
  const { warmup, limits } = options.plan;
  const watched = watchdog.watch(page.screenshot(), { runningMs: limits.bootMs, waitingMs: limits.bootMs });
  return await watched.catch((thrown: unknown) => {
    if (!(thrown instanceof Stuck)) throw thrown;
    const frame = frameName(step, warmup);
    // If a script is running, the page is to blame.
    if (thrown.frames.length > 0 || thrown.hindrance !== null)
      throw stuckFailure(thrown, `the picture of ${frame}`, "--boot-timeout");
    throw new FramegateError("picture-not-taken", { frame, limitMs: thrown.limitMs }, { cause: thrown });
  });
}

/** Limits of one frame. While a page waits, its scripts may run for as long as in a frame. */
function stepLimits({ limits }: RunPlan): WatchLimits {
  return { runningMs: limits.frameMs, waitingMs: limits.settleMs + limits.frameMs };
}

/** Steps until new code may hold an engine, searches it, and goes on. */
async function stepTo(drive: Drive, from: number, to: number): Promise<StepReport> {
  const reports: StepReport[] = [];
  for (let step = from; ;) {
    const report = await stepOn(drive, step, to);
    reports.push(report);
    step += report.drawCalls.length;
    if (report.stopped !== null || step >= to) return { ...joinColumns(reports), stopped: report.stopped };
    await lookAgain(drive, step);
  }
}

async function lookAgain(drive: Drive, step: number): Promise<void> {
  drive.looks += 1;
  if (drive.looks <= looksMax) await findEngines(drive, frameName(step, drive.options.plan.warmup));
}

function unsoughtNotices({ looks }: Drive): readonly RunNotice[] {
  if (looks <= looksMax) return [];
  const message = `Code came before ${String(looks)} frames. Engines were looked for before the first ${String(looksMax)} of them, so an engine that came later is not measured.`;
  return [{ code: "engines-not-sought", severity: "warning", message, where: null }];
}

async function stepOn({ options, page, watchdog, positions }: Drive, from: number, to: number): Promise<StepReport> {
  const { plan } = options;
  const { limits } = plan;
  const context: StepFailureContext = { positions, warmup: plan.warmup, limits };
  const report = await watchdog.watch(page.step(to - from), stepLimits(plan)).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, frameName(thrown.step ?? from, plan.warmup)) : thrown;
  });
  if (report.stopped !== null && report.stopped.code !== "needs-raster") {
    const step = from + report.drawCalls.length;
    throw await orStopped(page, stepFailure(report.stopped, step, context), {
      frame: frameName(step, plan.warmup),
      limitMs: limits.settleMs,
    });
  }
  return report;
}

/** No call site for a use that cannot be traced to a script of the game. */
function describeUse({ api, realm, stack }: NamedUseReport, positions: StackPositions): readonly NamedUse[] {
  const [place] = placesIn(stack, positions);
  return place === undefined ? [] : [{ api, realm, ...place }];
}

function describeSite(site: RandomSiteReport, positions: StackPositions, warmup: number): RandomCallSite {
  const frames = positions.frames(site.stack).filter((frame) => frame.owner !== "framegate");
  const gameIndex = frames.findIndex((frame) => frame.owner === "game");
  const innermost = frames[gameIndex] ?? frames[0];
  return {
    api: site.api,
    frame: site.step - warmup,
    site: innermost?.position ?? "unknown",
    through: frames.slice(0, Math.max(gameIndex, 0)).map((frame) => frame.position),
  };
}
