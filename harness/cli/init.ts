import { basename, relative, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { stringifyJson } from "../report/json.ts";
import { quoteForShell } from "../report/reproduce-command.ts";
import { readTemplate, type Template, templates } from "../scaffold/read-template.ts";
import { writeScaffold } from "../scaffold/write-scaffold.ts";
import { initPage } from "./init-page.ts";
import type { CommandIo } from "./io.ts";

interface InitFlags {
  readonly template: Template;
  readonly html?: string;
  readonly measure: boolean;
  readonly name?: string;
  readonly force?: true;
  readonly json?: true;
}

/** Adds `init` to the program. */
export function defineInit(program: Command, io: CommandIo, setExitCode: (code: number) => void): void {
  program
    .command("init")
    .description("create a small game that runs, or the manifest of an HTML game with a measured budget")
    .argument("[folder]", "target folder; it need not exist", ".")
    .addOption(
      new Option("--template <template>", "runtime of the game; html is a plain page without libraries")
        .choices(templates)
        .argParser(parseTemplate)
        .default("three")
        .conflicts("html"),
    )
    .option("--html <file>", "write the manifest of this page instead; relative to the folder, such as dist/index.html")
    .option("--no-measure", "with --html: do not run the page to measure its budget")
    .option("--name <name>", "title of the game (default: the page's title, or the folder's name)")
    .option("--force", "write into a folder that is not empty, and replace files of the same names")
    .option("--json", "print a summary as JSON on stdout, and nothing else there")
    .addHelpText("after", examples)
    .action(async (folder: string, flags: InitFlags) => {
      const { html } = flags;
      setExitCode(await (html === undefined ? init(folder, flags, io) : initPage(folder, { ...flags, html }, io)));
    });
}

const examples = `
Examples:
  framegate init                                        a three.js game in this folder
  framegate init fireflies --template pixi              a PixiJS game in a new folder
  framegate init lamps --template react --name "Lamps"
  framegate init stars --template html                  a page with a 2D canvas and no library
  framegate init --html dist/index.html                 a manifest for a built page`;

/** Common short names of the templates. */
const otherNames: ReadonlyMap<string, Template> = new Map([
  ["threejs", "three"],
  ["three.js", "three"],
  ["pixijs", "pixi"],
  ["pixi.js", "pixi"],
]);

function parseTemplate(text: string): Template {
  const template = templates.find((name) => name === text) ?? otherNames.get(text);
  if (template === undefined) throw new InvalidArgumentError(`Allowed choices are ${templates.join(", ")}.`);
  return template;
}

async function init(folder: string, flags: InitFlags, io: CommandIo): Promise<number> {
  const path = resolve(io.cwd, folder);
  // The root of a disk has no name.
  const name = flags.name ?? (basename(path) || "Game");
  const files = await readTemplate(flags.template, name);
  await writeScaffold(path, files, { signal: io.signal, force: flags.force === true });
  const written = files.map((file) => file.path);
  if (flags.json === true) {
    io.stdout.write(stringifyJson({ folder: path, name, template: flags.template, files: written }));
  } else {
    io.stderr.write(nextSteps(relative(io.cwd, path), written));
  }
  return 0;
}

function nextSteps(folder: string, written: readonly string[]): string {
  const steps = [
    ...(folder === "" ? [] : [`cd ${quoteForShell(folder)}`]),
    "npm install",
    "npx framegate perf --assert-budget",
  ];
  return `${[
    `Wrote ${String(written.length)} files:`,
    ...written.map((path) => `  ${path}`),
    "",
    "Next:",
    ...steps.map((step) => `  ${step}`),
  ].join("\n")}\n`;
}
