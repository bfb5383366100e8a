import { dirname, relative } from "node:path";
import { withoutBlobNames } from "../../src/core/absorb-data.ts";
import { ceilingOf } from "../../src/formats/capability-tiers.ts";
import type { RandomCallSite, RunNotice, RunSamples } from "../../src/formats/frame-sample.ts";
import type { ResolvedAdapter } from "../../src/formats/manifest.ts";
import {
  reportVersion,
  type ReportedScan,
  type ReportEnvironment,
  type ReportedRun,
  type RunMetrics,
  type RunReport,
} from "../../src/formats/report.ts";
import { formOf } from "../../src/formats/resolve-manifest.ts";
import type { NamedUse, VerifyDivergence } from "../../src/formats/verify-report.ts";
import type { RecordedRun } from "../../src/formats/replay-report.ts";
import { measuredInput, measuredNodeDraws } from "./frame-records.ts";
import { functionsListed } from "../../src/formats/work.ts";
import { manifestOf, type RunPlan, type TapeInPlan } from "../../src/formats/run-plan.ts";

/** Data of a report besides the plan. */
export interface ReportIngredients {
  /** The game as named by the user, relative to the working directory. */
  readonly target: string;
  readonly samples: readonly RunSamples[];
  readonly metrics: RunMetrics;
  /** See the report's field. */
  readonly explanation: VerifyDivergence | null;
  /** See the report's field. */
  readonly replay: RecordedRun | null;
  readonly liveness: RunReport["liveness"];
  readonly baseline: RunReport["baseline"];
  readonly scan: ReportedScan;
  readonly environment: ReportEnvironment;
  /** Notices other than those of the runs, such as the loader's or the server's. */
  readonly notices: readonly RunNotice[];
}

/** Builds a report. Its keys are in the order of its type. */
export function buildReport(plan: RunPlan, ingredients: ReportIngredients): RunReport {
  const { target, samples, metrics, environment } = ingredients;
  return {
    version: reportVersion,
    game: plan.game,
    target,
    context: plan.delivery.context,
    served: describeServed(plan.target),
    roots: describeRoots(plan, samples),
    allowedHosts: plan.allowHosts,
    seed: { value: plan.seed.value, source: plan.seed.source, notices: plan.seed.notices },
    frames: { measured: plan.frames, warmup: plan.warmup, dt: 1000 / plan.stepHz },
    viewport: { width: plan.width, height: plan.height },
    query: plan.query,
    options: plan.options,
    tape: describeTape(plan.tape),
    // The timed runs' mode. The first count run may render pixels for a screenshot, which affects no figure, and a game
    // that reads pixels back is run again with real raster.
    raster: samples.find((sample) => sample.run.pass === "timed")?.raster ?? plan.raster,
    budget: plan.budget,
    metrics: metrics.metrics,
    perFrame: metrics.perFrame,
    beforeFrames: metrics.beforeFrames,
    worstFrames: metrics.worstFrames,
    work: describeWork(samples),
    allocations: samples.find(({ allocations }) => allocations !== null)?.allocations ?? null,
    // Filled in later, if the verdict asks for it.
    profile: null,
    draws: null,
    ...describeFrames(samples, plan.warmup),
    overdraw: null,
    physicsEngines: samples.find(({ physics }) => physics !== null)?.physics ?? null,
    workerPhysicsEngines: samples.find(({ workerPhysics }) => workerPhysics !== null)?.workerPhysics ?? null,
    scene: describeScene(plan, samples),
    runs: samples.map(describeRun),
    divergence: metrics.divergence,
    explanation: ingredients.explanation,
    replay: ingredients.replay,
    liveness: ingredients.liveness,
    baseline: ingredients.baseline,
    calibration: metrics.calibration,
    scan: ingredients.scan,
    randomCallSites: firstOfEachSite(samples.flatMap((sample) => sample.randomCallSites)),
    namedUses: withoutRepeatedUses(samples.flatMap((sample) => sample.namedUses)),
    notices: withoutRepetition([...samples.flatMap((sample) => sample.notices), ...ingredients.notices]),
    quantileMethod: metrics.quantileMethod,
    intervalMethod: metrics.intervalMethod,
    environment,
  };
}

