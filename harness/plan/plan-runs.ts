import { resolveSeed, SeedError } from "../../src/core/seed.ts";
import {
  allocationMetrics,
  type Budget,
  metricDefinitions,
  type MetricId,
  metricIds,
  minimumFramesOf,
} from "../../src/formats/metrics.ts";
import type { ResolvedManifest } from "../../src/formats/manifest.ts";
import {
  mainFileOf,
  manifestOf,
  type PlannedRun,
  type ResolvedSeed,
  type RunPlan,
  type TapeInPlan,
  type Viewport,
} from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import type { Project } from "../load/load-project.ts";
import { firstLook } from "../looks.ts";
import { namedHosts } from "./named-hosts.ts";
import { planEngines } from "./plan-engines.ts";
import { repeatOptions } from "./repeat-options.ts";
import { type CompleteOptions, completeOptions, type RunOptions } from "./run-options.ts";

/** Steps per second. One frame is one step. */
const stepHz = 60;
const settleMs = 10_000;
// Enough repeats for a figure to look at, which decides nothing.
const repeatsWithoutGate = 5;

/**
 * Decides everything about a run before anything is launched. Reads and writes nothing.
 *
 * @throws FramegateError `no-budget`, `too-few-frames`, `bad-seed`, `bad-selector`, `usage`.
 */
export function planRuns(project: Project, given: RunOptions = {}): RunPlan {
  const options = completeOptions(given);
  const { target, delivery, game, tape } = project;
  const manifest = manifestOf(target);
  const seededRandom = manifest?.determinism.seededRandom ?? false;
  // A page knows nothing of seeds, and is always seeded.
  const resolved = planSeed(
    options,
    seededRandom || target.kind !== "manifest",
    manifest?.determinism.defaultSeed ?? null,
  );
  const seed = { ...resolved, notices: [...resolved.notices, ...noticeOtherSeed(tape, resolved.value)] };
  const budget = mergeBudgets([manifest?.budget, project.packageBudget, options.budget]);
  checkBudget(budget, project, options);
  const { frames, warmup } = options;
  const { width, height } = planResolution(project, options);
  const screenshotFrames = planScreenshots(options);
  return {
    game,
    target,
    delivery,
    seed,
    seededRandom,
    frames,
    warmup,
    stepHz,
    width,
    height,
    query: options.query,
    tape,
    raster: options.raster,
    rendersBoot: false,
    rendersCanvases: false,
    screenshotFrames,
    screenshotsWorst: options.screenshotWorst,
    overdrawFrame:
      planFrames("--overdraw", options.overdrawFrame === null ? [] : [options.overdrawFrame], options)[0] ?? null,
    budget,
    engines: planEngines(project, options),
    entities: options.entities,
    assertBudget: options.assertBudget,
    runs: planRepeats(options, { seed: seed.value, budget, isShown: screenshotFrames.length > 0 }),
    timeLimitMs: options.timeLimitMs,
    workEvery: planWork(budget, options),
    limits: { bootMs: options.bootTimeoutMs + longestCaptureMs(manifest), frameMs: options.frameTimeoutMs, settleMs },
    allowVacuous: options.allowVacuous,
    allowErrors: options.allowErrors,
    why: options.why,
    strict: options.strict,
    allowMissing: options.allowMissing,
    allowHosts: [...new Set([...options.allowHosts, ...namedHosts(manifest)])],
    options: repeatOptions(options),
  };
}

/** Frames between two readings; null without a work pass. A budget applies to single frames, so it needs every one. */
function planWork(budget: Budget | null, { work }: CompleteOptions): number | null {
  return budget?.workP95 !== undefined || budget?.workMax !== undefined ? 1 : work;
}

/** Milliseconds that a root may wait for its capture, which has an error of its own; 0 if none is captured. */
function longestCaptureMs(manifest: ResolvedManifest | null): number {
  const limits = (manifest?.roots ?? []).map(({ adapter }) =>
    adapter.kind === "ingest" && adapter.ingest.strategy !== "opaque-embed" ? adapter.ingest.captureTimeoutMs : 0,
  );
  return Math.max(0, ...limits);
}

