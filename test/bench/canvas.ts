import { readdirSync, readFileSync } from "node:fs";
import type { Frame, Page } from "puppeteer-core";
import type { LaunchedBrowser } from "../../harness/browser/launch-browser.ts";
import { launchForBench, mountBenchPage, openBenchPage, planBench, serveForBench } from "./bench-game.ts";
import { type BenchRow, median, printRows } from "./bench-table.ts";

/** Drawing load of a frame. */
interface Load {
  readonly kind: "paths" | "images" | "text";
  readonly operations: number;
}

/** A drawing setup in the main thread of one renderer. */
interface Stage {
  readonly name: StageName;
  /** File with the CPU time of that thread. Linux only. */
  readonly clockFile: string;
  draw(load: Load, frames: number): Promise<void>;
}

const kinds = ["paths", "images", "text"] as const;
const sizes = [
  { operations: 500, frames: 160 },
  { operations: 10_000, frames: 24 },
] as const;
// The cost of the same commands differs by up to half between browsers on one machine, so a figure of one says little.
const launches = 8;
// The stages of a browser take turns, so that they see the same machine load.
const rounds = 5;
// Rendering takes long, and its figures only explain the others.
const renderedRounds = 2;
const goalRatio = 1.1;

/** Milliseconds per frame, by what draws. */
type Costs<Name extends string> = Readonly<Record<Name, number[]>>;

/** Costs of a load in all browsers so far, and of frames of one operation that were measured with them. */
interface Measured {
  readonly load: Load;
  readonly frames: number;
  readonly costs: Costs<StageName>;
  readonly bases: Costs<StageName>;
}

type StageName = "discarding" | "timed" | "plain" | "rendered";

const plan = await planBench("test/games/canvas-page/index.html");
await using site = await serveForBench(plan);
const { embedUrl } = site;
if (embedUrl === null) throw new Error("A page has an address of its own.");
const measured = sizes.flatMap(({ operations, frames }) =>
  kinds.map((kind): Measured => {
    const empty = (): Costs<StageName> => ({ discarding: [], timed: [], plain: [], rendered: [] });
    return { load: { kind, operations }, frames, costs: empty(), bases: empty() };
  }),
);
for (let launch = 0; launch < launches; launch += 1) {
  await using browser = await launchForBench(plan, site);
  const quick = [await plainStage(browser, embedUrl, "discarding"), await gameStage(browser, "timed")];
  for (const one of measured) await measure(one, quick, rounds);
}
await using last = await launchForBench(plan, site);
const rendering = [await plainStage(last, embedUrl, "plain"), await gameStage(last, "rendered")];
for (const one of measured) await measure(one, rendering, renderedRounds);
printRows(measured.flatMap(rowsOf), process.argv);

async function measure(
  { load, frames, costs, bases }: Measured,
  stages: readonly Stage[],
  times: number,
): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    for (const stage of stages) {
      bases[stage.name].push(await costMs(stage, { ...load, operations: 1 }, frames));
      costs[stage.name].push(await costMs(stage, load, frames));
    }
  }
}

function rowsOf({ load, costs, bases }: Measured): readonly BenchRow[] {
  const ofCommands = (name: StageName): number =>
    median(costs[name].map((cost, index) => cost - (bases[name][index] ?? Number.NaN)));
  const group = `${String(load.operations)} operations a frame: ${load.kind}`;
  const inUs = (name: string, ms: number): BenchRow => ({ group, name, value: ms * 1000, unit: "us", goal: null });
  const [script, timed] = [ofCommands("discarding"), ofCommands("timed")];
  const ratio = (name: string, value: number, goal: number | null): BenchRow => ({
    ...{ group, name, value, goal, unit: "ratio" },
  });
  return [
    inUs("plain Chromium, what it renders left out", script),
    inUs("plain Chromium", ofCommands("plain")),
    inUs("timed pass", timed),
    inUs("timed pass with real rendering", ofCommands("rendered")),
    inUs("a frame of one operation, in plain Chromium", median(bases.discarding)),
    inUs("a frame of one operation, in a timed pass", median(bases.timed)),
    ratio("timed pass, to plain without rendering", timed / script, goalRatio),
    ratio("timed pass, to one with real rendering", timed / ofCommands("rendered"), null),
  ];
}

