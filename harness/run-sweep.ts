import { resolve } from "node:path";
import type { RunNotice } from "../src/formats/frame-sample.ts";
import { metricDefinitions, metricIds, type MetricId } from "../src/formats/metrics.ts";
import type { ServedFile } from "../src/formats/replay-report.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import { mainFileOf, type RunPlan } from "../src/formats/run-plan.ts";
import { columnsOfRows } from "../src/formats/sweep-rows.ts";
import {
  seedPlaceholder,
  type SweepReport,
  type SweepRow,
  type SweepShard,
  sweepVersion,
} from "../src/formats/sweep.ts";
import type { LaunchedBrowser } from "./browser/launch-browser.ts";
import { FramegateError, isFramegateError, isGameFailure } from "./errors.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Project } from "./load/load-project.ts";
import { figuresOf } from "./measure/history-entry.ts";
import { mergeFiles } from "./measure/merge-sweeps.ts";
import { packageVersion } from "./package-root.ts";
import { planRuns } from "./plan/plan-runs.ts";
import { repeatOptions } from "./plan/repeat-options.ts";
import { completeOptions } from "./plan/run-options.ts";
import { formatSeeds, seedsOfShard } from "./plan/seed-list.ts";
import { describeServed, describeTape } from "./report/build-report.ts";
import { describeDivergence } from "./report/describe-divergence.ts";
import { summariseVerdict } from "./report/list-verdict.ts";
import { reproduceCommand } from "./report/reproduce-command.ts";
import { readMachine } from "./run-calibrate.ts";
import { type GameEvent, type GameOptions, loadGame } from "./run-game.ts";
import { openStage, type PerfStage } from "./open-stage.ts";
import { runOnStage } from "./run-perf.ts";
import type { Site } from "./serve/serve-site.ts";

/** Options of `runSweep`. Those of a run apply to every seed. */
export interface SweepOptions extends Pick<
  GameOptions,
  | ("tape" | "allowOrphan" | "root" | "context" | "scan" | "query" | "budget" | "assertBudget" | "frames" | "warmup")
  | ("raster" | "viewport" | "entities" | "bootTimeoutMs" | "frameTimeoutMs" | "allowVacuous" | "strict")
  | ("allowErrors" | "allowMissing" | "allowHosts" | "inconclusive")
> {
  /** The whole list, ascending, each seed once. */
  readonly seeds: readonly number[];
  readonly shard: SweepShard | null;
  /** Timed repeats of each seed; 0 for counts alone. */
  readonly repeat: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: SweepEvent) => void;
}

/** A step of `runSweep`. */
export type SweepEvent =
  | GameEvent
  | {
      readonly kind: "swept";
      readonly seed: number;
      /** Seeds so far. */ readonly done: number;
      readonly total: number;
    };

/** The result of `runSweep`. */
export interface SweepOutcome {
  readonly sweep: SweepReport;
  /** Seeds that it should have run. */
  readonly total: number;
  /** The error that ended it before its last seed, to be thrown once the seeds so far are written; null if there was none. */
  readonly stoppedBy: Error | null;
}

/**
 * Runs a game with one seed after another: one build, one server, and one browser as long as nothing fails. A seed with
 * which the game fails does not stop the others.
 *
 * @throws FramegateError If no seed could be run, or if the options do not fit.
 */
export async function runSweep(path: string, options: SweepOptions): Promise<SweepOutcome> {
  const { signal, onEvent } = options;
  const seeds = planSeeds(options);
  try {
    const project = await loadGame(path, signal, options);
    const [firstSeed = 0] = seeds;
    const first = planSeed(project, firstSeed, options);
    requireJudgeable(first, options);
    await using stage = await openStage(first.plan, {
      ...{ env: options.env, signal, target: path, baseline: null, machine: null, cwd: resolve(options.cwd), onEvent },
      skipsScan: options.scan === false,
      onScanned: async (result) => {
        onEvent({ kind: "scanned", result });
      },
    });
    const run = { project, stage, seeds, options };
    const swept = await sweepSeeds(run);
    if (swept.stoppedBy !== null && swept.rows.length === 0) throw swept.stoppedBy;
    if (swept.stoppedBy === null) await requireUnchanged(swept, stage.site);
    return { sweep: describeSweep(swept, first, run), total: seeds.length, stoppedBy: swept.stoppedBy };
  } catch (thrown) {
    throw signal.aborted ? new FramegateError("interrupted", {}, { cause: thrown }) : thrown;
  }
}

