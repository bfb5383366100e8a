import { join, relative, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { RunPlan, Viewport } from "../../src/formats/run-plan.ts";
import { exitCodes } from "../exit-codes.ts";
import { loadProject } from "../load/load-project.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { runDefaults } from "../plan/run-options.ts";
import { type FrameRange, renderCpuProfile } from "../report/chrome-profile.ts";
import { renderChromeTrace } from "../report/chrome-trace.ts";
import { flamePageName, flameView, plainChart } from "../report/flame-view.ts";
import { renderHeapProfile } from "../report/heap-profile.ts";
import { stringifyJson } from "../report/json.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { checkWritable, createRunFolder, writeProfile } from "../report/write-report.ts";
import type { HeapEvent } from "../read-heap.ts";
import { runAllocations } from "../run-allocations.ts";
import { runHeap } from "../run-heap.ts";
import { type ProfileEvent, runProfile } from "../run-profile.ts";
import { renderFlamePage } from "../render-page.ts";
import type { CommandIo } from "./io.ts";
import { openPage } from "./open-in-browser.ts";
import { viewportFlag } from "./perf-flags.ts";
import { renderAllocated, renderGrown, renderProfiled } from "./profile-text.ts";
import { listOptions } from "./run-display.ts";
import { addRunFlags, parseCount, parsePositive, type RunFlags } from "./run-flags.ts";

interface ProfileFlags extends RunFlags {
  readonly frames: FrameRange;
  readonly warmup: number;
  readonly slowDown: number;
  readonly viewport?: Viewport;
  readonly allocations?: true;
  readonly heap?: true;
  readonly headed?: true;
  readonly open?: true;
  readonly out: string;
}

const examples = `
Samples the stacks of the page's main thread in three runs, which are the same frame by frame. The shares are
those of all three; the files show one of them. flame.html is a flame chart, and needs no network;
run.cpuprofile opens in DevTools, VS Code and speedscope; trace.json has the frames and their phases, too,
and opens in DevTools and Perfetto.

With --headed, the page is shown in a window, drawn by the GPU, so the times of its draws are others.

With --allocations, one run counts the bytes that each function allocates in each frame. run.heapprofile
opens in DevTools and VS Code.

With --heap, one run takes a snapshot of the heap before the first of the frames and one after the last, and
lists what grew. before.heapsnapshot and after.heapsnapshot open in DevTools.

Examples:
  framegate profile                                 the game in this folder
  framegate profile examples/arena --frames 36..36 --open
                                                    the flame chart of one frame, in the browser
  framegate profile dist/index.html --slow-down 4   more samples of each frame
  framegate profile examples/swarm --allocations    the functions that make garbage
  framegate profile examples/swarm --heap --frames 60..300
                                                    the objects that outlive these frames`;

/** Adds `profile` to the program. */
export function defineProfile(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("profile")
    .description("find the functions that take the time or the memory of a game's frames")
    .argument("[game]", "folder, manifest or HTML file, or the address of a running server", ".")
    .addOption(
      new Option("--frames <range>", "measured frames to profile: a count, or a range such as 36..40")
        .argParser(parseRange)
        .default(rangeOf(runDefaults.frames), `0..${String(runDefaults.frames - 1)}`),
    )
    .option("--warmup <count>", "frames before the measured ones", parseCount, runDefaults.warmup)
    .option("--slow-down <factor>", "throttle the page to one nth of its speed", parsePositive, 1)
    .addOption(
      new Option("--allocations", "find the functions that allocate, and what is left after a collection").conflicts(
        "slowDown",
      ),
    )
    .addOption(
      new Option("--heap", "find the objects that outlive the frames, and what keeps them").conflicts([
        "allocations",
        "slowDown",
      ]),
    )
    .addOption(
      new Option("--headed", "show the page in a window while it is profiled; needs Chrome and a display").conflicts([
        "allocations",
        "heap",
      ]),
    )
    .addOption(new Option("--open", "open the flame chart in the browser").conflicts(["allocations", "heap"]))
    .option(...viewportFlag);
  addRunFlags(command)
    .option("--out <folder>", "folder for reports", "reports")
    .option("--json", "print the functions as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (game: string, flags: ProfileFlags) => {
      await profile(game, flags, io);
      setExitCode(exitCodes.pass);
    });
}

async function profile(game: string, flags: ProfileFlags, io: CommandIo): Promise<void> {
  const startedAtMs = Date.now();
  await checkWritable(resolve(io.cwd, flags.out));
  const plan = await planProfile(game, flags, io);
  const found = await find(plan, game, flags, io);
  const name = { game: `${plan.game.name} ${found.what}`, seed: plan.seed.value, startedAtMs };
  const folder = await createRunFolder(resolve(io.cwd, flags.out), name);
  await writeProfile(folder, Object.fromEntries(found.files.map(({ file, text }) => [file, text])));
  const files = found.files.map((each) => ({ ...each, path: onOneLine(relative(io.cwd, join(folder, each.file))) }));
  const paths = Object.fromEntries(files.map(({ key, path }) => [key, path]));
  if (flags.json === true) io.stdout.write(stringifyJson({ frames: flags.frames, ...found.json, files: paths }));
  io.stderr.write(found.text);
  io.stderr.write(files.map(({ label, path }) => `${label}: ${path}\n`).join(""));
  if (flags.open === true) await openPage(join(folder, flamePageName), io);
}

