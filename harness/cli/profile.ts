import { join, relative, resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { Viewport } from "../../src/formats/run-plan.ts";
import { exitCodes } from "../exit-codes.ts";
import { loadProject } from "../load/load-project.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { runDefaults } from "../plan/run-options.ts";
import { type FrameRange, renderCpuProfile } from "../report/chrome-profile.ts";
import { renderChromeTrace } from "../report/chrome-trace.ts";
import { stringifyJson } from "../report/json.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { checkWritable, createRunFolder, writeProfile } from "../report/write-report.ts";
import { type ProfileEvent, type ProfileResult, runProfile } from "../run-profile.ts";
import type { CommandIo } from "./io.ts";
import { viewportFlag } from "./perf-flags.ts";
import { renderProfiled } from "./profile-text.ts";
import { listOptions } from "./run-display.ts";
import { addRunFlags, parseCount, parsePositive, type RunFlags } from "./run-flags.ts";

interface ProfileFlags extends RunFlags {
  readonly frames: FrameRange;
  readonly warmup: number;
  readonly slowDown: number;
  readonly viewport?: Viewport;
  readonly out: string;
}

const cpuProfileFile = "run.cpuprofile";
const traceFile = "trace.json";

const examples = `
Samples the stacks of the page's main thread in three runs, which are the same frame by frame. The shares are
those of all three; the two files show one of them. run.cpuprofile opens in DevTools, VS Code and speedscope;
trace.json has the frames and their phases, too, and opens in DevTools and Perfetto.

Examples:
  framegate profile                                 the game in this folder
  framegate profile examples/arena --frames 36..36  the flame chart of one frame
  framegate profile dist/index.html --slow-down 4   more samples of each frame`;

/** Adds `profile` to the program. */
export function defineProfile(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("profile")
    .description("find the functions that take the time of a game's frames")
    .argument("[game]", "folder, manifest or HTML file, or the address of a running server", ".")
    .option(
      "--frames <range>",
      "measured frames to profile: a count, or a range such as 36..40",
      parseRange,
      rangeOf(runDefaults.frames),
    )
    .option("--warmup <count>", "frames before the measured ones", parseCount, runDefaults.warmup)
    .option("--slow-down <factor>", "throttle the page to one nth of its speed", parsePositive, 1)
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
  const {
    tape = null,
    allowOrphan = false,
    root = null,
    context,
    seed,
    query,
    warmup,
    slowDown,
    frames: range,
  } = flags;
  await checkWritable(resolve(io.cwd, flags.out));
  const project = await loadProject(game, { cwd: io.cwd, tape, allowOrphan, root, context, signal: io.signal });
  for (const message of project.warnings) io.stderr.write(`${message}\n`);
  const plan = planRuns(project, {
    ...{ seed, query, warmup, frames: range.last + 1, allowVacuous: true },
    viewport: flags.viewport,
    allowMissing: flags.allow,
    allowHosts: flags.allowHost,
    bootTimeoutMs: flags.bootTimeout,
    frameTimeoutMs: flags.frameTimeout,
  });
  const result = await runProfile(plan, {
    ...{ env: io.env, signal: io.signal, slowDown, first: range.first },
    onEvent: (event) => io.stderr.write(`${describeEvent(event)}\n`),
  });
  const name = { game: `${plan.game.name} profile`, seed: plan.seed.value, startedAtMs };
  const folder = await createRunFolder(resolve(io.cwd, flags.out), name);
  await writeProfile(folder, {
    [cpuProfileFile]: renderCpuProfile(result.run, range),
    [traceFile]: renderChromeTrace(result.run, range),
  });
  tell(result, { range, folder }, flags, io);
}

interface Told {
  readonly range: FrameRange;
  readonly folder: string;
}

function tell({ profile: found }: ProfileResult, { range, folder }: Told, flags: ProfileFlags, io: CommandIo): void {
  const path = (file: string): string => onOneLine(relative(io.cwd, join(folder, file)));
  const files = { cpuProfile: path(cpuProfileFile), trace: path(traceFile) };
  if (flags.json === true) io.stdout.write(stringifyJson({ frames: range, profile: found, files }));
  io.stderr.write(renderProfiled(found, listOptions(io)));
  io.stderr.write(`CPU profile: ${files.cpuProfile}\nTrace: ${files.trace}\n`);
}

function describeEvent(event: ProfileEvent): string {
  if (event.kind === "building") return "building the game";
  return `sampling the stacks, run ${String(event.run)} of ${String(event.of)}`;
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
