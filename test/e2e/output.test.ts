import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const short = ["--frames", "30", "--warmup", "0", "--repeat", "0"];
const game = "test/games/tumbling-boxes";
const escape = "\u001B";

// `script` of util-linux gives the command a terminal.
const canHaveTerminal = spawnSync("script", ["--version"]).status === 0 && process.platform === "linux";
const onTerminal = ["sh", "-c", 'script --quiet --return --command "$*" /dev/null', "sh"];

describe("the output of a run", () => {
  it("is one JSON object on stdout, the same that it writes, and everything else on stderr", async () => {
    const result = await runJson(["perf", game, ...short]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(result.reports).toEqual([reportOf(result)]);
    expect(result.stderr).toContain("Tumbling boxes 1.0.0");
    expect(result.stderr).toMatch(/^Report: .*report\.json$/m);
  });

  it.skipIf(process.platform !== "linux")(
    "fails the command if there is no room for it, and the error says why",
    async () => {
      const { exitCode, stderr } = await runCommand(["schema", "manifest"], {
        through: ["sh", "-c", 'exec "$@" > /dev/full', "sh"],
      });
      expect(exitCode).toBe(6);
      expect(stderr).toMatch(/^error write-failed: Cannot write the output: ENOSPC.*\n {2}\S.*\n$/);
    },
  );

  it.skipIf(process.platform === "win32")("fails the command if there was room for only a part of it", async () => {
    // A limit of one block per file acts like a full disk.
    const through = [
      "sh",
      "-c",
      'ulimit -f 1; folder=$(mktemp -d); "$@" > "$folder/schema.json"; code=$?; rm -r "$folder"; exit $code',
      "sh",
    ];
    const { exitCode, stderr } = await runCommand(["schema", "manifest"], { through });
    expect(exitCode).toBe(6);
    expect(stderr).toMatch(/^error write-failed: Cannot write the output: EFBIG.*\n {2}\S.*\n$/);
  });

  it("is nothing on stdout without --json, and each stage once in a plain line where nobody watches", async () => {
    const { exitCode, stdout, stderr } = await runCommand(["perf", game, ...short, "--repeat", "2"], {
      env: { CI: "true" },
    });
    expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: "" });
    const stages = stderr.split("\n").filter((line) => /^(building|starting|count pass|timed pass)/.test(line));
    expect(stages).toEqual([
      "building the game",
      "starting the browser",
      "count pass 1 of 2",
      "count pass 2 of 2",
      "timed pass 1 of 2",
      "timed pass 2 of 2",
    ]);
    expect(stderr).not.toContain(escape);
  });

  it("has colours where they are asked for, and none where they are refused", async () => {
    const coloured = await runCommand(["perf", "nowhere"], { env: { FORCE_COLOR: "1" } });
    expect(coloured.stderr).toContain(escape);
    const plain = await runCommand(["perf", "nowhere"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } });
    expect(plain.stderr).toContain("game-not-found");
    expect(plain.stderr).not.toContain(escape);
  });

  it.skipIf(!canHaveTerminal)(
    "writes over its progress on a terminal, and not on one of a build server's",
    async () => {
      // A terminal has one stream, which `script` passes on as its standard output.
      const onScreen = await runCommand(["perf", game, ...short], { through: onTerminal });
      expect(onScreen.exitCode, onScreen.stdout).toBe(0);
      expect(onScreen.stdout).toContain(`${escape}[1G${escape}[K`);
      const onServer = await runCommand(["perf", game, ...short], { through: onTerminal, env: { CI: "true" } });
      expect(onServer.stdout).not.toContain(`${escape}[1G${escape}[K`);
      expect(onServer.stdout).toContain("count pass 1 of 2\r\n");
    },
  );
});
