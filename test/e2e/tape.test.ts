import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Tape } from "../../src/formats/tape.ts";
import { readTape } from "./record-run.ts";
import { type CommandResult, reportOf, runCommand, runJson, type RunningCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-tape-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const walk: Tape = {
  version: 1,
  stepHz: 60,
  seed: 7,
  events: [
    { step: 5, type: "key", code: "ArrowRight", pressed: true },
    { step: 15, type: "key", code: "ArrowRight", pressed: false },
    { step: 30, type: "key", code: "ArrowLeft", pressed: true },
  ],
};
const click: Tape = {
  version: 1,
  stepHz: 60,
  events: [
    { step: 8, type: "mouse_button", button: 0, pressed: true, x: 30, y: 20 },
    { step: 10, type: "mouse_button", button: 0, pressed: false },
    { step: 12, type: "key", code: "ArrowRight", pressed: true },
  ],
};

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "walk.tape.json"), JSON.stringify(walk));
  writeFileSync(join(folder, "click.tape.json"), JSON.stringify(click));
});

/** Runs `framegate tape` in the folder of the tapes. */
async function tape(...args: readonly string[]): Promise<CommandResult> {
  return await runCommand(["tape", ...args], { cwd: folder });
}

const here = (name: string): string => join(folder, name);

/** The script-facing parts of a failed command, and the files that it left. */
async function failure(...args: readonly string[]): Promise<object> {
  const { exitCode, json } = await runJson(["tape", ...args], { cwd: folder });
  return { exitCode, code: json.error?.code, message: json.error?.message };
}

const untouched = ["click.tape.json", "walk.tape.json"];

describe("framegate tape print", () => {
  it("lists events for people, and as JSON for programs", async () => {
    const listed = await tape("print", "walk.tape.json");
    expect(listed).toMatchObject({ exitCode: 0, stdout: "" });
    expect(listed.stderr).toContain('  30    0.500  key "ArrowLeft"   down\n');
    const { exitCode, stdout } = await tape("print", "walk.tape.json", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      tape: "walk.tape.json",
      eventCount: 3,
      firstStep: 5,
      lastStep: 30,
      events: walk.events,
    });
  });

  it("refuses an invalid tape by its first mistake, and a missing file", async () => {
    writeFileSync(here("not.json"), "not json");
    writeFileSync(here("late.tape.json"), JSON.stringify({ ...walk, events: walk.events.toReversed() }));
    writeFileSync(here("other.tape.json"), JSON.stringify({ ...walk, version: 2 }));
    mkdirSync(here("folder.tape.json"));
    expect(await failure("print", "nowhere.tape.json")).toEqual({
      exitCode: 2,
      code: "file-unreadable",
      message: expect.stringContaining("does not exist"),
    });
    expect(await failure("print", "folder.tape.json")).toEqual({
      exitCode: 2,
      code: "file-unreadable",
      message: expect.stringContaining("is a folder"),
    });
    expect(await failure("print", "not.json")).toEqual({
      exitCode: 2,
      code: "file-invalid",
      message: expect.stringContaining("not JSON"),
    });
    expect(await failure("print", "late.tape.json")).toEqual({
      exitCode: 2,
      code: "file-invalid",
      message: expect.stringContaining("step 15 comes after step 30"),
    });
    expect(await failure("print", "other.tape.json")).toEqual({
      exitCode: 2,
      code: "file-invalid",
      message: expect.stringContaining("Expected 1"),
    });
  });
});

