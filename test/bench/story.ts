import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../harness/browser/launch-browser.ts";
import { keepCoresBusy } from "../../harness/busy-cores.ts";
import { packageRoot } from "../../harness/package-root.ts";
import type { MetricId } from "../../src/formats/metrics.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { builtCommand } from "../built-command.ts";
import {
  judgeByLimit,
  renderStory,
  storyMargin,
  type StoryGate,
  type StoryRow,
  type WallFrames,
  wallFigures,
} from "./story-gates.ts";

// How often a gate fails a build that has not changed: one by wall clock, as projects write it, and Framegate's. The
// limits are those of one quiet run and a fifth more. Then the same gates judge the same build, on a quiet machine and
// beside busy programs.
//
//   npm run bench:story                            6 gates of each kind under each load, about 10 minutes
//   npm run bench:story -- --gates 1 --frames 100 --seconds 2

const game = "examples/arena";
const metrics = [
  { gate: "Framegate: CPU time of a frame, p95", metric: "frameCpuMsP95", unit: "ms" },
  { gate: "Framegate: draw calls", metric: "maxDrawCalls", unit: "" },
  { gate: "Framegate: triangles", metric: "maxTriangles", unit: "" },
] as const satisfies readonly { gate: string; metric: MetricId; unit: StoryRow["unit"] }[];

/** Without a GPU, a frame may take half a second beside busy programs. */
const fewestFrames = 20;
const polling = { polling: 200, timeout: 300_000 } as const;

const { values: flags } = parseArgs({
  options: {
    gates: { type: "string", default: "6" },
    frames: { type: "string", default: "300" },
    seconds: { type: "string", default: "8" },
    hogs: { type: "string", default: String(2 * availableParallelism()) },
  },
});
const [gateCount, hogCount] = [Number(flags.gates), Number(flags.hogs)];
const say = (text: string): void => void process.stderr.write(`${text}\n`);

const server = await serveGame();
try {
  // The first visit compiles the packages of the game.
  await playInRealTime(server.url);
  say("reference, quiet");
  const limits = { wall: wallLimits(await playInRealTime(server.url)), counted: await countedLimits() };
  const quiet = await judgeOften("quiet");
  const hogs = keepCoresBusy(hogCount);
  const busy = await judgeOften("busy");
  await hogs.end();
  const rows = [
    ...wallFigures.map(({ gate, of }, index): StoryRow => {
      const limit = limits.wall[index] ?? 0;
      const judge = (frames: WallFrames): StoryGate => judgeByLimit(of(frames), limit);
      const sides = { quiet: quiet.wall.map(judge), busy: busy.wall.map(judge) };
      return { gate: `wall clock: ${gate}`, unit: "ms", limit, ...sides };
    }),
    ...metrics.map(({ gate, metric, unit }): StoryRow => {
      const judge = (report: ReportFile): StoryGate => gateOf(report, metric);
      const sides = { quiet: quiet.reports.map(judge), busy: busy.reports.map(judge) };
      return { gate, unit, limit: limits.counted[metric] ?? 0, ...sides };
    }),
  ];
  const machine = `${String(availableParallelism())} cores, ${cpus()[0]?.model ?? "unknown"}, ${String(hogCount)} busy threads`;
  process.stdout.write(`${game}, one build; limits: one quiet run and 20 % more. ${machine}\n\n${renderStory(rows)}`);

  async function judgeOften(load: string): Promise<{ wall: readonly WallFrames[]; reports: readonly ReportFile[] }> {
    const wall: WallFrames[] = [];
    const reports: ReportFile[] = [];
    for (let index = 1; index <= gateCount; index += 1) {
      say(`${load}, gate ${String(index)} of ${String(gateCount)}`);
      wall.push(await playInRealTime(server.url));
      const budget = metrics.flatMap(({ metric }) => ["--budget", `${metric}=${String(limits.counted[metric])}`]);
      reports.push(await runPerf(["--assert-budget", ...budget]));
    }
    return { wall, reports };
  }
} finally {
  await server.end();
}