/** CPU time of the main thread, in milliseconds per frame. */
async function costMs({ clockFile, draw }: Stage, load: Load, frames: number): Promise<number> {
  const before = cpuMs(clockFile);
  await draw(load, frames);
  return (cpuMs(clockFile) - before) / frames;
}

function cpuMs(clockFile: string): number {
  return Number(readFileSync(clockFile, "utf8").split(" ")[0]) / 1e6;
}

/**
 * Plain Chromium, with its canvas on the CPU as in Framegate's runs. Discarding the drawing with `reset` leaves the
 * cost of the commands up to their recording.
 */
async function plainStage({ browser }: LaunchedBrowser, url: string, name: "discarding" | "plain"): Promise<Stage> {
  const page = await browser.newPage();
  await page.goto(url);
  return {
    name,
    clockFile: await clockFileOf(page.mainFrame()),
    async draw(load, frames) {
      await page.evaluate(drawPlainly, { ...load, frames, isDiscarding: name === "discarding" });
    },
  };
}

/** Runs in the page. The browser renders at the end of a task, and after some thousand commands. */
async function drawPlainly(options: Load & { readonly frames: number; readonly isDiscarding: boolean }): Promise<void> {
  const { kind, operations, frames, isDiscarding } = options;
  const drawSome = Reflect.get(globalThis, "drawSome") as (kind: string, from: number, to: number) => void;
  const context = document.querySelector("canvas")?.getContext("2d");
  const { port1, port2 } = new MessageChannel();
  for (let frame = 0; frame < frames; frame += 1) {
    context?.clearRect(0, 0, 1280, 720);
    for (let from = 0; from < operations; from += 500) {
      drawSome(kind, from, Math.min(operations, from + 500));
      if (isDiscarding) context?.reset();
    }
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  }
}

async function gameStage(launched: LaunchedBrowser, name: "timed" | "rendered"): Promise<Stage> {
  const one = { ...plan, raster: name === "timed" ? "skip" : "real" } as const;
  const before = await allPages(launched);
  const game = await openBenchPage(launched, { plan: one, site, pass: "timed" });
  const host = (await allPages(launched)).find((page) => !before.includes(page) && page.url() === site.hostUrl);
  await mountBenchPage(game, one, site);
  const frame = host?.frames().find((child) => child.url() === embedUrl);
  if (host === undefined || frame === undefined) throw new Error("The game's page is not open.");
  return {
    name,
    clockFile: await clockFileOf(frame),
    async draw(load, frames) {
      await frame.evaluate((next) => Object.assign(globalThis, { load: next }), load);
      const report = await game.step(frames);
      if (report.stopped !== null) throw new Error(report.stopped.error.message);
    },
  };
}

async function allPages({ browser }: LaunchedBrowser): Promise<readonly Page[]> {
  const contexts = browser.browserContexts();
  return (await Promise.all(contexts.map(async (context) => await context.pages()))).flat();
}

/** Finds the main thread of a frame's renderer by making it busy. */
async function clockFileOf(frame: Frame): Promise<string> {
  const files = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isOwnRenderer(name))
    .map((id) => `/proc/${id}/task/${id}/schedstat`);
  const before = files.map(cpuMs);
  await frame.evaluate(() => {
    for (let count = 0; count < 3e8; count += 1) Math.sqrt(count);
  });
  const spent = files.map((file, index) => cpuMs(file) - (before[index] ?? 0));
  const busiest = files[spent.indexOf(Math.max(...spent))];
  if (busiest === undefined) throw new Error("There is no renderer.");
  return busiest;
}

/** Whether a process is a renderer of ours, not of another browser. */
function isOwnRenderer(id: string): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer") && isBelowThis(id);
  } catch {
    // The process has exited.
    return false;
  }
}

function isBelowThis(id: string): boolean {
  // The name before it may contain anything but a second ") ".
  const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, "utf8"))?.[1] ?? "0";
  return parent === String(process.pid) || (Number(parent) > 1 && isBelowThis(parent));
}
