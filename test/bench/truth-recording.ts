import { findBrowser, type FoundBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../harness/browser/launch-browser.ts";
import { keepCoresBusy } from "../../harness/busy-cores.ts";
import { captureAlive } from "../../harness/capture/capture-alive.ts";
import { samplesOf } from "../../harness/measure/samples-of.ts";
import { planAnotherRepeat } from "../../harness/plan/plan-runs.ts";
import { captureBesideWorkload } from "../../harness/run-calibrate.ts";
import type { Site } from "../../harness/serve/serve-site.ts";
import { timePairs } from "../../harness/time-pairs.ts";
import type { PlannedRun, RunPlan } from "../../src/formats/run-plan.ts";
import { planBench, serveForBench } from "./bench-game.ts";
import type { GateRun, Recording } from "./truth-gates.ts";

/** How much is recorded. */
export interface RecordingSize {
  /** Pairs of runs in lockstep. */
  readonly pairs: number;
  /** Runs on their own, one after the other. */
  readonly runs: number;
}

// On two cores this leaves a browser less than half of one.
const busyThreads = 4;
const frames = 300;

/** Records runs of a game against itself, and runs on their own beside the calibration workload. */
export async function record(game: string, load: string, size: RecordingSize): Promise<Recording> {
  const plan = { ...(await planBench(game)), frames, runs: [] };
  const busy = load === "busy" ? keepCoresBusy(busyThreads) : null;
  try {
    const found = await findBrowser(process.env);
    await using site = await serveForBench(plan);
    await using other = await serveForBench(plan);
    const { signal } = new AbortController();
    const say = (what: string): void => {
      process.stderr.write(`${game}, ${load}: ${what}\n`);
    };
    const { pairs } = await timePairs(
      {
        ...{ plan, site, found, signal, env: process.env },
        baseline: { source: { kind: "game", name: game, commit: null } },
        onPair: (pair) => {
          say(`pair ${String(pair)} of ${String(size.pairs)}`);
        },
      },
      { plan, site: other },
      (soFar) => soFar.length >= size.pairs,
    );
    const runs: GateRun[] = [];
    for (let planned: PlannedRun[] = []; runs.length < size.runs;) {
      say(`run ${String(runs.length + 1)} of ${String(size.runs)}`);
      planned = [...planned, planAnotherRepeat({ ...plan, runs: planned })];
      runs.push(await recordRun(planned.at(-1)!, { plan, site, found }));
    }
    const rounded = pairs.map(({ baseline, current }) => ({ baseline: toUs(baseline), current: toUs(current) }));
    return { game, load, pairs: rounded, runs };
  } finally {
    await busy?.end();
  }
}

interface Recorded {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly found: FoundBrowser;
}

async function recordRun(run: PlannedRun, { plan, site, found }: Recorded): Promise<GateRun> {
  const { signal } = new AbortController();
  await using browser = await launchBrowser({ browser: found, hostRules: site.hostRules, signal });
  const options = { plan, site, browser, conditions: null, inspect: null };
  const { outcome, workloadMs } = await captureBesideWorkload({
    ...{ browser, signal, repeat: run.repeat },
    capture: async (pace) => await captureAlive(run, { ...options, pace }, signal),
  });
  if (outcome.kind !== "captured") throw new Error("A timed run asked for pixels.");
  return { cpuMs: toUs(samplesOf(plan, outcome).times?.cpuMs ?? []), workloadMs };
}

/** To a microsecond, which makes the files shorter. */
function toUs(column: readonly number[]): readonly number[] {
  return column.map((ms) => Math.round(ms * 1000) / 1000);
}