function describeRoots({ target, delivery }: RunPlan, samples: readonly RunSamples[]): RunReport["roots"] {
  const manifest = manifestOf(target);
  if (manifest === null) return [];
  const inlined = samples.flatMap(({ notices }) =>
    notices.flatMap(({ code, where }) => (code === "runtime-inlined" ? [where] : [])),
  );
  return manifest.roots.map(({ id, adapter, tier, loop }) => ({
    id,
    surface: adapter.kind === "default" ? adapter.name : adapter.surface,
    adapter: strategyOf(adapter),
    tier: inlined.includes(`root "${id}"`) ? "opaque-embed" : tier,
    ceiling: ceilingOf(formOf(adapter), delivery.context),
    loop,
  }));
}

/** The strategy declared in the manifest. */
function strategyOf(adapter: ResolvedAdapter): RunReport["roots"][number]["adapter"] {
  return adapter.kind === "ingest" ? (adapter.ingest.degradedFrom ?? adapter.ingest.strategy) : adapter.kind;
}

/** The folder that a page could read. Relative to the game, because a path of this machine would mean nothing elsewhere. */
export function describeServed(target: RunPlan["target"]): RunReport["served"] {
  if (target.kind === "server") return { folder: ".", because: null };
  const gameDir = target.kind === "page" ? dirname(target.htmlPath) : target.gameDir;
  const { folder, because } = target.served;
  return { folder: relative(gameDir, folder).replaceAll("\\", "/") || ".", because };
}

/** The scene of the first run that counted it. */
function describeScene({ entities }: RunPlan, samples: readonly RunSamples[]): RunReport["scene"] {
  const scene = samples.find((sample) => sample.scene !== null)?.scene ?? null;
  return scene === null ? null : { ...scene, selectors: entities };
}

/** From the first run, which records them. */
function describeFrames(
  samples: readonly RunSamples[],
  warmup: number,
): Pick<RunReport, "nodeDraws" | "playedInput" | "sharedMeshes"> {
  const { nodeDraws = [], playedInput = [], sharedMeshes = null } = samples[0] ?? {};
  return {
    nodeDraws: measuredNodeDraws(nodeDraws, warmup),
    playedInput: measuredInput(playedInput, warmup),
    sharedMeshes,
  };
}

function describeWork(samples: readonly RunSamples[]): RunReport["work"] {
  const work = samples.find((sample) => sample.work !== null)?.work ?? null;
  if (work === null) return null;
  const { every, readings, wasm, natives, flags, notes } = work;
  const functions = work.functions
    .slice(0, functionsListed)
    .map(({ name, position, owner, work: tokens }) => ({ name, position, owner, work: tokens }));
  const total = readings.reduce((sum, each) => sum + each, 0);
  return { total, every, readings, functions, wasm, natives, flags, notes };
}

function describeRun(sample: RunSamples): ReportedRun {
  return {
    pass: sample.run.pass,
    repeat: sample.run.repeat,
    seed: sample.run.seed,
    raster: sample.raster,
    bootMs: sample.bootMs,
    wallMs: sample.wallMs,
    entities: sample.entities,
    loads: sample.loads,
    finalStateHash: sample.finalStateHash,
    ...sample.counts,
    times: sample.times,
    workloadMs: sample.workloadMs,
    queuedShare: sample.queuedShare,
  };
}

/** The tape of a plan, for a report. */
export function describeTape(tape: TapeInPlan | null): RunReport["tape"] {
  return tape === null
    ? null
    : { file: tape.file, hash: tape.hash, events: tape.tape.events.length, isOrphan: tape.isOrphan ?? false };
}

/** One entry per call site, from the earliest frame of any run. */
function firstOfEachSite(sites: readonly RandomCallSite[]): readonly RandomCallSite[] {
  const earliest = new Map<string, RandomCallSite>();
  for (const site of sites) {
    const key = JSON.stringify([site.api, site.site]);
    const known = earliest.get(key);
    if (known === undefined || site.frame < known.frame) earliest.set(key, site);
  }
  return [...earliest.values()];
}

/** Each use once, whichever run made it. */
function withoutRepeatedUses(uses: readonly NamedUse[]): readonly NamedUse[] {
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
}

/**
 * Removes duplicates, because every run of a plan has the same notices. The browser gives a blob another URL in each.
 */
function withoutRepetition(notices: readonly RunNotice[]): readonly RunNotice[] {
  const known = new Map<string, RunNotice>();
  for (const notice of notices) {
    const { code, severity, where, message } = notice;
    const key = withoutBlobNames(JSON.stringify([code, severity, where, message]));
    if (!known.has(key)) known.set(key, notice);
  }
  return [...known.values()];
}
