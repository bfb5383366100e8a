import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CDPSession } from "puppeteer-core";
import type { LaunchedBrowser } from "../../harness/browser/launch-browser.ts";
import type { GamePage } from "../../harness/capture/game-page.ts";
import { createTraceRecorder } from "../../harness/capture/trace-recorder.ts";
import { parseTrace } from "../../harness/measure/parse-trace.ts";
import { packageRoot } from "../../harness/package-root.ts";
import type { Site } from "../../harness/serve/serve-site.ts";
import type { PassKind, RunPlan } from "../../src/formats/run-plan.ts";
import type { PagePort } from "../../src/formats/page-port.ts";
import type { RealmAgent } from "../../src/page/realm-agent.ts";
import { builtCommand } from "../built-command.ts";
import { benchFrames, launchForBench, mountBenchPage, openBenchPage, planBench, serveForBench } from "./bench-game.ts";
import { type BenchRow, printRows } from "./bench-table.ts";

const games = ["examples/arena", "examples/swarm"];
const passRepeats = 3;
const goalRatio = 1.15;
const { frames, warmup } = benchFrames;

const rows: BenchRow[] = [];
for (const game of games) rows.push(...(await measureGame(game)));
printRows(rows, process.argv);

async function measureGame(game: string): Promise<readonly BenchRow[]> {
  const plan = await planBench(game);
  const build = await measureBuild(plan);
  await using site = await serveForBench(plan);
  const cold = await fastestPass(plan, site, false);
  const pass = await fastestPass(plan, site, true);
  await using browser = await launchForBench(plan, site);
  const workshop = { plan, site, browser };
  const steppedMs = await timeFrames(workshop, (page) => page.step(frames));
  const calledMs = await timeFrames(workshop, callByCall);
  const realTimeMs = await timeFrames(workshop, async (page) => page.withPort(stepByAnimationFrames, frames));
  const commandMs = await timeCommand(game);
  const ms = (name: string, value: number): BenchRow => ({ group: game, name, value, unit: "ms", goal: null });
  const ratio = (name: string, value: number, goal: number | null = null): BenchRow => ({
    group: game,
    name,
    value,
    unit: "ratio",
    goal,
  });
  const ownMs = ownMsOf(pass);
  return [
    ratio("timed pass, warm: launch to end, over own CPU and launch", pass.totalMs / ownMs, goalRatio),
    ratio("the same, for the first pass of a browser", cold.totalMs / ownMsOf(cold)),
    ratio(
      "the same, without the time that frames wait for a core",
      (pass.totalMs - pass.frameWallMs + pass.frameCpuMs) / ownMs,
    ),
    ms("launch to end", pass.totalMs),
    ms("  launch", pass.launchMs),
    ms("  open the page, load its scripts", pass.openMs),
    ms("    their own CPU", pass.loadCpuMs),
    ms("  set the game up", pass.bootMs),
    ms("    its own CPU", pass.bootCpuMs),
    ms("  start the trace", pass.traceStartMs),
    ms(`  ${String(warmup + frames)} frames`, pass.stepMs),
    ms("    inside the frames", pass.frameWallMs),
    ms("      its own CPU", pass.frameCpuMs),
    ms("  end the trace, read it, close the page", pass.endMs),
    ms("CPU of the GPU process during that", pass.gpuCpuMs),
    ms(`${String(frames)} frames, stepped in one call`, steppedMs),
    ms(`${String(frames)} frames, one protocol call each`, calledMs),
    ms(`${String(frames)} frames, in real time by animation frames`, realTimeMs),
    ratio("one call each, over stepping", calledMs / steppedMs),
    ratio("real time, over stepping", realTimeMs / steppedMs),
    ms("whole command: two count passes and one timed pass, built before", commandMs),
    ms("build, the first time", build.firstMs),
    ms("build, the game unchanged", build.secondMs),
  ];
}

interface PassTimes {
  readonly totalMs: number;
  readonly launchMs: number;
  readonly openMs: number;
  readonly loadCpuMs: number;
  readonly bootMs: number;
  readonly bootCpuMs: number;
  readonly traceStartMs: number;
  readonly stepMs: number;
  readonly frameWallMs: number;
  readonly frameCpuMs: number;
  readonly endMs: number;
  readonly gpuCpuMs: number;
}

/** Time that any pass needs: the browser must start, and the game must load and run. */
function ownMsOf({ launchMs, loadCpuMs, bootCpuMs, frameCpuMs }: PassTimes): number {
  return launchMs + loadCpuMs + bootCpuMs + frameCpuMs;
}

/** The fastest pass, because other load only ever adds time. One whole pass, so that its parts add up. */
async function fastestPass(plan: RunPlan, site: Site, isWarm: boolean): Promise<PassTimes> {
  const passes: PassTimes[] = [];
  for (let repeat = 0; repeat < passRepeats; repeat += 1) passes.push(await measurePass(plan, site, isWarm));
  const [pass] = passes.sort((left, right) => left.totalMs - right.totalMs);
  if (pass === undefined) throw new Error("There was no pass.");
  return pass;
}

/**
 * One timed pass from launch to end, as run by the harness, with its parts. If warm, another page has run the game in
 * the same browser before, as in `perf`, whose count passes come first; that page is not in the times.
 */
