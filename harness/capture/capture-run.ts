import { frameName } from "../../src/formats/frame-name.ts";
import type { RandomCallSite } from "../../src/formats/frame-sample.ts";
import type { NamedUseReport, RandomSiteReport } from "../../src/formats/page-port.ts";
import type { LoadCounts } from "../../src/formats/load-counts.ts";
import type { WorkSamples } from "../../src/formats/work.ts";
import type { NamedUse } from "../../src/formats/verify-report.ts";
import type { StackSamples } from "../../src/formats/stack-samples.ts";
import type { PlannedRun } from "../../src/formats/run-plan.ts";
import type { ProcessLoad } from "../browser/process-load.ts";
import { FramegateError } from "../errors.ts";
import type { CaptureOptions, CaptureOutcome } from "./capture-outcome.ts";
import type { Drive } from "./drive.ts";
import { findEngines, mount } from "./mount-page.ts";
import { openGamePage } from "./open-game-page.ts";
import { type Columns, countColumns, sceneOf, sumsWhileLoading } from "./run-columns.ts";
import { LoadMeter } from "./load-meter.ts";
import { recordLoadedFiles } from "./loaded-files.ts";
import { crashFailure, stuckFailure } from "./page-failures.ts";
import { PageMaps } from "./page-maps.ts";
import { runNotices } from "./run-notices.ts";
import { queuedShare } from "./silence.ts";
import { gamePathOf, placesIn, positionsOf, type StackPositions } from "./stack-positions.ts";
import { readEvery, stepAll, stepLimits, traceEmptyFrames, unsoughtNotices } from "./step-frames.ts";
import { createTraceRecorder, type TraceRecorder } from "./trace-recorder.ts";
import { Stuck, Watchdog } from "./watchdog.ts";

/** Captures one planned run in a fresh page. Throws if the game fails or the browser goes away. */
export async function captureRun(run: PlannedRun, options: CaptureOptions): Promise<CaptureOutcome> {
  const { plan, site, browser } = options;
  site.takeMissing();
  site.takeRequests();
  // Functions are named by their position in the sources; other positions are those the browser reports.
  const { work, stacks, heap } = options;
  const hasReader = [work, stacks, heap].some((reader) => reader !== undefined);
  const maps = options.maps ?? (hasReader ? new PageMaps() : null);
  await using page = await openGamePage(browser, {
    url: site.hostUrl,
    limitMs: plan.limits.bootMs,
    width: plan.width,
    height: plan.height,
    pageScripts: site.pageScripts,
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
      pass: passOfPage(run),
      raster: run.raster,
      rendersBoot: plan.rendersBoot,
      rendersCanvases: plan.rendersCanvases,
      locksPointer: false,
      countsWasm: run.pass === "work",
      trapRandom: plan.seededRandom && run.pass === "count",
      recordsFrames: recordsFrames(run, options),
      settleMs: plan.limits.settleMs,
      bootMs: plan.limits.bootMs,
      inspect: options.inspect,
      engines: plan.engines,
    },
  });
  const positions = positionsOf(site, plan.target, maps);
  const watchdog = new Watchdog(page, positions);
  const loads = options.inspect === null ? null : recordLoadedFiles(page.page, page.session, positions);
  const meter = countsLoads(run, options) ? new LoadMeter(page, options) : null;
  const drive = {
    run,
    options,
    page,
    watchdog,
    positions,
    loads,
    meter,
    maps,
    looks: 0,
    searches: 0,
    searchedRealms: 0,
  };
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
      reject(new FramegateError("page-left", { frame: frame(), url: gamePathOf(url) }));
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
  const before = await readLoad(drive, recorder);
  const stepped = await stepAll(drive, recorder);
  const after = await readLoad(drive, recorder);
  if (stepped.kind === "needs-raster") return stepped;
  const loads = await finishLoads(drive, stepped.columns);
  const stacks = await finishStacks(drive);
  const finished = await watchdog.watch(page.finish(), stepLimits(plan)).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, "the end of the run") : thrown;
  });
  await traceEmptyFrames(drive, recorder);
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
      nodeDraws: finished.nodeDraws,
      playedInput: finished.playedInput,
      sharedMeshes: finished.sharedMeshes,
      times: null,
      workloadMs: null,
      queuedShare: queuedShare(before, after),
      work: workOf(drive),
      // Its reader computes them, as it is given from outside.
      allocations: null,
      allocationSamples: null,
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

/** The load of a run whose times are recorded; empty for any other. */
async function readLoad({ page }: Drive, recorder: TraceRecorder | null): Promise<readonly ProcessLoad[]> {
  return recorder === null ? [] : await page.readLoad();
}

function passOfPage({ pass }: PlannedRun): "count" | "timed" | "plain" {
  if (pass === "work") return "count";
  return pass === "allocations" ? "timed" : pass;
}

/** A run that is looked at again only repeats one that has counted them. */
function countsLoads({ pass }: PlannedRun, { inspect }: CaptureOptions): boolean {
  return pass === "count" && inspect === null;
}

/** One run is enough, and what it does for that changes nothing: otherwise the next run would differ. */
function recordsFrames({ index, pass }: PlannedRun, { inspect }: CaptureOptions): boolean {
  return index === 0 && pass === "count" && inspect === null;
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
  options.heap?.finish(positions.frame);
  return (await options.stacks?.finish(positions.frame)) ?? null;
}

function workOf({ options, positions }: Drive): WorkSamples | null {
  return options.work?.finish(readEvery(options.plan), positions.frame) ?? null;
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
