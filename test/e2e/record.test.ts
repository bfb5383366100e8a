import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createTapeFolder,
  expectSame,
  finalHashes,
  playWildly,
  readTape,
  record,
  replay,
  untilPlayed,
} from "./record-run.ts";
import { type Reaction, runCommand, runJson } from "./run-command.ts";
import { strike } from "../strike.ts";

const folder = createTapeFolder();
const boxes = "test/games/tumbling-boxes";

describe("a game that was played by hand", () => {
  it("comes to the same state when its tape is played", async () => {
    const recording = await record({ game: boxes, stepsMax: null, play: playWildly });
    expect(recording.steps).toBeGreaterThan(10);
    expectSame(await replay(boxes, recording), recording);
  });

  it("comes to another state without it", async () => {
    const recording = await record({ game: boxes, stepsMax: null, play: playWildly });
    const idle = { ...recording, tape: { ...recording.tape, events: [] } };
    expect(finalHashes(await replay(boxes, idle))).not.toContain(recording.finalStateHash);
  });

  it("loses no press, however short, and records nothing twice", async () => {
    const presses = 40;
    const { tape } = await record({
      game: boxes,
      stepsMax: null,
      async play(page, end) {
        for (let press = 0; press < presses; press += 1) await page.keyboard.press("Space");
        end();
      },
    });
    const keys = tape.events.filter((event) => event.type === "key");
    expect(keys.map(({ pressed }) => pressed)).toEqual(
      Array.from({ length: presses * 2 }, (_, index) => index % 2 === 0),
    );
  });

  it("says what was played, and of which game", async () => {
    const { tape } = await record({ game: boxes, stepsMax: 3, play: async () => undefined });
    expect(tape).toMatchObject({
      version: 1,
      stepHz: 60,
      seed: 7,
      game: { version: "1.0.0" },
      mapHash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it("is kept when the window is closed, which is not a failure", async () => {
    const { tape, failure, steps } = await record({
      game: boxes,
      stepsMax: null,
      async play(page) {
        await page.keyboard.press("Space");
        // Input still queued when the window closes would not be on the tape.
        await untilPlayed(page);
        await page.close();
      },
    });
    expect(failure).toBeNull();
    expect(tape.events.map(({ type }) => type)).toEqual(["key", "key"]);
    expect(steps).toBeGreaterThan(tape.events.at(-1)?.step ?? 0);
  });

  it.each([
    { what: "page", command: "Page.crash", code: "page-crashed" },
    { what: "browser", command: "Browser.crash", code: "browser-lost" },
  ] as const)("is kept when the $what crashes, and the crash is reported", async ({ command, code }) => {
    const { tape, failure } = await record({
      game: boxes,
      stepsMax: null,
      async play(page) {
        await page.keyboard.press("Space");
        await untilPlayed(page);
        // A crashed page never answers, so the call is not awaited.
        const session = await page.createCDPSession();
        await session.send(command).catch(() => undefined);
      },
    });
    expect(failure?.code).toBe(code);
    expect(tape.events.map(({ type }) => type)).toEqual(["key", "key"]);
  });
});

describe("framegate record", () => {
  const file = join(folder, "command.tape.json");
  const args = (game: string, ...more: readonly string[]): readonly string[] => [
    "record",
    game,
    "--headless",
    "--out",
    file,
    "--force",
    ...more,
  ];

  it("writes a valid tape, and replaces an existing one only with --force", async () => {
    const first = await runCommand(["record", boxes, "--headless", "--frames", "20", "--out", file]);
    expect(first.exitCode, first.stderr).toBe(0);
    expect(readTape(file).events).toEqual([]);
    expect(first.stderr).toContain("Recorded 20 frames (0.3 s) with 0 events");
    writeFileSync(file, "mine");
    const second = await runJson(["record", boxes, "--headless", "--frames", "20", "--out", file]);
    expect(second).toMatchObject({ exitCode: 2, json: { error: { code: "tape-exists" } } });
    expect(readFileSync(file, "utf8")).toBe("mine");
    const forced = await runJson(args(boxes, "--frames", "20"));
    expect(forced).toMatchObject({
      exitCode: 0,
      json: { frames: 20, events: 0, finalStateHash: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
    expect(readTape(file).seed).toBe(5);
  });

  it("makes the folder of the tape, and refuses one that has its name before anything is played", async () => {
    const inFolders = join(folder, "new", "folders", "a b.tape.json");
    const written = await runCommand(["record", boxes, "--headless", "--frames", "1", "--out", inFolders]);
    expect(written.exitCode, written.stderr).toBe(0);
    expect(readTape(inFolders).seed).toBe(5);
    expect(written.stderr).toContain("Recorded 1 frame (0.0 s) with 0 events");
    // The printed command must work in a shell.
    expect(written.stderr).toMatch(/--frames 1 --warmup 0 --tape '.*a b\.tape\.json'\n/u);
    const refused = await runJson([
      "record",
      boxes,
      "--headless",
      "--frames",
      "1",
      "--out",
      join(folder, "new"),
      "--force",
    ]);
    expect(refused).toMatchObject({
      exitCode: 2,
      json: { error: { code: "usage", message: expect.stringContaining("is a folder") } },
    });
    expect(refused.stderr).not.toContain("building");
  });

  it.each(["SIGINT", "SIGTERM"] as const)("ends and writes the tape on %s", async (signal) => {
    const reactions = [
      {
        text: "playing",
        act: (command: { signal(name: NodeJS.Signals): void }) => {
          command.signal(signal);
        },
      },
    ];
    const { exitCode, stderr } = await runCommand(args(boxes), { reactions });
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain("Recorded");
    expect(readTape(file).version).toBe(1);
  });

  it("writes nothing when it is interrupted before anything was played", async () => {
    writeFileSync(file, "mine");
    const reactions = [
      {
        text: "building",
        act: (command: { signal(name: NodeJS.Signals): void }) => {
          command.signal("SIGINT");
        },
      },
    ];
    const result = await runJson(args(boxes), { reactions });
    expect(result).toMatchObject({ exitCode: 130, json: { error: { code: "interrupted" } } });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it.each([
    { what: "page", commandLine: /--type=renderer/, exitCode: 5, code: "page-crashed" },
    { what: "browser", commandLine: /--remote-debugging-pipe/, exitCode: 6, code: "browser-lost" },
  ])(
    "says that the $what crashed before there was anything to keep, and leaves the tape that is there",
    async ({ commandLine, exitCode, code }) => {
      writeFileSync(file, "mine");
      const act: Reaction["act"] = (command) => {
        strike(command.browserProcesses(commandLine), "SIGKILL");
      };
      // It is still in its first frame.
      const game = "test/games/failing/first-frame-never-ends.game.json";
      const result = await runJson(args(game, "--frame-timeout", "100000"), { reactions: [{ text: "playing", act }] });
      expect({ exitCode: result.exitCode, code: result.json.error?.code }).toEqual({ exitCode, code });
      expect(readFileSync(file, "utf8")).toBe("mine");
    },
  );

  it("names the frame in which the game threw, and keeps the tape that leads there", async () => {
    rmSync(file, { force: true });
    const { exitCode, json } = await runJson(args("test/games/failing/frame-throws.game.json"));
    expect({ exitCode, code: json.error?.code }).toEqual({ exitCode: 5, code: "recording-cut-short" });
    expect(json.error?.where).toContain("frame-throws.ts");
    expect(readTape(file).version).toBe(1);
  });

  it("names the loop that never ends, and keeps the tape that leads there", async () => {
    rmSync(file, { force: true });
    const { exitCode, json } = await runJson(
      args("test/games/failing/frame-never-ends.game.json", "--frame-timeout", "3000"),
    );
    expect({ exitCode, code: json.error?.code }).toEqual({ exitCode: 5, code: "recording-cut-short" });
    expect(json.error?.message).toContain("did not end within 3000 ms");
    expect(json.error?.where).toMatch(/^src\/frame-never-ends\.ts:11:/u);
    expect(readTape(file).version).toBe(1);
  });

  it("ends on Ctrl-C while the first frame is stuck, without a tape", async () => {
    writeFileSync(file, "mine");
    const reactions = [
      {
        text: "playing",
        act: (command: { signal(name: NodeJS.Signals): void }) => {
          command.signal("SIGINT");
        },
      },
    ];
    const result = await runJson(
      args("test/games/failing/first-frame-never-ends.game.json", "--frame-timeout", "100000"),
      { reactions },
    );
    expect(result).toMatchObject({ exitCode: 130, json: { error: { code: "interrupted" } } });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it.runIf(process.platform === "linux")("says what a window needs where there is no display", async () => {
    const env = { DISPLAY: "", WAYLAND_DISPLAY: "" };
    const { exitCode, json } = await runJson(["record", boxes, "--out", file, "--force"], { env });
    expect({ exitCode, code: json.error?.code }).toEqual({ exitCode: 6, code: "no-display" });
    expect(json.error?.hint).toContain("--headless");
  });
});