describe("framegate tape trim", () => {
  it("writes the requested steps to a new folder, as a tape that ends in the state of the whole one", async () => {
    const { exitCode, stdout } = await tape(
      "trim",
      "walk.tape.json",
      "--from",
      "10",
      "--to",
      "20",
      "--out",
      "parts/middle.tape.json",
      "--json",
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ tape: "parts/middle.tape.json", eventCount: 2, lastStep: 5 });
    expect(readTape(here("parts/middle.tape.json")).events).toEqual([
      { step: 0, type: "key", code: "ArrowRight", pressed: true },
      { step: 5, type: "key", code: "ArrowRight", pressed: false },
    ]);
    const args = ["perf", "test/games/device-page/index.html", "--frames", "20", "--warmup", "0", "--repeat", "0"];
    const played = await runJson([...args, "--tape", here("parts/middle.tape.json")]);
    expect(played.exitCode, played.stderr).toBe(0);
    expect(reportOf(played).report).toMatchObject({ tape: { events: 2 }, divergence: null });
  });

  it("says that nothing happens after the end, and keeps the keys that are held there", async () => {
    const { exitCode, stderr } = await tape("trim", "walk.tape.json", "--from", "40", "--out", "end.tape.json");
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      "warning: the last event of walk.tape.json is in step 30, before --from 40: only what is held from there on was kept.",
    );
    expect(readTape(here("end.tape.json")).events).toEqual([
      { step: 0, type: "key", code: "ArrowLeft", pressed: true },
    ]);
  });

  it("refuses invalid ranges, and writes nothing", async () => {
    const out = ["--out", "new.tape.json"];
    expect(await failure("trim", "walk.tape.json", "--from", "9", "--to", "8", ...out)).toEqual({
      exitCode: 2,
      code: "usage",
      message: "--to 8 is before --from 9: there is nothing to keep.",
    });
    for (const step of ["-1", "1.5", "ten", ""]) {
      expect(await failure("trim", "walk.tape.json", `--from=${step}`, ...out)).toMatchObject({
        exitCode: 2,
        code: "usage",
      });
    }
    expect(await failure("trim", "walk.tape.json", "--from", "1")).toMatchObject({
      exitCode: 2,
      code: "usage",
      message: expect.stringContaining("--out"),
    });
    expect(readdirSync(folder)).toEqual(untouched);
  });

  it("replaces itself only when told to, and no folder ever", async () => {
    mkdirSync(here("folder"));
    expect(await failure("trim", "walk.tape.json", "--from", "10", "--out", "walk.tape.json")).toMatchObject({
      exitCode: 2,
      code: "tape-exists",
    });
    expect(await failure("trim", "walk.tape.json", "--out", "folder", "--force")).toMatchObject({
      exitCode: 2,
      code: "usage",
      message: expect.stringContaining("is a folder. Pass the name of a file"),
    });
    expect(readTape(here("walk.tape.json"))).toEqual(walk);
    expect(await tape("trim", "walk.tape.json", "--from", "10", "--out", "walk.tape.json", "--force")).toMatchObject({
      exitCode: 0,
    });
    expect(readTape(here("walk.tape.json")).events).toHaveLength(3);
  });

  // Root can write everywhere.
  it.skipIf(process.getuid?.() === 0)("says that it has no permission to write there, and leaves nothing", async () => {
    mkdirSync(here("locked"));
    chmodSync(here("locked"), 0o555);
    expect(await failure("trim", "walk.tape.json", "--out", "locked/new.tape.json")).toMatchObject({
      exitCode: 6,
      code: "write-failed",
    });
    expect(readdirSync(here("locked"))).toEqual([]);
  });

  it.runIf(existsSync("/dev/fd"))("leaves nothing if a file cannot be created", async () => {
    expect(await failure("trim", "walk.tape.json", "--out", "walk.tape.json/new.tape.json")).toMatchObject({
      exitCode: 6,
      code: "write-failed",
    });
    expect(await failure("trim", "walk.tape.json", "--out", "/dev/fd/new.tape.json")).toMatchObject({
      exitCode: 6,
      code: "write-failed",
    });
    expect(readdirSync(folder)).toEqual(untouched);
  });
});

describe("framegate tape merge", () => {
  it("joins two tapes by step, and says where they override each other", async () => {
    const { exitCode, stderr } = await tape("merge", "walk.tape.json", "click.tape.json", "--out", "both.tape.json");
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'warning: both tapes use key "ArrowRight" in step 12, and each overrides the other there.\n',
    );
    expect(stderr).not.toContain("mouse_button");
    expect(readTape(here("both.tape.json")).events.map(({ step }) => step)).toEqual([5, 8, 10, 12, 15, 30]);
  });

  it.each([
    ["step rate", { stepHz: 30 }],
    ["input map", { mapHash: "bb" }],
    ["game", { game: { name: "Other", version: "1.0.0" } }],
  ])("refuses tapes of two of one %s, and writes nothing", async (what, difference) => {
    const base = { mapHash: "aa", game: { name: "This", version: "1.0.0" } };
    writeFileSync(here("walk.tape.json"), JSON.stringify({ ...walk, ...base }));
    writeFileSync(here("click.tape.json"), JSON.stringify({ ...click, ...base, ...difference }));
    expect(await failure("merge", "walk.tape.json", "click.tape.json", "--out", "both.tape.json")).toEqual({
      exitCode: 2,
      code: "tapes-differ",
      message: expect.stringContaining(`not of the same ${what}`),
    });
    expect(readdirSync(folder)).toEqual(untouched);
  });

  it("names the tape of the two that is missing", async () => {
    expect(await failure("merge", "walk.tape.json", "nowhere.tape.json", "--out", "both.tape.json")).toEqual({
      exitCode: 2,
      code: "file-unreadable",
      message: expect.stringContaining("nowhere.tape.json"),
    });
    expect(readdirSync(folder)).toEqual(untouched);
  });
});

describe("a tape command that is interrupted while it writes", () => {
  it.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "leaves the old tape or the new one, whole, on %s",
    async (signal) => {
      const events = Array.from({ length: 200_000 }, (_, step) => ({
        step,
        type: "key",
        code: "KeyW",
        pressed: step % 2 === 0,
      }));
      writeFileSync(here("long.tape.json"), JSON.stringify({ ...walk, events }));
      let command: RunningCommand | null = null;
      const watcher = watch(folder, () => {
        // Only on the first write: the command may have ended by the second.
        command?.signal(signal);
        command = null;
      });
      const { exitCode } = await runCommand(["tape", "trim", "long.tape.json", "--out", "walk.tape.json", "--force"], {
        cwd: folder,
        onStart: (running) => {
          command = running;
        },
      });
      watcher.close();
      expect(command).toBeNull();
      expect([0, 130, 143, null]).toContain(exitCode);
      expect([3, 200_000]).toContain(readTape(here("walk.tape.json")).events.length);
      // A killed command cannot clean up, but none of its leftovers is named like a tape.
      if (signal !== "SIGKILL")
        expect(readdirSync(folder)).toEqual(["click.tape.json", "long.tape.json", "walk.tape.json"]);
      expect(readdirSync(folder).filter((name) => name.endsWith(".tape.json"))).toHaveLength(3);
    },
  );
});