function wallLimits(frames: WallFrames): readonly number[] {
  return wallFigures.map(({ of }) => of(frames) * storyMargin);
}

async function countedLimits(): Promise<Readonly<Partial<Record<MetricId, number>>>> {
  const { report } = await runPerf([]);
  return Object.fromEntries(
    metrics.map(({ metric, unit }) => {
      const limit = (report.metrics[metric].value ?? 0) * storyMargin;
      return [metric, unit === "ms" ? Number(limit.toFixed(3)) : Math.floor(limit)];
    }),
  );
}

function gateOf({ verdict }: ReportFile, metric: MetricId): StoryGate {
  const line = verdict.lines.find((one) => one.metric === metric);
  if (line === undefined || line.value === null) throw new Error(`${metric} was not judged.`);
  return { value: line.value, status: line.status };
}

/** Runs the command on the game, like a gate in CI. A failed budget is a result. */
async function runPerf(args: readonly string[]): Promise<ReportFile> {
  const reports = await mkdtemp(join(tmpdir(), "framegate-bench-"));
  try {
    const all = [builtCommand, "perf", game, "--frames", flags.frames, "--json", "--no-why", "--out", reports, ...args];
    const options = { cwd: packageRoot, maxBuffer: 1 << 28 };
    const ran = await promisify(execFile)(process.execPath, all, options).catch((thrown: unknown) => {
      const { code, stdout, stderr } = thrown as { code: unknown; stdout: string; stderr: string };
      if (code !== 1 && code !== 3) throw new Error(`framegate perf failed: ${stderr}`, { cause: thrown });
      return { stdout };
    });
    return JSON.parse(ran.stdout) as ReportFile;
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

/** Serves the game for ordinary browsers. */
async function serveGame(): Promise<{ readonly url: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, [builtCommand, "dev", game], {
    cwd: packageRoot,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  for await (const text of child.stderr.setEncoding("utf8")) {
    said += String(text);
    const url = /http:\S+/u.exec(said)?.[0];
    if (url === undefined) continue;
    // Unread output would block the server.
    child.stderr.resume();
    return {
      url,
      async end() {
        child.kill("SIGINT");
        await once(child, "close");
      },
    };
  }
  throw new Error(`framegate dev ended: ${said}`);
}

/**
 * Plays the game in a fresh browser in real time, without input. Its pixels are rendered in software, as on any build
 * machine without a GPU. The first frames do not count.
 */
async function playInRealTime(url: string): Promise<WallFrames> {
  await using launched = await launchBrowser({ browser: await findBrowser(process.env), env: process.env });
  const page = await launched.browser.newPage();
  await page.evaluateOnNewDocument(recordFrames);
  await page.goto(url);
  const haveFrames = (count: number): boolean => (globalThis as unknown as StoryPage).storyFrames.work.length >= count;
  await page.waitForFunction(haveFrames, polling, 10);
  await page.evaluate(() => (globalThis as unknown as StoryPage).storyFrames.clear());
  await wait(Number(flags.seconds) * 1000);
  await page.waitForFunction(haveFrames, polling, fewestFrames);
  const { intervals, work } = await page.evaluate(() => (globalThis as unknown as StoryPage).storyFrames);
  return { intervals, work };
}

/** The global of a page that `recordFrames` watches. */
interface StoryPage {
  readonly storyFrames: WallFrames & { clear(): void };
}

/** Runs in the page before its scripts: a stopwatch around its animation frames. */
function recordFrames(): void {
  const frames = { intervals: [] as number[], work: [] as number[], clear };
  let last: number | null = null;
  function clear(): void {
    frames.intervals.length = 0;
    frames.work.length = 0;
    last = null;
  }
  const request = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      const start = performance.now();
      callback(time);
      const spent = performance.now() - start;
      if (time === last) {
        // Another callback of the same frame.
        frames.work.push((frames.work.pop() ?? 0) + spent);
        return;
      }
      if (last !== null) frames.intervals.push(time - last);
      frames.work.push(spent);
      last = time;
    });
  Reflect.set(globalThis, "storyFrames", frames);
}