async function measurePass(plan: RunPlan, site: Site, isWarm: boolean): Promise<PassTimes> {
  const lap = createLaps();
  await using browser = await launchForBench(plan, site);
  const launchMs = lap();
  const emptyCpuMs = await emptyPageCpuMs({ plan, site, browser });
  if (isWarm) await warmUp({ plan, site, browser });
  lap();
  await using page = await openBenchPage(browser, { plan, site, pass: "timed" });
  const openMs = lap();
  const loadCpuMs = (await processCpuMs(browser, "renderer")) - emptyCpuMs;
  await page.session.send("Performance.enable", { timeDomain: "threadTicks" });
  const openedCpuMs = await threadCpuMs(page.session);
  lap();
  await mountBenchPage(page, plan, site);
  const bootMs = lap();
  const bootCpuMs = (await threadCpuMs(page.session)) - openedCpuMs;
  const gpuStartMs = await processCpuMs(browser, "GPU");
  lap();
  const recorder = createTraceRecorder(page.session, plan.limits.bootMs);
  await recorder.start();
  const traceStartMs = lap();
  await step(page, warmup + frames);
  const stepMs = lap();
  await recorder.stop("the last frame");
  const trace = recorder.take();
  const times = parseTrace(trace, { count: warmup + frames, hasPhases: true });
  await page.finish();
  await page[Symbol.asyncDispose]();
  const endMs = lap();
  return {
    loadCpuMs,
    totalMs: launchMs + openMs + bootMs + traceStartMs + stepMs + endMs,
    launchMs,
    openMs,
    bootMs,
    bootCpuMs,
    traceStartMs,
    stepMs,
    frameWallMs: sum(times.wallMs),
    frameCpuMs: sum(times.cpuMs),
    endMs,
    gpuCpuMs: (await processCpuMs(browser, "GPU")) - gpuStartMs,
  };
}

/** CPU time of a page with only the prelude: Chromium's share and Framegate's. */
async function emptyPageCpuMs({ plan, site, browser }: Workshop): Promise<number> {
  const page = await openBenchPage(browser, { plan, site, pass: "timed", url: "about:blank" });
  const cpuMs = await processCpuMs(browser, "renderer");
  await page[Symbol.asyncDispose]();
  return cpuMs;
}

async function warmUp({ plan, site, browser }: Workshop): Promise<void> {
  await using page = await openBenchPage(browser, { plan, site, pass: "count" });
  await mountBenchPage(page, plan, site);
  await step(page, warmup);
}

interface Workshop {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly browser: LaunchedBrowser;
}

/** Milliseconds that `drive` takes for the measured frames, in a fresh page after its warm-up. */
async function timeFrames(
  { plan, site, browser }: Workshop,
  drive: (page: GamePage) => Promise<unknown>,
): Promise<number> {
  const pass: PassKind = "plain";
  await using page = await openBenchPage(browser, { plan, site, pass });
  await mountBenchPage(page, plan, site);
  await step(page, warmup);
  const lap = createLaps();
  await drive(page);
  return lap();
}

async function callByCall(page: GamePage): Promise<void> {
  for (let frame = 0; frame < frames; frame += 1) await step(page, 1);
}

/** Runs in the page. */
async function stepByAnimationFrames(port: PagePort, given: unknown, count: unknown): Promise<void> {
  // The page's own animation frames are virtual; the agent has the real ones.
  const agent = given as RealmAgent;
  for (let frame = 0; frame < Number(count); frame += 1) {
    await agent.nextPaint();
    await port.step(1);
  }
}

/** Times of two builds of the same game into a new cache. */
async function measureBuild(plan: RunPlan): Promise<{ readonly firstMs: number; readonly secondMs: number }> {
  const cache = await mkdtemp(join(tmpdir(), "framegate-bench-"));
  try {
    const lap = createLaps();
    await (await serveForBench(plan, cache))[Symbol.asyncDispose]();
    const firstMs = lap();
    const second = await serveForBench(plan, cache);
    const secondMs = lap();
    await second[Symbol.asyncDispose]();
    if (!second.wasCached) throw new Error("The second run built the game again, although nothing had changed.");
    return { firstMs, secondMs };
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

async function timeCommand(game: string): Promise<number> {
  const reports = await mkdtemp(join(tmpdir(), "framegate-bench-"));
  try {
    const lap = createLaps();
    const args = [builtCommand, "perf", game, "--repeat", "1", "--out", reports];
    await promisify(execFile)(process.execPath, args, { cwd: packageRoot });
    return lap();
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

async function step(page: GamePage, count: number): Promise<void> {
  const { stopped } = await page.step(count);
  if (stopped !== null) throw new Error(stopped.error.message);
}

/** CPU time of the page's main thread since it started. */
async function threadCpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN) * 1000;
}

/** CPU time of all running processes of a kind since they started. */
async function processCpuMs({ browser }: LaunchedBrowser, kind: "GPU" | "renderer"): Promise<number> {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return sum(processInfo.filter(({ type }) => type === kind).map(({ cpuTime }) => cpuTime)) * 1000;
}

/** Creates a stopwatch: each call returns the milliseconds since the previous one. */
function createLaps(): () => number {
  let lastMs = performance.now();
  return () => {
    const nowMs = performance.now();
    const lapMs = nowMs - lastMs;
    lastMs = nowMs;
    return lapMs;
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
