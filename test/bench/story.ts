import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { keepCoresBusy } from "../../harness/busy-cores.ts";
import { packageRoot } from "../../harness/package-root.ts";
import type { MetricId } from "../../src/formats/metrics.ts";
import type { PagePort } from "../../src/formats/page-port.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { RealmAgent } from "../../src/page/realm-agent.ts";
import { builtCommand } from "../built-command.ts";
import { benchFrames, launchForBench, mountBenchPage, openBenchPage, planBench, serveForBench } from "./bench-game.ts";
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
//   npm run bench:story -- --gates 1 --frames 100  a quick look

const game = "examples/arena";
const metrics = [
  { gate: "Framegate: CPU time of a frame, p95", metric: "frameCpuMsP95", unit: "ms" },
  { gate: "Framegate: draw calls", metric: "maxDrawCalls", unit: "" },
  { gate: "Framegate: triangles", metric: "maxTriangles", unit: "" },
] as const satisfies readonly { gate: string; metric: MetricId; unit: StoryRow["unit"] }[];

const { values: flags } = parseArgs({
  options: {
    gates: { type: "string", default: "6" },
    frames: { type: "string", default: "300" },
    hogs: { type: "string", default: String(2 * availableParallelism()) },
  },
});
const [gateCount, frameCount, hogCount] = [flags.gates, flags.frames, flags.hogs].map(Number) as [
  number,
  number,
  number,
];
const say = (text: string): void => void process.stderr.write(`${text}\n`);

const plan = await planBench(game);
await using site = await serveForBench(plan);
say("reference, quiet");
const limits = { wall: wallLimits(await playInRealTime()), counted: await countedLimits() };
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
    wall.push(await playInRealTime());
    const budget = metrics.flatMap(({ metric }) => ["--budget", `${metric}=${String(limits.counted[metric])}`]);
    reports.push(await runPerf(["--assert-budget", ...budget]));
  }
  return { wall, reports };
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

/**
 * Plays the game in a fresh browser in real time, a step for each animation frame, with its tape, and with a stopwatch
 * around each frame. Pixels are left out, because software rendering takes a second for a frame of this game. So all
 * that differs from Framegate's own run is the clock.
 */
async function playInRealTime(): Promise<WallFrames> {
  await using browser = await launchForBench(plan, site);
  await using page = await openBenchPage(browser, { plan, site, pass: "plain" });
  await mountBenchPage(page, plan, site);
  await page.step(benchFrames.warmup);
  return (await page.withPort(stepByAnimationFrames, frameCount)) as WallFrames;
}

/** Runs in the page, whose own clock and animation frames are virtual; the agent has the real ones. */
async function stepByAnimationFrames(port: PagePort, given: unknown, count: unknown): Promise<WallFrames> {
  const agent = given as RealmAgent;
  const starts: number[] = [];
  const work: number[] = [];
  for (let frame = 0; frame < Number(count); frame += 1) {
    await agent.nextPaint();
    const start = agent.realNow();
    await port.step(1);
    starts.push(start);
    work.push(agent.realNow() - start);
  }
  return { intervals: starts.slice(1).map((start, index) => start - (starts[index] ?? 0)), work };
}
