import type { BaselineStep } from "../src/formats/baseline.ts";
import type { ReportedScan } from "../src/formats/report.ts";
import type { MachineRecord } from "../src/formats/machine.ts";
import type { PlannedRun, RunPlan } from "../src/formats/run-plan.ts";
import { type FoundBrowser, findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { Baseline } from "./open-baseline.ts";
import { scanGame, type ScanGameOptions } from "./scan-game.ts";
import { serveSite, type Site } from "./serve/serve-site.ts";

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

/** The scan, the server and the browser launcher that all runs of a game share. Disposing of it ends the server. */
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

/** A step of a run. */
export type PerfEvent =
  /** Two count runs differ and are repeated to find out why. */
  | { readonly kind: "looking-again"; readonly total: number }
  /** The game reads pixels back by `api`, so its runs start over with pixels. */
  | { readonly kind: "starting-over"; readonly api: string; readonly total: number }
  /** One of the profiling runs, from 1. */
  | { readonly kind: "profiling"; readonly run: number; readonly of: number }
  /**
   * A frame is repeated to find out who draws, because it exceeds a limit of draws or draws more than the baseline, or to
   * count its fragments.
   */
  | {
      readonly kind: "looking-at-draws";
      /** Measured frame. */ readonly frame: number;
      readonly wanted: "drawers" | "fragments";
    }
  /** The run is repeated to take pictures: of its worst frames, or of the baseline. */
  | { readonly kind: "taking-pictures"; readonly build: "game" | "baseline" }
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
