import { basename, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { stringifyJson } from "../report/json.ts";
import { readTemplate, type Template, templates } from "../scaffold/read-template.ts";
import { writeScaffold } from "../scaffold/write-scaffold.ts";
import type { CommandIo } from "./io.ts";

interface InitFlags {
  readonly template: Template;
  readonly name?: string;
  readonly json?: true;
}

/** Adds `init` to the program. */
export function defineInit(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("init")
    .description("make a small game that runs, with its budget, input map and tape")
    .argument("[folder]", "where to; it need not exist, and nothing in it is overwritten", ".")
    .addOption(new Option("--template <template>", "runtime of the game").choices(templates).default("three"))
    .option("--name <name>", "title of the game (default: the folder's name)")
    .option("--json", "print what was written as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (folder: string, flags: InitFlags) => {
      setExitCode(await init(folder, flags, io));
    });
}

const examples = `
Examples:
  framegate init                                        a three.js game in this folder
  framegate init fireflies --template pixi              a PixiJS game in a new folder
  framegate init lamps --template react --name "Lamps"`;

async function init(folder: string, flags: InitFlags, io: CommandIo): Promise<number> {
  const path = resolve(io.cwd, folder);
  // The root of a disk has no name.
  const name = flags.name ?? (basename(path) || "Game");
  const files = await readTemplate(flags.template, name);
  await writeScaffold(path, files, io.signal);
  const written = files.map((file) => file.path);
  if (flags.json === true) {
    io.stdout.write(stringifyJson({ folder: path, name, template: flags.template, files: written }));
  } else {
    io.stderr.write(nextSteps(relative(io.cwd, path), written));
  }
  return 0;
}

function nextSteps(folder: string, written: readonly string[]): string {
  const steps = [...(folder === "" ? [] : [`cd ${folder}`]), "npm install", "npx framegate perf --assert-budget"];
  return `${[
    `Wrote ${String(written.length)} files:`,
    ...written.map((path) => `  ${path}`),
    "",
    "Next:",
    ...steps.map((step) => `  ${step}`),
  ].join("\n")}\n`;
}