/** @throws FramegateError `shard-empty`. */
function planSeeds({ seeds, shard }: SweepOptions): readonly number[] {
  if (shard === null) return seeds;
  const own = seedsOfShard(seeds, shard);
  if (own.length > 0) return own;
  throw new FramegateError("shard-empty", {
    shard: `${String(shard.index)}/${String(shard.of)}`,
    seeds: seeds.length,
  });
}

interface SeedPlan {
  readonly plan: RunPlan;
  /** The whole budget, with the lines that are not judged. */
  readonly budget: RunPlan["budget"];
  readonly unjudged: readonly MetricId[];
}

/** A sweep without timed runs judges only the lines of exact metrics. */
function planSeed(project: Project, seed: number, options: SweepOptions): SeedPlan {
  const { repeat } = options;
  const plan = planRuns(project, { ...options, seed });
  const { budget } = plan;
  const limited = metricIds.filter((id) => budget?.[id] !== undefined);
  const unjudged = limited.filter((id) => repeat === 0 && metricDefinitions[id].kind === "timed");
  const judged = limited.filter((id) => !unjudged.includes(id));
  const exact = judged.length === 0 ? null : Object.fromEntries(judged.map((id) => [id, budget?.[id] ?? 0]));
  // The command that repeats a seed may time it.
  const again = repeat === 0 ? repeatOptions(completeOptions({ ...options, seed, repeat: null })) : plan.options;
  return { plan: { ...plan, budget: exact, options: again }, budget, unjudged };
}

/** @throws FramegateError `only-timed-budget`. */
function requireJudgeable({ plan, unjudged }: SeedPlan, { assertBudget }: SweepOptions): void {
  if (assertBudget !== true || plan.budget !== null) return;
  const metrics = unjudged.map((id) => metricDefinitions[id].label).join(", ");
  throw new FramegateError("only-timed-budget", { path: mainFileOf(plan.target), metrics });
}

interface SweepRun {
  readonly project: Project;
  readonly stage: PerfStage;
  readonly seeds: readonly number[];
  readonly options: SweepOptions;
}

interface Swept {
  readonly rows: readonly SweepRow[];
  readonly files: readonly ServedFile[];
  readonly browserVersion: string;
  readonly stoppedBy: Error | null;
}

/** Runs seeds until the last one, or until something ends the sweep. */
async function sweepSeeds({ project, stage, seeds, options }: SweepRun): Promise<Swept> {
  const rows: SweepRow[] = [];
  const files = new Map<string, ServedFile>();
  let browser: LaunchedBrowser | null = null;
  let browserVersion = "";
  let stoppedBy: Error | null = null;
  options.onEvent({ kind: "launching", total: seeds.length });
  try {
    for (const seed of seeds) {
      browser ??= await stage.launch();
      browserVersion = browser.version;
      const { plan } = planSeed(project, seed, options);
      const { row, isBrowserSpent } = await runSeed(plan, stage, browser);
      requireMachine(row, rows.at(-1));
      rows.push(row);
      // After each seed, because an interrupted sweep has no time to read all files.
      await hashNewFiles(stage.site, files);
      options.onEvent({ kind: "swept", seed, done: rows.length, total: seeds.length });
      if (!isBrowserSpent) continue;
      await browser.close();
      browser = null;
    }
  } catch (thrown) {
    stoppedBy = thrown instanceof Error ? thrown : new Error(String(thrown));
  } finally {
    await browser?.close();
  }
  return { rows, files: mergeFiles([[...files.values()]]), browserVersion, stoppedBy };
}

async function hashNewFiles(site: Site, known: Map<string, ServedFile>): Promise<void> {
  const urls = site.servedUrls().filter((url) => !known.has(url));
  for (const file of await site.hashFiles(urls)) known.set(file.url, file);
}