/** Plans another timed repeat, with the next free index. */
export function planAnotherRepeat({ runs, seed, raster }: Pick<RunPlan, "runs" | "seed" | "raster">): PlannedRun {
  const repeat = runs.filter(({ pass }) => pass === "timed").length;
  return { index: runs.length, pass: "timed", repeat, seed: seed.value, raster };
}

/** Throws `nothing-timed` if the plan is a gate that limits times and has no run that measures them. */
export function requireTimes({ assertBudget, budget, runs, target }: RunPlan): void {
  if (!assertBudget || runs.some(({ pass }) => pass === "timed")) return;
  const limits = timedLimits(budget);
  if (limits.length === 0) return;
  const metrics = limits.map((id) => metricDefinitions[id].label).join(", ");
  throw new FramegateError("nothing-timed", { path: mainFileOf(target), metrics });
}

function timedLimits(budget: Budget | null): readonly MetricId[] {
  return metricIds.filter((id) => metricDefinitions[id].kind === "timed" && budget?.[id] !== undefined);
}

/** The plan without timed runs, for a run that is timed alongside its baseline. */
export function withoutTimedRuns(plan: RunPlan): RunPlan {
  return { ...plan, runs: plan.runs.filter(({ pass }) => pass !== "timed") };
}

/** The game's read of pixels that were not rendered. */
export interface PixelNeed {
  readonly during: "boot" | "frames";
  /** The method that read them. */
  readonly api: string;
}

/** The plan with as much rendering as the game's reads need. No more, because software rendering is slow. */
export function planPixels(plan: RunPlan, { during, api }: PixelNeed): RunPlan {
  if (plan.raster === "real") throw new Error("A run with real raster asked for real raster.");
  if (during === "boot" && !plan.rendersBoot) return { ...plan, rendersBoot: true };
  // Only 2D canvases have this method. It may still read WebGL pixels, and then the game asks again.
  if (api === "getImageData" && !plan.rendersCanvases) return { ...plan, rendersCanvases: true };
  return { ...plan, raster: "real", runs: plan.runs.map((run) => ({ ...run, raster: "real" })) };
}

// The largest drawing buffer that most WebGL implementations allow. Above it browsers clamp silently, or crash.
const sidePixelsMax = 16_384;

