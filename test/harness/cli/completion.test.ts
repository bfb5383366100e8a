import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { completedCommands } from "../../../harness/cli/completion-model.ts";
import { renderCompletion, type Shell, shells } from "../../../harness/cli/completion-scripts.ts";
import { main } from "../../../harness/cli/main.ts";
import { createProgram } from "../../../harness/cli/program.ts";
import { metricIds } from "../../../src/formats/metrics.ts";
import { createFakeProcess } from "./fake-process.ts";

const { stdout, stderr, stdin, env, cwd } = createFakeProcess([]);
const io = { stdout, stderr, stdin, env, cwd: cwd(), signal: new AbortController().signal };
const commands = completedCommands(createProgram(io, () => undefined));

function hasShell(shell: Shell): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

/** Runs a script of a shell, without the user's own settings. */
function run(shell: Shell, args: readonly string[], script: string): string {
  const { status, stdout: said, stderr: problem } = spawnSync(shell, [...args, "-c", script], { encoding: "utf8" });
  expect({ status, problem }).toEqual({ status: 0, problem: "" });
  return said;
}

/** The offers of each shell for the last word of each line, of which the others are complete. */
const ask: Readonly<Record<"bash" | "fish", (lines: readonly (readonly string[])[]) => readonly string[][]>> = {
  bash(lines) {
    const questions = lines.map((words) => {
      const quoted = words.map((word) => `'${word}'`).join(" ");
      return `COMP_WORDS=(${quoted}); COMP_CWORD=${String(words.length - 1)}; _framegate; echo "\${COMPREPLY[*]}"`;
    });
    const said = run("bash", ["--norc"], [renderCompletion("bash", commands), ...questions, ""].join("\n"));
    return said.trimEnd().split("\n").map(sortedWords);
  },
  fish(lines) {
    const questions = lines.map((words) => `echo (complete -C '${words.join(" ")}' | string split -f1 \\t)`);
    const said = run("fish", ["--no-config"], [renderCompletion("fish", commands), ...questions, ""].join("\n"));
    return said.trimEnd().split("\n").map(sortedWords);
  },
};

function sortedWords(text: string): string[] {
  return text
    .split(" ")
    .filter((word) => word !== "")
    .sort();
}

const lines: readonly { readonly typed: readonly string[]; readonly offered: readonly string[] }[] = [
  { typed: ["pe"], offered: ["perf"] },
  { typed: ["--verb"], offered: ["--verbose"] },
  { typed: ["perf", "--assert-budget", "--raster", ""], offered: ["real", "skip"] },
  { typed: ["perf", "--budget", "maxDrawC"], offered: ["maxDrawCalls="] },
  { typed: ["history", "--metric", "maxTriang"], offered: ["maxTriangles"] },
  { typed: ["sweep", "--metric", "maxTriang"], offered: ["maxTriangles"] },
  { typed: ["tape", ""], offered: ["merge", "print", "trim"] },
  { typed: ["tape", "trim", "--fr"], offered: ["--from"] },
  { typed: ["help", "pr"], offered: ["profile"] },
  { typed: ["completion", ""], offered: ["bash", "fish", "zsh"] },
];

describe.each(["bash", "fish"] as const)("the script for %s", (shell) => {
  it.skipIf(!hasShell(shell))("offers commands, options, choices and metrics", () => {
    expect(ask[shell](lines.map(({ typed }) => ["framegate", ...typed]))).toEqual(lines.map(({ offered }) => offered));
  });
});

describe.skipIf(!hasShell("bash"))("the script for bash", () => {
  it("offers every option of every command", () => {
    const offered = ask.bash(commands.map(({ path }) => [...path.split(" "), "-"]));
    expect(offered).toEqual(commands.map(({ options }) => options.flatMap(({ flags }) => flags).sort()));
  });

  it("offers a value behind an equals sign, and every metric", () => {
    const [choices, all] = ask.bash([
      ["framegate", "perf", "--raster", "=", "re"],
      ["framegate", "perf", "--budget", ""],
    ]);
    expect(choices).toEqual(["real"]);
    expect(all).toEqual(metricIds.map((id) => `${id}=`).sort());
  });

  it("leaves files to the shell", () => {
    expect(
      ask.bash([
        ["framegate", "perf", "--out", "re"],
        ["framegate", "perf", "ga"],
        ["end", "pe"],
      ]),
    ).toEqual([[], [], ["perf"]]);
  });
});

it.skipIf(!hasShell("zsh"))("the script for zsh has no syntax error", () => {
  run("zsh", ["-f", "-n"], renderCompletion("zsh", commands));
});

it("every script describes every command and option", () => {
  const names = commands.flatMap(({ subcommands, options }) => [
    ...subcommands.map(({ name }) => name),
    ...options.flatMap(({ flags }) => flags.map((flag) => flag.replace(/^-+/u, ""))),
  ]);
  for (const shell of shells) {
    const script = renderCompletion(shell, commands);
    expect(names.filter((name) => !script.includes(name))).toEqual([]);
  }
});

it.each(shells)("framegate completion %s prints it, and nothing else", async (shell) => {
  const fake = createFakeProcess(["completion", shell]);
  expect(await main(fake)).toBe(0);
  expect(fake).toMatchObject({ stdoutText: renderCompletion(shell, commands), stderrText: "" });
});

it("another shell is refused", async () => {
  const fake = createFakeProcess(["completion", "tcsh"]);
  expect(await main(fake)).toBe(2);
  expect(fake.stderrText).toContain("Allowed choices are bash, zsh, fish.");
});
