import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { addPerfFlags, type PerfFlags, toBaselineOptions, toRunOptions } from "../../harness/cli/perf-flags.ts";
import { planPerfReporters } from "../../harness/cli/perf-reporters.ts";
import { packageRoot } from "../../harness/package-root.ts";
import { action } from "../action/read-action.ts";
import { completeOptions } from "../../harness/plan/run-options.ts";

const text = readFileSync(join(packageRoot, "docs/ci.md"), "utf8");

/** Words of each `perf` command, split like a shell does. */
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
    // No stdin.
  })();
  await expect(planPerfReporters(flags, { ...io, stdin })).resolves.not.toHaveLength(0);
});

it("the guide names the inputs of the action, with their defaults", () => {
  const rows = Array.from(
    text.matchAll(/^\| `([a-z-]+)` \| .* \| (?:`([^`]*)`|[^|`]+) \|$/gmu),
    ([, name, initial]) => [name, initial],
  );
  const inputs = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const written = rows.filter(([name]) => inputs.some(([known]) => known === name));
  expect(written.map(([name, initial]) => [name, name === "version" || name === "arguments" ? "" : initial])).toEqual(
    inputs,
  );
});

it("the guide's workflow is valid YAML, and uses only inputs that the action has", () => {
  const workflows = Array.from(text.matchAll(/^```yaml\n([\s\S]*?)^```/gmu), ([, code = ""]) => parse(code) as unknown);
  expect(workflows.length).toBeGreaterThanOrEqual(3);
  const used = workflows.flatMap((workflow) => findSteps(workflow)).filter(({ uses }) => uses.startsWith("OWNER/"));
  expect(used).toHaveLength(1);
  for (const { given } of used) expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  for (const { given } of used) {
    const command = addPerfFlags(new Command("perf").argument("[games...]")).exitOverride();
    command.parse([String(given["games"]), ...String(given["arguments"]).split(" ")], { from: "user" });
    expect(command.opts<PerfFlags>()).toMatchObject({ repeat: 0, budget: { maxDrawCalls: 200 } });
  }
});

interface UsedAction {
  readonly uses: string;
  readonly given: Readonly<Record<string, unknown>>;
}

function findSteps(part: unknown): readonly UsedAction[] {
  if (typeof part !== "object" || part === null) return [];
  const { uses, with: given = {} } = part as { readonly uses?: unknown; readonly with?: UsedAction["given"] };
  return [...(typeof uses === "string" ? [{ uses, given }] : []), ...Object.values(part).flatMap(findSteps)];
}
