import { describe, expect, it } from "vitest";
import { fail, short } from "./failing-run.ts";
import { startGameServer } from "./game-server.ts";
import { runJson, type RunningCommand } from "./run-command.ts";
import { strike } from "../strike.ts";

describe("a game that does not get ready", () => {
  it("names the file, line and column where its entry throws", async () => {
    expect(await fail("failing/entry-throws.game.json")).toEqual({
      exitCode: 5,
      code: "entry-threw",
      message: 'Root "main" threw while it was set up: no map for level 3',
      where: "src/entry-throws.ts:2:9",
    });
  });

  it("says that an entry exports no setup", async () => {
    const { exitCode, code, message } = await fail("failing/entry-without-setup.game.json");
    expect({ exitCode, code }).toEqual({ exitCode: 5, code: "setup-missing" });
    expect(message).toContain('"main"');
  });

  it("gives up on an entry that never resolves, after the given time", async () => {
    const { exitCode, code, message } = await fail("failing/entry-never-resolves.game.json", [
      "--boot-timeout",
      "5000",
    ]);
    expect({ exitCode, code }).toEqual({ exitCode: 5, code: "entry-never-resolved" });
    expect(message).toContain('"main"');
    expect(message).toContain("5000 ms");
  });

  it("shows what an entry is running that never ends", async () => {
    const { exitCode, code, message, where } = await fail("failing/setup-never-ends.game.json", [
      "--boot-timeout",
      "5000",
    ]);
    expect({ exitCode, code }).toEqual({ exitCode: 5, code: "frame-never-ended" });
    expect(message).toMatch(/^Set-up did not end within 5000 ms\./);
    expect(message).toContain("findExit");
    expect(where).toMatch(/^src\/setup-never-ends\.ts:7:/);
  });

  it("points at the line that does not compile", async () => {
    const { exitCode, code, where } = await fail("failing/syntax-error.game.json");
    expect({ exitCode, code }).toEqual({ exitCode: 2, code: "build-failed" });
    expect(where).toMatch(/^src\/syntax-error\.ts:2:/);
  });

  it("names the file that imports what is not installed, without a stack of the bundler's", async () => {
    const { exitCode, code, message, where } = await fail("failing/missing-import.game.json");
    expect({ exitCode, code, where }).toEqual({ exitCode: 2, code: "package-missing", where: "src/missing-import.ts" });
    expect(message).toContain('"a-package-that-is-not-installed"');
    expect(message).not.toMatch(/^ +at /m);
  });
});

describe("a game that fails in a frame", () => {
  it("names the frame, the root and the position in the source", async () => {
    expect(await fail("failing/frame-throws.game.json")).toEqual({
      exitCode: 5,
      code: "frame-threw",
      message: 'The game threw in frame 17 of root "main": there is no door',
      where: "src/frame-throws.ts:10:33",
    });
  });

  it("counts measured frames from the end of the warm-up", async () => {
    const { message } = await fail("failing/frame-throws.game.json", ["--warmup", "10"]);
    expect(message).toContain("in frame 7 of");
  });

  it("names the frame that never ends, and what it was running", async () => {
    const { exitCode, code, message, where } = await fail("failing/frame-never-ends.game.json", [
      "--frame-timeout",
      "3000",
    ]);
    expect({ exitCode, code }).toEqual({ exitCode: 5, code: "frame-never-ended" });
    expect(message).toMatch(/^Frame 17 did not end within 3000 ms\./);
    expect(message).toContain("findPath");
    expect(where).toMatch(/^src\/frame-never-ends\.ts:11:/);
  });
});

describe("a game that leaves its page", () => {
  it("is reported with the page that it went to", async () => {
    const { exitCode, code, message } = await fail("failing/reloads-itself.game.json");
    expect({ exitCode, code }).toEqual({ exitCode: 5, code: "page-left" });
    expect(message).toContain("left its page for index.html");
  });
});

describe("a game that stops for a person", () => {
  it("goes on, because nobody is there", async () => {
    const result = await runJson(["perf", "test/games/odd/stops-for-a-person.game.json", ...short]);
    expect(result.exitCode, result.stderr).toBe(0);
  });
});

describe("a game that loads while it runs", () => {
  it("fails when a load never completes, with the URL and the frame that waited for it", async () => {
    await using server = await startGameServer(() => null);
    const failure = await fail("failing/load-never-completes.game.json", server.args);
    expect(failure).toMatchObject({ exitCode: 5, code: "settle-timeout", where: "frame 18" });
    expect(failure.message).toContain(`${server.url}level-2.json`);
  });

  it("is reported with its frame when its page crashes", async () => {
    let command: RunningCommand | null = null;
    // Frame 17 makes the request.
    await using server = await startGameServer(() => {
      strike(command?.browserProcesses(/--type=renderer/) ?? [], "SIGSEGV");
      return null;
    });
    const onStart = (running: RunningCommand): void => {
      command = running;
    };
    const failure = await fail("failing/load-never-completes.game.json", server.args, { onStart });
    expect(failure).toMatchObject({ exitCode: 5, code: "page-crashed" });
    expect(failure.message).toMatch(/frame/);
  });
});