/** Whole CSS pixels, as a window needs. */
function planResolution({ target }: Project, { viewport }: CompleteOptions): Viewport {
  const { width, height } = viewport ?? manifestOf(target)?.resolution ?? { width: 1280, height: 720 };
  if (Math.max(width, height) > sidePixelsMax) {
    throw new FramegateError("not-supported", {
      what: `A resolution of ${String(width)} x ${String(height)}`,
      path: mainFileOf(target),
      instead: `Use at most ${String(sidePixelsMax)} pixels a side.`,
    });
  }
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

function planSeed(options: CompleteOptions, seededRandom: boolean, defaultSeed: number | null): ResolvedSeed {
  try {
    return resolveSeed({
      ...(options.seed === null ? {} : { explicit: options.seed }),
      query: options.query,
      defaultSeed,
      seededRandom,
    });
  } catch (thrown) {
    if (!(thrown instanceof SeedError)) throw thrown;
    throw new FramegateError("bad-seed", { value: String(options.seed) }, { cause: thrown });
  }
}

/** A tape holds input only. Under another seed the same keys lead to a different game. */
function noticeOtherSeed(tape: TapeInPlan | null, seed: number): readonly string[] {
  const ofTape = tape?.tape.seed;
  if (tape === null || ofTape === undefined || ofTape === seed) return [];
  const notice = `The tape ${tape.file} was recorded with the seed ${String(ofTape)} and is played with ${String(seed)}`;
  return [`${notice}. Pass --seed ${String(ofTape)} for the recorded run.`];
}

/** Merges budgets; later ones win. */
function mergeBudgets(budgets: readonly (Budget | null | undefined)[]): Budget | null {
  const merged = budgets.reduce<Budget>((sum, one) => ({ ...sum, ...one }), {});
  return Object.keys(merged).length === 0 ? null : merged;
}

function checkBudget(budget: Budget | null, { target }: Project, options: CompleteOptions): void {
  if (!options.assertBudget) return;
  if (budget === null) {
    throw new FramegateError("no-budget", { path: mainFileOf(target) });
  }
  // More frames would not help if nothing is timed, see `requireTimes`.
  const untimed = options.repeat === 0 ? timedLimits(budget) : [];
  const short = metricIds.find(
    (id) => budget[id] !== undefined && !untimed.includes(id) && options.frames < minimumFramesOf(id),
  );
  if (short === undefined) return;
  const minimum = minimumFramesOf(short);
  throw new FramegateError("too-few-frames", {
    metric: metricDefinitions[short].label,
    frames: options.frames,
    minimum,
  });
}

/** Frames that an option names. */
function planFrames(flag: string, named: readonly number[], { frames }: CompleteOptions): readonly number[] {
  const beyond = named.find((frame) => frame >= frames);
  if (beyond !== undefined) {
    const problem = `${flag} ${String(beyond)}: the last measured frame is ${String(frames - 1)}.`;
    throw new FramegateError("usage", { problem, command: "framegate perf" });
  }
  return named;
}

// A page with more of them would be too large for a browser.
const screenshotsMax = 500;

/** The frames that are named and those at regular intervals, ascending. */
function planScreenshots(options: CompleteOptions): readonly number[] {
  const { frames, screenshotEvery: every } = options;
  const named = planFrames("--screenshot", options.screenshotFrames, options);
  const count = named.length + (every === null ? 0 : Math.ceil(frames / every));
  if (count > screenshotsMax) {
    const problem = `--screenshot would take ${String(count)} screenshots. A report has room for ${String(screenshotsMax)}.`;
    throw new FramegateError("usage", { problem, command: "framegate perf" });
  }
  const regular = every === null ? [] : Array.from({ length: Math.ceil(frames / every) }, (_, index) => index * every);
  return [...new Set([...named, ...regular])].toSorted((a, b) => a - b);
}

interface RepeatContext {
  readonly seed: number;
  readonly budget: Budget | null;
  /** True if the first run takes screenshots. */
  readonly isShown: boolean;
}

/**
 * Two count passes, because only the second can reveal nondeterminism, then the timed repeats, the work pass and the
 * allocations pass. Screenshots are rendered in the first count pass, so they cost no timed run anything.
 */
function planRepeats(options: CompleteOptions, { seed, budget, isShown }: RepeatContext): readonly PlannedRun[] {
  const { raster } = options;
  const counted = [0, 1].map((index): PlannedRun => {
    return { index, pass: "count", repeat: index, seed, raster: isShown && index === 0 ? "real" : raster };
  });
  const timed = Array.from({ length: countTimed(options, budget) }, (_, index): PlannedRun => {
    return { index: counted.length + index, pass: "timed", repeat: index, seed, raster };
  });
  const slow = [
    ...(planWork(budget, options) === null ? [] : (["work"] as const)),
    ...(needsAllocations(budget, options) ? (["allocations"] as const) : []),
  ].map((pass, place): PlannedRun => {
    return { index: counted.length + timed.length + place, pass, repeat: 0, seed, raster };
  });
  return [...counted, ...timed, ...slow];
}

function needsAllocations(budget: Budget | null, { allocations }: CompleteOptions): boolean {
  return allocations || allocationMetrics.some((id) => budget?.[id] !== undefined);
}

/** A gate starts with as few repeats as can decide. A budget of exact metrics needs no timed run at all. */
function countTimed({ repeat, assertBudget }: CompleteOptions, budget: Budget | null): number {
  if (repeat !== null) return repeat;
  if (!assertBudget) return repeatsWithoutGate;
  return timedLimits(budget).length > 0 ? firstLook : 0;
}

/** The run that a verification and a replay repeat. */
export function firstRun({ runs }: RunPlan): PlannedRun {
  const [first] = runs;
  if (first === undefined) throw new Error("A plan has at least one run.");
  return first;
}