async function planProfile(game: string, flags: ProfileFlags, io: CommandIo): Promise<RunPlan> {
  const { tape = null, allowOrphan = false, root = null, context, seed, query, warmup, frames, headed } = flags;
  const project = await loadProject(game, { cwd: io.cwd, tape, allowOrphan, root, context, signal: io.signal });
  for (const message of project.warnings) io.stderr.write(`${message}\n`);
  return planRuns(project, {
    ...{ seed, query, warmup, frames: frames.last + 1, allowVacuous: true },
    allowErrors: flags.allowErrors,
    viewport: flags.viewport,
    raster: headed === true ? "real" : undefined,
    allowMissing: flags.allow,
    allowHosts: flags.allowHost,
    bootTimeoutMs: flags.bootTimeout,
    frameTimeoutMs: flags.frameTimeout,
  });
}

/** The result of a profile. */
interface Found {
  /** Second word of its folder. */
  readonly what: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** For the terminal. */
  readonly text: string;
  readonly files: readonly {
    readonly file: string;
    /** Name in the JSON, and in the terminal. */
    readonly key: string;
    readonly label: string;
    readonly text: string;
  }[];
}

async function find(plan: RunPlan, game: string, flags: ProfileFlags, io: CommandIo): Promise<Found> {
  if (flags.allocations === true) return await allocations(plan, flags, io);
  return flags.heap === true ? await heap(plan, flags, io) : await stacks(plan, game, flags, io);
}

async function stacks(
  plan: RunPlan,
  game: string,
  { slowDown, frames, headed }: ProfileFlags,
  io: CommandIo,
): Promise<Found> {
  const {
    profile: found,
    run,
    chart,
  } = await runProfile(plan, {
    ...{ env: io.env, signal: io.signal, slowDown, headed: headed === true, first: frames.first },
    onEvent: (event) => io.stderr.write(`${describeEvent(event)}\n`),
  });
  const view = flameView({ name: plan.game.name, game, seed: plan.seed.value, frames, slowDown, profile: found });
  const page = { file: flamePageName, key: "flameChart", label: "Flame chart" };
  return {
    what: "profile",
    json: { profile: found },
    text: renderProfiled(found, listOptions(io)),
    files: [
      { ...page, text: renderFlamePage(view, plainChart(chart)) },
      { file: "run.cpuprofile", key: "cpuProfile", label: "CPU profile", text: renderCpuProfile(run, frames) },
      { file: "trace.json", key: "trace", label: "Trace", text: renderChromeTrace(run, frames) },
    ],
  };
}

async function allocations(plan: RunPlan, { frames }: ProfileFlags, io: CommandIo): Promise<Found> {
  const { allocations: found, samples } = await runAllocations(plan, {
    ...{ env: io.env, signal: io.signal, first: frames.first },
    onEvent: (event) => io.stderr.write(`${describeEvent(event)}\n`),
  });
  const file = { file: "run.heapprofile", key: "heapProfile", label: "Allocations" };
  return {
    what: "allocations",
    json: { allocations: found },
    text: renderAllocated(found, listOptions(io)),
    files: [{ ...file, text: renderHeapProfile(samples) }],
  };
}

async function heap(plan: RunPlan, { frames }: ProfileFlags, io: CommandIo): Promise<Found> {
  const { growth, before, after } = await runHeap(plan, {
    ...{ env: io.env, signal: io.signal, first: frames.first },
    onEvent: (event) => io.stderr.write(`${describeEvent(event)}\n`),
  });
  return {
    what: "heap",
    json: { heap: growth },
    text: renderGrown(growth, frames, listOptions(io)),
    files: [
      { file: "before.heapsnapshot", key: "before", label: "Before", text: before },
      { file: "after.heapsnapshot", key: "after", label: "After", text: after },
    ],
  };
}

function describeEvent(event: ProfileEvent | HeapEvent): string {
  switch (event.kind) {
    case "building":
      return "building the game";
    case "sampling-allocations":
      return "sampling the allocations";
    case "taking-snapshots":
      return "taking snapshots of the heap";
    case "profiling":
      return `sampling the stacks, run ${String(event.run)} of ${String(event.of)}`;
  }
}

function rangeOf(count: number): FrameRange {
  return { first: 0, last: count - 1 };
}

/** A number of frames from the first one on, or the first and last frame. @throws {InvalidArgumentError} */
function parseRange(text: string): FrameRange {
  const [, from, to] = /^(\d+)\.\.(\d+)$/u.exec(text) ?? [];
  if (from === undefined || to === undefined) return rangeOf(parsePositive(text));
  const range = { first: parseCount(from), last: parseCount(to) };
  if (range.first <= range.last) return range;
  throw new InvalidArgumentError("The first frame comes after the last one.");
}
