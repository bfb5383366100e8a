import { type Command, Option } from "commander";
import { deliveryContexts, type DeliveryContext } from "../../src/formats/capability-tiers.ts";
import { exitCodes } from "../exit-codes.ts";
import { type FileKind, fileKinds } from "../load/file-kind.ts";
import { stringifyJson } from "../report/json.ts";
import { createPaint } from "../report/terminal-text.ts";
import { runCheck } from "../run-check.ts";
import { countErrors, renderCheckText, toCheckJson } from "./check-text.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";

interface CheckFlags {
  readonly kind?: FileKind;
  readonly context?: DeliveryContext;
  readonly resolve?: true;
  readonly strict?: true;
  readonly json?: true;
}

/** Adds `check` to the program. */
export function defineCheck(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("check")
    .description("check manifests, input maps, tapes and scenes, and the files they refer to")
    .argument("[paths...]", "files, folders, or - for the standard input (default: this folder)")
    .addOption(new Option("--kind <kind>", "kind of the files, regardless of their names").choices(fileKinds))
    .addOption(
      new Option("--context <context>", "resolve manifests for this delivery context").choices(deliveryContexts),
    )
    .option("--resolve", "also resolve manifests, like a run (default context: local)")
    .option("--strict", 'an input action without "valueType" is an error')
    .option("--json", "print the diagnostics as JSON on stdout, and nothing else there")
    .addHelpText("after", notes)
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      setExitCode(await check(paths, flags, io));
    });
}

const notes = `
File names decide the kind: *.game.json, *.input.json, *.tape.json, *.scn2d.json. A folder means all
files below it, except in node_modules, dist, .git and reports. Lines and columns count from 1, columns
in UTF-16 code units as in editors. The exit code is 2 if there is an error, and 0 for warnings.

Examples:
  framegate check                                    all files in this folder
  framegate check game --context hosted --strict     as a gate, for the web
  framegate check - --kind tape --json < take.json   for another tool`;

async function check(paths: readonly string[], flags: CheckFlags, io: CommandIo): Promise<number> {
  const options = {
    paths: paths.length === 0 ? ["."] : paths,
    kind: flags.kind ?? null,
    context: flags.context ?? (flags.resolve === true ? ("local" as const) : null),
    strict: flags.strict ?? false,
  };
  const files = await runCheck(options, { cwd: io.cwd, stdin: io.stdin });
  if (flags.json === true) io.stdout.write(stringifyJson(toCheckJson(files)));
  const paint = createPaint(wantsColour(io.stderr, io.env));
  const style = {
    place: paint.cyan,
    error: (text: string) => paint.red(paint.bold(text)),
    warning: (text: string) => paint.yellow(paint.bold(text)),
    aside: paint.dim,
  };
  io.stderr.write(renderCheckText(files, style));
  return countErrors(files) === 0 ? exitCodes.pass : exitCodes.usage;
}
