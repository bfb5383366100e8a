import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { expect, it } from "vitest";
import { addPerfFlags, type PerfFlags, toBaselineOptions, toRunOptions } from "../../harness/cli/perf-flags.ts";
import { planPerfReporters } from "../../harness/cli/perf-reporters.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { completeOptions } from "../../harness/plan/run-options.ts";

const text = readFileSync(join(packageRoot, "docs/ci.md"), "utf8");

/** The words of each command of `perf`, as a shell splits them. */
const commands = text
  .split("\n")
  .flatMap((line) => /^[ \-run:]*npx framegate perf(.*)$/u.exec(line)?.[1] ?? [])
  .map((rest) =>
    [...rest.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu)].map(([, one, two, three]) => one ?? two ?? three ?? ""),
  );

it("the guide has commands for several build servers", () => {
  expect(commands.length).toBeGreaterThanOrEqual(6);
});

it.each(commands.map((words) => [words.join(" "), words] as const))("perf takes: %s", async (_name, words) => {
  const command = addPerfFlags(new Command("perf").argument("[games...]")).exitOverride();
  command.parse([...words], { from: "user" });
  const flags = command.opts<PerfFlags>();
  expect(() => completeOptions(toRunOptions(flags))).not.toThrow();
  expect(() => toBaselineOptions(flags)).not.toThrow();
  const sink = { write: () => true };
  const io = { stdout: sink, stderr: sink, env: {}, cwd: packageRoot, signal: new AbortController().signal };
  const stdin = (async function* () {
    // Nothing is typed.
  })();
  await expect(planPerfReporters(flags, { ...io, stdin })).resolves.not.toHaveLength(0);
});
