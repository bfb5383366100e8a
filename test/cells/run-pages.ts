import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser, type LaunchedBrowser } from "../../harness/browser/launch-browser.ts";
import { keepCoresBusy } from "../../harness/busy-cores.ts";
import { captureAlive } from "../../harness/capture/capture-alive.ts";
import { loadProject } from "../../harness/load/load-project.ts";
import { planPixels, planRuns } from "../../harness/plan/plan-runs.ts";
import type { RunOptions } from "../../harness/plan/run-options.ts";
import { serveSite, type Site } from "../../harness/serve/serve-site.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { LaunchConditions } from "../../src/formats/launch-conditions.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";

/** One run of a page: its lines on the console that begin with `cell`, and what the harness measured. */
export type PageRun =
  | { readonly kind: "ran"; readonly shown: string; readonly samples: RunSamples }
  | { readonly kind: "failed"; readonly shown: string; readonly reason: string };

export interface PagesOptions {
  /** Each makes one launch. */
  readonly conditions: readonly LaunchConditions[];
  /** How long a page may take to load, and how long a frame may wait. */
  readonly limitMs: number;
  readonly run: RunOptions;
  /** Whether engines are looked for, as in a run of `framegate perf`. Default: false. */
  readonly findsEngines?: boolean;
}

/**
 * Runs pages of a folder as `framegate verify` would, except that each launch has one browser, in which all pages run one
 * after the other. Passes the runs of each page to `onPage`, in the order of the launches. The folder has a `start.html`.
 */
export async function runPages(
  folder: string,
  pages: readonly string[],
  { conditions, limitMs, run, findsEngines = false }: PagesOptions,
  onPage: (page: string, runs: readonly PageRun[]) => void,
): Promise<void> {
  const launches: Launch[] = [];
  try {
    const project = await loadProject("start.html", { cwd: folder, tape: null });
    const made = planRuns(project, { repeat: 0, allowVacuous: true, warmup: 0, bootTimeoutMs: limitMs, ...run });
    const engines = findsEngines ? made.engines : null;
    const plan = { ...made, engines, limits: { ...made.limits, settleMs: limitMs } };
    for (const one of conditions) launches.push(await openLaunch(plan, join(folder, "cache"), one));
    for (const page of pages) {
      onPage(page, await Promise.all(launches.map(async (launch) => await runPage(page, launch))));
    }
  } finally {
    for (const launch of launches) await launch.close();
  }
}

interface Launch {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly conditions: LaunchConditions;
  readonly browser: LaunchedBrowser;
  close(): Promise<void>;
}

async function openLaunch(plan: RunPlan, cacheDir: string, conditions: LaunchConditions): Promise<Launch> {
  const { width, height } = plan;
  const { jsFlags, keepsCoresBusy, delaySeed } = conditions;
  const site = await serveSite(plan, cacheDir, new AbortController().signal);
  site.delayResponses(delaySeed);
  const found = await findBrowser(process.env);
  const browser = await launchBrowser({ browser: found, hostRules: site.hostRules, jsFlags, width, height });
  const load = keepsCoresBusy ? keepCoresBusy() : null;
  return {
    ...{ plan, site, conditions, browser },
    async close() {
      await load?.end();
      await browser.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

async function runPage(name: string, { plan, site, conditions, browser }: Launch): Promise<PageRun> {
  const lines: string[] = [];
  const listen = (page: Page | null): void => {
    page?.on("console", (message) => {
      const text = message.text();
      if (text.startsWith("cell ")) lines.push(text.slice("cell ".length));
    });
  };
  const onTarget = (target: { page(): Promise<Page | null> }): void => void target.page().then(listen);
  browser.browser.on("targetcreated", onTarget);
  const start = new URL(site.embedUrl ?? "");
  const own = { ...site, embedUrl: new URL(name + start.search, start).href };
  const [run] = plan.runs;
  if (run === undefined) throw new Error("A plan has at least one run.");
  try {
    const options = { plan, site: own, browser, conditions, inspect: null };
    const { signal } = new AbortController();
    let outcome = await captureAlive(run, options, signal);
    if (outcome.kind === "needs-raster") {
      lines.length = 0;
      const [first = run] = planPixels(plan, outcome).runs;
      outcome = await captureAlive(first, { ...options, plan: planPixels(plan, outcome) }, signal);
    }
    const shown = lines.join("\n");
    if (outcome.kind === "needs-raster") return { kind: "failed", shown, reason: "needs pixels twice" };
    return { kind: "ran", shown, samples: outcome.samples };
  } catch (thrown) {
    return { kind: "failed", shown: lines.join("\n"), reason: String(thrown) };
  } finally {
    browser.browser.off("targetcreated", onTarget);
  }
}
