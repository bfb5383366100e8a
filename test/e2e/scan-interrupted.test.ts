import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { runCommand, type RunningCommand } from "./run-command.ts";

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends a scan whose report nobody reads", async (name, exitCode) => {
  await using folder = await createGameFolder({ "a.ts": "Math.random();" });
  execFileSync("mkfifo", [join(folder.path, "pipe")]);
  const act = (command: RunningCommand): void => {
    command.signal(name);
  };
  const result = await runCommand(["scan", "--reporter", "list,json=pipe"], {
    cwd: folder.path,
    reactions: [{ text: "1 finding. 1 file scanned.", act }],
  });
  expect(result).toMatchObject({ exitCode, stdout: "" });
  expect(result.stderr).toContain("error interrupted:");
});
