import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { runCommand, type RunningCommand } from "./run-command.ts";

it.each(["SIGINT", "SIGTERM"] as const)("%s ends a scan whose report nobody reads", async (name) => {
  await using folder = await createGameFolder({ "a.ts": "Math.random();" });
  execFileSync("mkfifo", [join(folder.path, "pipe")]);
  const act = (command: RunningCommand): void => {
    command.signal(name);
  };
  const result = await runCommand(["scan", "--reporter", "list,json=pipe"], {
    cwd: folder.path,
    reactions: [{ text: "1 finding. 1 file scanned.", act }],
  });
  expect(result).toMatchObject({ exitCode: 130, stdout: "" });
  expect(result.stderr).toContain("error interrupted:");
});
