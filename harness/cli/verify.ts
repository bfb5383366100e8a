import type { Command } from "commander";
import { FramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { loadProject } from "../load/load-project.ts";
import { planRuns } from "../plan/plan-runs.ts";
import { runDefaults } from "../plan/run-options.ts";
import { stringifyJson } from "../report/json.ts";
import { runVerify, type VerifyEvent, type VerifyResult } from "../run-verify.ts";
import type { CommandIo } from "./io.ts";
import { startingOver } from "./run-display.ts";
import { addRunFlags, parsePositive, type RunFlags } from "./run-flags.ts";
import { renderVerify } from "./verify-text.ts";

interface VerifyFlags extends RunFlags {
  readonly launches: number;
  readonly frames: number;
}

const examples = `
Launch 1 is plain. In launch 2 the other cores are busy and the page is throttled. In launch 3 responses are
delayed, garbage is collected and hashes are stirred. Further launches do the same again with other seeds.
Exits with 0 if all frames are equal, with 4 if not, and with 5 if the game fails or nothing ever changes.

Examples:
  framegate verify                                  the game in this folder
  framegate verify examples/arena --seed 7 --frames 5000
  framegate verify dist/index.html --launches 6 --json`;

// One plain launch, one under load, one perturbed.
const defaultLaunches = 3;

/** Adds `verify` to the program. */
export function defineVerify(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  const command = program
    .command("verify")
    .description("run a game in fresh browsers under different conditions, and compare every frame")
    .argument("[game]", "folder, manifest or HTML file, or the address of a running server", ".")
    .option("--launches <count>", "fresh browsers to run it in, at least 2", parsePositive, defaultLaunches)
    .option("--frames <count>", "frames to compare", parsePositive, runDefaults.frames);
  addRunFlags(command)
    .option("--json", "print the result as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (game: string, flags: VerifyFlags) => {
      setExitCode(await verify(game, flags, io));
    });
}

async function verify(game: string, flags: VerifyFlags, io: CommandIo): Promise<number> {
  const { tape = null, allowOrphan = false, root = null, context, seed, frames, query, launches } = flags;
  if (launches < 2) throw new FramegateError("usage", { problem: oneLaunch, command: "framegate verify" });
  const project = await loadProject(game, { cwd: io.cwd, tape, allowOrphan, root, context, signal: io.signal });
  for (const message of project.warnings) io.stderr.write(`${message}\n`);
  const plan = planRuns(project, {
    ...{ seed, frames, query, warmup: 0 },
    allowVacuous: flags.allowVacuous,
    allowErrors: flags.allowErrors,
    allowMissing: flags.allow,
    allowHosts: flags.allowHost,
    bootTimeoutMs: flags.bootTimeout,
    frameTimeoutMs: flags.frameTimeout,
  });
  const result = await runVerify(plan, launches, {
    env: io.env,
    signal: io.signal,
    onEvent: (event) => io.stderr.write(`${describeEvent(event, launches)}\n`),
  });
  if (flags.json === true) io.stdout.write(stringifyJson(result.report));
  io.stderr.write(renderVerify(result, flags.allowVacuous === true));
  return exitCodeOf(result, flags);
}

const oneLaunch = "--launches 1: there is nothing to compare with. It must be at least 2.";

function describeEvent(event: VerifyEvent, launches: number): string {
  if (event.kind === "building") return "building the game";
  if (event.kind === "needs-raster") return startingOver(event.api);
  if (event.kind === "looking-again")
    return `launch ${String(event.index + 1)} differs from launch 1: running both again for the reason`;
  if (event.kind === "more-time-given")
    return `launch ${String(event.index + 1)} took too long, others did not: running it again with more time`;
  const { index, conditions } = event;
  return `launch ${String(index + 1)} of ${String(launches)}: ${conditions.description}`;
}

/** A failure that every launch shows is the game's own, whatever else differs. */
function exitCodeOf({ report, failures }: VerifyResult, { allowVacuous, strict }: VerifyFlags): number {
  if (failures.length > 0) return exitCodes.game;
  if (!report.identical || (strict === true && report.named.length > 0)) return exitCodes.nondeterminism;
  return report.vacuous && allowVacuous !== true ? exitCodes.game : exitCodes.pass;
}
