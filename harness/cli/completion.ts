import { Argument, type Command } from "commander";
import { completedCommands } from "./completion-model.ts";
import { renderCompletion, type Shell, shells } from "./completion-scripts.ts";
import type { CommandIo } from "./io.ts";

const examples = `
Completes commands, options, their values and the metrics of --budget, for a framegate in the PATH. The
script is that of this version: after an update, make it again.

Examples:
  source <(framegate completion bash)                                        in ~/.bashrc
  framegate completion zsh > "\${fpath[1]}/_framegate"
  framegate completion fish > ~/.config/fish/completions/framegate.fish`;

/** Adds `completion` to the program, for the commands that the program has when it runs. */
export function defineCompletion(program: Command, io: CommandIo): void {
  program
    .command("completion")
    .description("print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText("after", examples)
    .action((shell: Shell) => {
      io.stdout.write(renderCompletion(shell, completedCommands(program)));
    });
}
