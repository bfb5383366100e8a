import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { BaselineSource } from "../src/formats/baseline.ts";
import type { RunReport } from "../src/formats/report.ts";
import { differingParts, identityOfPlan, identityOfReport } from "../src/formats/run-identity.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import { validateReportFile } from "../src/formats/validate-report.ts";
import { checkOut } from "./baseline/check-out.ts";
import { FramegateError, isFramegateError } from "./errors.ts";
import { exitCodes } from "./exit-codes.ts";
import { acceptFile } from "./load/accept-file.ts";
import { loadProject } from "./load/load-project.ts";
import { readText } from "./load/read-text.ts";
import type { BaselineOptions } from "./plan/baseline-options.ts";
import { planRuns } from "./plan/plan-runs.ts";

/** The other build: one that can be run, or a stored report. Disposing of it removes the checkout. */
export interface Baseline extends AsyncDisposable {
  readonly source: BaselineSource;
  readonly options: BaselineOptions;
  readonly build:
    { readonly kind: "plan"; readonly plan: RunPlan } | { readonly kind: "report"; readonly report: RunReport };
}

/** The run that a baseline must repeat. */
export interface ComparedRun {
  /** The game as named by the user. */
  readonly target: string;
  readonly plan: RunPlan;
  readonly cwd: string;
  /** As given. */
  readonly root: string | null;
  readonly signal: AbortSignal;
}

/** Finds a run's baseline, checks it out if necessary, and plans the same run for it. */
export async function openBaseline(options: BaselineOptions, run: ComparedRun): Promise<Baseline> {
  const { name } = options;
  const path = resolve(run.cwd, name);
  const nothing = async (): Promise<void> => undefined;
  if (!existsSync(path)) return await openCommit(options, run);
  const report = readReport(path);
  if (report !== null) {
    return {
      source: { kind: "report", name, commit: null },
      options,
      build: { kind: "report", report: requireSameRun(report, path, run.plan) },
      [Symbol.asyncDispose]: nothing,
    };
  }
  const source: BaselineSource = { kind: "game", name, commit: null };
  const plan = await blameBaseline(source, planOther(name, run.cwd, run), run.signal);
  return {
    source,
    options,
    build: { kind: "plan", plan },
    [Symbol.asyncDispose]: nothing,
  };
}

async function openCommit(options: BaselineOptions, run: ComparedRun): Promise<Baseline> {
  const { target, cwd, signal } = run;
  if (run.plan.target.kind === "server" || isAbsolute(target)) {
    const reason = "the game is not named by a path in this repository";
    throw new FramegateError("baseline-not-found", { name: options.name, reason });
  }
  const checkedOut = await checkOut(options.name, { cwd, build: options.build, signal });
  try {
    const source: BaselineSource = { kind: "git", name: options.name, commit: checkedOut.commit };
    const plan = await blameBaseline(source, planOther(target, checkedOut.folder, run), signal);
    return {
      source,
      options,
      build: { kind: "plan", plan },
      [Symbol.asyncDispose]: async () => {
        await checkedOut[Symbol.asyncDispose]();
      },
    };
  } catch (thrown) {
    await checkedOut[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** The same run for another build: seed, frames, input, size and limits are the current one's. */
async function planOther(game: string, cwd: string, run: ComparedRun): Promise<RunPlan> {
  const { plan, root, signal } = run;
  const loaded = await loadProject(game, {
    cwd,
    tape: null,
    allowOrphan: true,
    root,
    context: plan.delivery.context,
    signal,
  });
  const { frames, warmup, query, raster, entities, allowHosts, allowMissing, limits } = plan;
  const other = planRuns(
    { ...loaded, tape: plan.tape },
    {
      ...{ seed: plan.seed.value, frames, warmup, query, raster, entities, allowHosts, allowMissing },
      repeat: 0,
      work: plan.workEvery,
      allowVacuous: true,
      allowErrors: plan.allowErrors,
    },
  );
  return { ...other, width: plan.width, height: plan.height, limits };
}

/** Null for any other file. */
function readReport(path: string): RunReport | null {
  if (!path.endsWith(".json")) return null;
  const text = readText(path);
  return /"report"\s*:/u.test(text) ? acceptFile(path, text, validateReportFile(text)).value.report : null;
}

function requireSameRun(report: RunReport, path: string, plan: RunPlan): RunReport {
  const differing = differingParts(identityOfReport(report), identityOfPlan(plan));
  if (differing.length === 0) return report;
  throw new FramegateError("reports-differ", { path, other: "this run", what: differing.join(", ") });
}

/** A baseline that cannot be loaded or fails is not a failure of the current build. */
export async function blameBaseline<Value>(
  { name }: BaselineSource,
  running: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  try {
    return await running;
  } catch (thrown) {
    const isOfGame =
      isFramegateError(thrown) && (thrown.exitCode === exitCodes.game || thrown.exitCode === exitCodes.usage);
    if (signal.aborted || !isOfGame) throw thrown;
    const { code, message, where } = thrown;
    throw new FramegateError("baseline-failed", { name, code, message, where: where ?? name }, { cause: thrown });
  }
}