/** Files of an unmodified page are read from the disk for each seed. @throws FramegateError `game-changed`. */
async function requireUnchanged({ files }: Swept, site: Site): Promise<void> {
  const now = await site.hashFiles(files.map(({ url }) => url));
  const changed = files.find(({ hash }, index) => now[index]?.hash !== hash);
  if (changed !== undefined) throw new FramegateError("game-changed", { url: changed.url });
}

interface RunSeed {
  readonly row: SweepRow;
  /** A run that threw may leave a hung page behind. */
  readonly isBrowserSpent: boolean;
}

/** Runs a seed. Throws what has nothing to do with it. */
async function runSeed(plan: RunPlan, stage: PerfStage, browser: LaunchedBrowser): Promise<RunSeed> {
  try {
    return { row: rowOf(await runOnStage(plan, stage, browser)), isBrowserSpent: false };
  } catch (thrown) {
    const isOfMachine = isFramegateError(thrown) && thrown.exitCode === exitCodes.environment;
    if (stage.context.signal.aborted || !(isGameFailure(thrown) || isOfMachine)) throw thrown;
    const kind = isOfMachine ? "environment" : "game";
    const failure = { kind, code: thrown.code, message: thrown.message } as const;
    return { row: { seed: plan.seed.value, chain: null, metrics: {}, failure }, isBrowserSpent: true };
  }
}

/** The browser may crash with one seed. If it fails with two in a row, it will with a thousand. */
function requireMachine({ failure }: SweepRow, before: SweepRow | undefined): void {
  if (failure?.kind !== "environment" || before?.failure?.kind !== "environment") return;
  throw new FramegateError("sweep-without-browser", { reason: failure.message });
}

function rowOf(file: ReportFile): SweepRow {
  const { report } = file;
  return {
    seed: report.seed.value,
    chain: report.perFrame.stateHash.at(-1) ?? null,
    metrics: figuresOf(report),
    failure: failureOf(file),
  };
}

function failureOf({ report, verdict }: ReportFile): SweepRow["failure"] {
  if (verdict.cause === "game") {
    const isFailure = ({ severity }: RunNotice): boolean => severity === "failure";
    const { code = "game-failed", message = "" } = report.notices.find(isFailure) ?? {};
    return { kind: "game", code, message };
  }
  if (verdict.cause !== "nondeterminism") return null;
  const { explanation } = report;
  const lines = explanation === null ? [] : describeDivergence(explanation, ["one run", "the other run"]);
  const message = [summariseVerdict(report, verdict), ...lines.map(([label, text]) => `${label}: ${text}`)].join("; ");
  return { kind: "nondeterminism", code: "nondeterminism", message };
}

function describeSweep(
  { rows, files, browserVersion }: Swept,
  { plan, budget, unjudged }: SeedPlan,
  { stage, seeds, options }: SweepRun,
): SweepReport {
  const { scan, context } = stage;
  const { platform, arch } = readMachine();
  const settings = {
    target: context.target,
    context: plan.delivery.context,
    frames: { measured: plan.frames, warmup: plan.warmup, dt: 1000 / plan.stepHz },
    query: plan.query,
    tape: describeTape(plan.tape),
    options: plan.options,
  };
  const done = new Set(rows.map(({ seed }) => seed));
  return {
    version: sweepVersion,
    game: plan.game,
    ...settings,
    viewport: { width: plan.width, height: plan.height },
    command: reproduceCommand({
      ...{ ...settings, scan, work: null, raster: plan.raster },
      seed: { value: seedPlaceholder },
      served: describeServed(plan.target),
      allowedHosts: plan.allowHosts,
      scene: { selectors: plan.entities },
    }),
    ...{ budget, unjudged },
    environment: { framegate: packageVersion, browserVersion, platform, arch },
    files,
    list: formatSeeds(options.seeds) ?? "",
    shard: options.shard,
    missing: formatSeeds(seeds.filter((seed) => !done.has(seed))),
    ...columnsOfRows(rows),
  };
}
