import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { cacheFolder } from "../../harness/cache-folder.ts";
import { type LaunchedBrowser, launchBrowser } from "../../harness/browser/launch-browser.ts";
import type { GamePage } from "../../harness/capture/game-page.ts";
import { openGamePage } from "../../harness/capture/open-game-page.ts";
import { loadProject } from "../../harness/load/load-project.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { planRuns } from "../../harness/plan/plan-runs.ts";
import { serveSite, type Site } from "../../harness/serve/serve-site.ts";
import type { MountReport } from "../../src/formats/page-port.ts";
import type { PassKind, RunPlan } from "../../src/formats/run-plan.ts";
import { plainOptions } from "../harness/fixtures/perf-options.ts";

/** Default frame counts of `perf`. */
export const benchFrames = { frames: 600, warmup: 60 } as const;

/** Plans a run of a game in this repository (a folder or a manifest), as `perf` would by default. */
export async function planBench(game: string): Promise<RunPlan> {
  const project = await loadProject(join(packageRoot, game), { cwd: packageRoot, tape: null });
  return planRuns(project, { ...plainOptions, ...benchFrames, seed: 7, bootTimeoutMs: 60_000, frameTimeoutMs: 60_000 });
}

/** Builds the game, or takes its build from the cache, and serves it. */
export async function serveForBench(plan: RunPlan, cacheDir = cacheFolder(process.env)): Promise<Site> {
  // Ctrl-C ends a benchmark, so nobody has to abort the build.
  return await serveSite(plan, cacheDir, new AbortController().signal);
}

/** Starts the browser for a site, like `perf`. */
export async function launchForBench(plan: RunPlan, site: Site): Promise<LaunchedBrowser> {
  const found = await findBrowser(process.env);
  const { width, height } = plan;
  return await launchBrowser({ browser: found, hostRules: site.hostRules, width, height, env: process.env });
}

/** Opens a game's page for one pass, without mounting the game. */
export async function openBenchPage(
  browser: LaunchedBrowser,
  {
    plan,
    site,
    pass,
    url = site.hostUrl,
  }: {
    readonly plan: RunPlan;
    readonly site: Site;
    readonly pass: Exclude<PassKind, "work" | "allocations">;
    readonly url?: string;
  },
): Promise<GamePage> {
  const prelude = {
    seed: plan.seed.value,
    stepHz: plan.stepHz,
    pass,
    raster: plan.raster,
    rendersBoot: plan.rendersBoot,
    rendersCanvases: plan.rendersCanvases,
    locksPointer: false,
    countsWasm: false,
    trapRandom: false,
    settleMs: plan.limits.settleMs,
    bootMs: plan.limits.bootMs,
    inspect: null,
    recordsFrames: false,
    engines: null,
  };
  const { width, height } = plan;
  return await openGamePage(browser, {
    url,
    limitMs: plan.limits.bootMs,
    width,
    height,
    pageScripts: site.pageScripts,
    prelude,
  });
}

/** Mounts the game in its page. Throws if that fails. */
export async function mountBenchPage(
  page: GamePage,
  plan: RunPlan,
  site: Site,
): Promise<Extract<MountReport, { ok: true }>> {
  const report = await page.mount({
    width: plan.width,
    height: plan.height,
    bootMs: plan.limits.bootMs,
    inputMap: plan.target.kind === "manifest" ? plan.target.inputMap : null,
    tape: plan.tape?.tape ?? null,
    lastPictureStep: null,
    allowsDebug: false,
    fillsWindow: false,
    embedUrl: site.embedUrl,
  });
  if (!report.ok) throw new Error(`${plan.game.name} could not be mounted: ${report.error.message}`);
  return report;
}

/** Puppeteer's page of the site, for calls that only a benchmark makes. */
export async function pageOf(browser: LaunchedBrowser, site: Site): Promise<Page> {
  const page = (await browser.browser.pages()).find((one) => one.url() === site.hostUrl);
  if (page === undefined) throw new Error("The game's page is not open.");
  return page;
}
