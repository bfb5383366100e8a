import { tmpdir } from "node:os";
import { dirname, join, parse, relative, resolve } from "node:path";
import type { Command } from "commander";
import { mainFileOf, manifestPathOf } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { loadProject, type Project } from "../load/load-project.ts";
import type { RunOptions } from "../plan/run-options.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { stringifyJson } from "../report/json.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { quoteForShell } from "../report/reproduce-command.ts";
import { checkWritableFile } from "../report/write-report.ts";
import type { Recording } from "../recording.ts";
import { runRecord } from "../run-record.ts";
import { keepTape, refuseToReplace } from "../tape/write-tape.ts";
import type { CommandIo } from "./io.ts";
import { addLimits, addRoot, addSeedAndQuery, parsePositive } from "./run-flags.ts";

interface RecordFlags {
  readonly out?: string;
  readonly force?: true;
  readonly seed?: number;
  readonly frames?: number;
  readonly query?: string;
  readonly root?: string;
  readonly headless?: true;
  readonly script?: string;
  readonly bootTimeout: number;
  readonly frameTimeout: number;
  readonly json?: true;
}

const examples = `
Examples:
  framegate record                                  play the game in this folder, as its own tape
  framegate record examples/arena --out boss.tape.json --seed 7
  framegate record dist/index.html --out boss.tape.json
  framegate record dist/index.html --headless --script play.mjs
  framegate perf examples/arena --tape boss.tape.json --seed 7`;

/** Adds `record` to the program. */
export function defineRecord(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("record")
    .description("play a game in a window and record the input as a tape; closing the window or Ctrl-C ends it")
    .argument("[game]", "folder, manifest or HTML file, or the address of a running server", ".")
    .option(
      "--out <file>",
      "tape to write (default: framegate.tape.json beside the manifest;\nof an HTML file NAME.tape.json in this folder)",
    )
    .option("--force", "replace an existing tape")
    .option("--frames <count>", "end after this many frames", parsePositive)
    .option("--headless", "open no window, for scripts that play through runRecord()\nof framegate/harness")
    .option("--script <file>", "with --headless: a module that plays the game; its default export gets it");
  addLimits(addRoot(addSeedAndQuery(command)))
    .option("--json", "print a summary as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (game: string, flags: RecordFlags) => {
      setExitCode(await record(game, flags, io));
    });
}

async function record(game: string, flags: RecordFlags, io: CommandIo): Promise<number> {
  if (flags.script !== undefined && flags.headless === undefined) {
    const problem = "--script plays without a window: pass --headless too.";
    throw new FramegateError("usage", { problem, command: "framegate record" });
  }
  const project = await loadProject(game, {
    cwd: io.cwd,
    tape: null,
    allowOrphan: true,
    root: flags.root ?? null,
    signal: io.signal,
  });
  const path = tapePath(project, flags, io.cwd);
  refuseToReplace({ path, force: flags.force ?? false, command: "framegate record" });
  await checkWritableFile(path);
  const say = (text: string): void => {
    io.stderr.write(`${text}\n`);
  };
  project.warnings.forEach(say);
  const script = flags.script === undefined ? null : { name: flags.script, path: resolve(io.cwd, flags.script) };
  const options = { stepsMax: flags.frames ?? null, headless: flags.headless ?? false, script };
  const recording = await runRecord(planRuns(project, planOptions(flags)), options, {
    env: io.env,
    signal: io.signal,
    onPrint: (text) => {
      io.stderr.write(text);
    },
    onStage: (stage) => {
      say(
        stage === "playing"
          ? `playing: ${options.headless ? "" : "close the window or "}press Ctrl-C to end the recording`
          : stage,
      );
    },
  });
  refuseNothing(recording);
  keepTape(path, recording.tape, tmpdir());
  const file = relative(io.cwd, path);
  throwFailure(recording, file);
  if (flags.json === true) io.stdout.write(stringifyJson(summaryOf(recording, file)));
  for (const line of describeRecording(game, flags, recording, file)) say(onOneLine(line));
  return 0;
}

function planOptions({ seed, query, bootTimeout, frameTimeout }: RecordFlags): RunOptions {
  return { seed, query, bootTimeoutMs: bootTimeout, frameTimeoutMs: frameTimeout };
}

/** Throws if no frame was played. No tape is written then, and an existing one stays. */
function refuseNothing({ failure, steps }: Recording): void {
  if (steps === 0) throw failure ?? new FramegateError("interrupted", {});
}

/** Throws the game's failure, once the tape is safe. */
function throwFailure({ failure, steps }: Recording, path: string): void {
  if (failure === null) return;
  const facts = { steps, path, reason: failure.message, where: failure.where ?? path };
  throw new FramegateError("recording-cut-short", facts, { cause: failure });
}

function tapePath({ target }: Project, flags: RecordFlags, cwd: string): string {
  if (flags.out !== undefined) return resolve(cwd, flags.out);
  const manifestPath = manifestPathOf(target);
  if (manifestPath !== null) return join(dirname(manifestPath), "framegate.tape.json");
  // framegate.tape.json would be taken for the tape of a game in this folder, and a page may lie in somebody's package.
  const name =
    target.kind === "server" ? new URL(target.url).host.replaceAll(/\W+/gu, "-") : parse(mainFileOf(target)).name;
  return join(cwd, `${name}.tape.json`);
}

function summaryOf({ tape, steps, finalStateHash, notices }: Recording, file: string): object {
  return { tape: file, frames: steps, events: tape.events.length, seed: tape.seed, finalStateHash, notices };
}

function describeRecording(
  game: string,
  flags: RecordFlags,
  { tape, steps, notices }: Recording,
  file: string,
): readonly string[] {
  const { seed, stepHz, events } = tape;
  const query = flags.query === undefined || flags.query === "" ? "" : ` --query ${quoteForShell(flags.query)}`;
  return [
    ...notices.map(({ severity, message }) => `${severity}: ${message}`),
    `Recorded ${countOf(steps, "frame")} (${(steps / stepHz).toFixed(1)} s) with ${countOf(events.length, "event")}: ${file}`,
    // A tape has no run seed and no length, so the command names them.
    `Replay: framegate perf ${quoteForShell(game)} --seed ${String(seed)} --frames ${String(steps)} --warmup 0${query} --tape ${quoteForShell(file)}`,
  ];
}

function countOf(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}
