import type { CompletedCommand, CompletedOption, CompletedWord } from "./completion-model.ts";

/** The shells that have a script. */
export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

/** A script that teaches a shell the commands. It runs nothing when a user presses Tab. */
export function renderCompletion(shell: Shell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case "bash":
      return renderBash(commands);
    case "zsh":
      return renderZsh(commands);
    case "fish":
      return renderFish(commands);
  }
}

/** The splitting of `--raster=real` into three words is bash's own. */
function renderBash(commands: readonly CompletedCommand[]): string {
  return `_framegate() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=framegate words= index
  if [[ $word == = ]]; then word=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$command \${COMP_WORDS[index]}" in
      ${pathsBelow(commands)}) command+=" \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$command $previous" in
${valueCases(commands, (values) => `words=${quote(values.join(" "))}`, "return")}
    *)
      case "$command" in
${caseLines(commands, (each) => (each.options.length === 0 ? "words=" : `if [[ $word == -* ]]; then words=${quote(flagsOf(each).join(" "))}; else words=${quote(namesOf(each).join(" "))}; fi`))}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [[ \${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  return 0
}
complete -o bashdefault -o default -F _framegate framegate
`;
}

function renderZsh(commands: readonly CompletedCommand[]): string {
  return `#compdef framegate
_framegate() {
  local command=framegate previous=\${words[CURRENT-1]} index
  local -a names options
  for ((index = 2; index < CURRENT; index++)); do
    case "$command \${words[index]}" in
      (${pathsBelow(commands)}) command+=" \${words[index]}" ;;
    esac
  done
  case "$command $previous" in
${valueCases(commands, (values) => `compadd ${values.every((value) => value.endsWith("=")) ? "-S '' " : ""}-- ${values.map(quote).join(" ")}; return`, "_files; return", "(")}
  esac
  case "$command" in
${caseLines(
  commands,
  (each) =>
    `options=(${optionWords(each).map(describeForZsh).join(" ")}); names=(${wordsOf(each).map(describeForZsh).join(" ")})`,
  "(",
)}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif ((\${#names})); then _describe word names
  else _files
  fi
}
if [[ \${funcstack[1]} == _framegate ]]; then _framegate "$@"; else compdef _framegate framegate; fi
`;
}

function renderFish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((each) => {
    const words = each.path.split(" ").slice(1);
    const below = each.subcommands.map(({ name }) => name).join(" ");
    const isHere = [
      ...words.map((word) => `__fish_seen_subcommand_from ${word}`),
      ...(below === "" ? [] : [`not __fish_seen_subcommand_from ${below}`]),
    ].join("; and ");
    const start = `complete -c framegate -n ${quoteForFish(isHere)}`;
    return [
      ...wordsOf(each).map(
        ({ name, description }) =>
          `${start} -f -a ${name}${description === "" ? "" : ` -d ${quoteForFish(description)}`}`,
      ),
      ...each.options.map((option) => `${start} ${optionForFish(option)}`),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function optionForFish({ flags, description, takesValue, values }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = values.length > 0 ? [`-x -a ${quoteForFish(values.join(" "))}`] : takesValue ? ["-r"] : [];
  return [...names, ...value, `-d ${quoteForFish(description)}`].join(" ");
}

/** Patterns of a case for all commands but the first. */
function pathsBelow(commands: readonly CompletedCommand[]): string {
  return commands
    .slice(1)
    .map(({ path }) => quote(path))
    .join("|");
}

function caseLines(
  commands: readonly CompletedCommand[],
  act: (command: CompletedCommand) => string,
  opening = "",
): string {
  return commands.map((each) => `    ${opening}${quote(each.path)}) ${act(each)} ;;`).join("\n");
}

/** Cases for the word before the cursor: an option that takes a value. */
function valueCases(
  commands: readonly CompletedCommand[],
  act: (values: readonly string[]) => string,
  otherwise: string,
  opening = "",
): string {
  const lines = commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, values }) => {
        const patterns = flags.map((flag) => quote(`${path} ${flag}`)).join("|");
        return `    ${opening}${patterns}) ${values.length > 0 ? act(values) : otherwise} ;;`;
      }),
  );
  return lines.join("\n");
}

function flagsOf({ options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ flags }) => flags);
}

function optionWords({ options }: CompletedCommand): readonly CompletedWord[] {
  return options.flatMap(({ flags, description }) => flags.map((name) => ({ name, description })));
}

/** Subcommands and argument values; empty if the arguments are files. */
function wordsOf({ subcommands, values }: CompletedCommand): readonly CompletedWord[] {
  return [...subcommands, ...values.map((name) => ({ name, description: "" }))];
}

function namesOf(command: CompletedCommand): readonly string[] {
  return wordsOf(command).map(({ name }) => name);
}

function describeForZsh({ name, description }: CompletedWord): string {
  return quote(description === "" ? name : `${name}:${description}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function quoteForFish(text: string): string {
  return `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;
}
