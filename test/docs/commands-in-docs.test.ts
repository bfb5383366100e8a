import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../harness/cli/program.ts";
import { packageRoot } from "../../harness/package-root.ts";

const guides = [
  ...["README.md", "CONTRIBUTING.md"],
  ...readdirSync(join(packageRoot, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Words after `framegate` of each command in a shell block, without its comment. */
function commandsIn(file: string): readonly (readonly string[])[] {
  const text = readFileSync(join(packageRoot, file), "utf8");
  const blocks = Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```/gmu), ([, code = ""]) =>
    code.replaceAll("\\\n", " "),
  );
  return blocks
    .flatMap((code) => code.split("\n"))
    .flatMap((line) => /^(?:npx )?framegate (.*)$/u.exec(line.replace(/\s# .*$/u, ""))?.[1] ?? [])
    .map((rest) =>
      Array.from(rest.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu), ([, one, two, three]) => one ?? two ?? three ?? ""),
    );
}

const sink = { write: () => true };
const stdin = (async function* () {
  // No stdin.
})();
const io = { stdout: sink, stderr: sink, env: {}, cwd: packageRoot, signal: new AbortController().signal, stdin };

describe.each(guides.filter((file) => commandsIn(file).length > 0))("%s", (file) => {
  it.each(commandsIn(file).map((words) => [words.join(" "), words] as const))("framegate %s", (_name, words) => {
    let command = createProgram(io, () => undefined);
    let rest = [...words];
    for (let next = rest[0]; next !== undefined; next = rest[0]) {
      const found = command.commands.find((one) => one.name() === next);
      if (found === undefined) break;
      command = found;
      rest = rest.slice(1);
    }
    expect(command.name()).not.toBe("framegate");
    // Values are parsed as well, and throw.
    expect(command.parseOptions(rest).unknown).toEqual([]);
  });
});
