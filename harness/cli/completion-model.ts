import type { Command, Option } from "commander";
import { metricIds } from "../../src/formats/metrics.ts";

/** A command as shells complete it. */
export interface CompletedCommand {
  /** As it is typed, such as `framegate tape print`. */
  readonly path: string;
  readonly options: readonly CompletedOption[];
  /** The commands below it. */
  readonly subcommands: readonly CompletedWord[];
  /** Values of its arguments. Empty if they are files. */
  readonly values: readonly string[];
}

/** A word with its description. */
export interface CompletedWord {
  readonly name: string;
  readonly description: string;
}

/** An option as shells complete it. */
export interface CompletedOption {
  /** All of its spellings, such as `-h` and `--help`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** Empty if a value may be anything, such as a file. One that ends with `=` continues. */
  readonly values: readonly string[];
}

/** Every command of a program, and what may follow it. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return completeBelow(program, program.name());
}

function completeBelow(command: Command, path: string): readonly CompletedCommand[] {
  const help = command.createHelp();
  const names = command.commands.map((one) => ({ name: one.name(), description: one.description() }));
  const ofArguments = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own = {
    path,
    options: help.visibleOptions(command).map(completeOption),
    subcommands: names,
    values: command.name() === "help" ? (command.parent?.commands.map((one) => one.name()) ?? []) : ofArguments,
  };
  return [own, ...command.commands.flatMap((one) => completeBelow(one, `${path} ${one.name()}`))];
}

function completeOption({ short, long, description, required, optional, argChoices }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description: description.replaceAll(/\s+/gu, " "),
    takesValue: required || optional,
    values: argChoices ?? valuesOf(long ?? ""),
  };
}

/** Options whose parsers know their values better than commander does. */
function valuesOf(long: string): readonly string[] {
  if (long === "--metric") return metricIds;
  return long === "--budget" ? metricIds.map((id) => `${id}=`) : [];
}
