import { frameName } from "../../src/formats/frame-name.ts";
import type { RunNotice } from "../../src/formats/frame-sample.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { Screenshot } from "../../src/formats/run-pictures.ts";
import { FramegateError } from "../errors.ts";
import type { CaptureOptions, HeapReader, NeedsRaster, WorkReader } from "./capture-outcome.ts";
import type { Drive } from "./drive.ts";
import { findEngines, needsRaster, orStopped, pictureFrames } from "./mount-page.ts";
import { type Columns, joinColumns, type Stepped } from "./run-columns.ts";
import { type StepFailureContext, stepFailure, stuckFailure } from "./page-failures.ts";
import { planCollections, planReadings, planStops } from "./plan-stops.ts";
import type { TraceRecorder } from "./trace-recorder.ts";
import { Stuck, type WatchLimits } from "./watchdog.ts";

// A page that loads a script in every frame would be searched in every frame, and each search costs a garbage
// collection for each of its realms.
const searchedRealmsMax = 20;

// Together they take a few milliseconds, and their median varies by a microsecond or two from run to run.
const emptyFrames = 60;

type SteppedAll =
  { readonly kind: "stepped"; readonly columns: Columns; readonly screenshots: readonly Screenshot[] } | NeedsRaster;

/**
 * Steps through the warm-up and the measured frames. The first run stops to take pictures, a timed run to flush its
 * trace.
 */
export async function stepAll(drive: Drive, recorder: TraceRecorder | null): Promise<SteppedAll> {
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

/** Traces frames after the last one, in which only Framegate runs. Does nothing in a run that is not traced. */
export async function traceEmptyFrames(
  { options: { plan }, page, watchdog }: Drive,
  recorder: TraceRecorder | null,
): Promise<void> {
  if (recorder === null) return;
  const name = "the empty frames after the last one";
  await recorder.start();
  await watchdog.watch(page.runEmptyFrames(emptyFrames), stepLimits(plan)).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, name) : thrown;
  });
  await recorder.stop(name);
}

/** Runs all steps in one call; with a pace, some at a time as it is the run's turn. */
async function stepInTurn(drive: Drive, from: number, to: number): Promise<Stepped> {
  const { pace } = drive.options;
  if (pace === undefined) return await stepTo(drive, from, to);
  const reports: Stepped[] = [];
  for (let step = from; step < to;) {
    await pace.turn(step);
    const end = Math.min(step + pace.frames(step), to);
    const report = await stepTo(drive, step, end);
    pace.done();
    reports.push(report);
    if (report.stopped !== null) break;
    step = end;
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

/** Frames between two readings of a work pass. */
export function readEvery({ workEvery, frames }: RunPlan): number {
  return workEvery ?? frames;
}

async function takePicture({ options, page, watchdog }: Drive, step: number): Promise<Uint8Array> {
  const { warmup, limits } = options.plan;
  const watched = watchdog.watch(page.screenshot(), { runningMs: limits.bootMs, waitingMs: limits.bootMs });
  return await watched.catch((thrown: unknown) => {
    if (!(thrown instanceof Stuck)) throw thrown;
    const frame = frameName(step, warmup);
    // If a script of the page is running, it is to blame.
    if (thrown.frames.some(({ owner }) => owner !== "framegate") || thrown.hindrance !== null)
      throw stuckFailure(thrown, `the picture of ${frame}`, "--boot-timeout");
    throw new FramegateError("picture-not-taken", { frame, limitMs: thrown.limitMs }, { cause: thrown });
  });
}

/** Limits of one frame. While a page waits, its scripts may run for as long as in a frame. */
export function stepLimits({ limits }: RunPlan): WatchLimits {
  return { runningMs: limits.frameMs, waitingMs: limits.settleMs + limits.frameMs };
}

/** Steps until new code may hold an engine, searches it, and goes on. */
async function stepTo(drive: Drive, from: number, to: number): Promise<Stepped> {
  const reports: Stepped[] = [];
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
  if (drive.searchedRealms >= searchedRealmsMax) return;
  drive.searches += 1;
  drive.searchedRealms += await findEngines(drive, frameName(step, drive.options.plan.warmup));
}

export function unsoughtNotices({ looks, searches }: Drive): readonly RunNotice[] {
  if (looks === searches) return [];
  const message = `Code came before ${String(looks)} frames. Engines were looked for before the first ${String(searches)} of them, so an engine that came later is not measured.`;
  return [{ code: "engines-not-sought", severity: "warning", message, where: null }];
}

async function stepOn({ options, page, watchdog, positions }: Drive, from: number, to: number): Promise<Stepped> {
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
