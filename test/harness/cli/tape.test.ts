import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createFakeProcess } from "./fake-process.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-tape-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const walk = {
  version: 1,
  stepHz: 60,
  seed: 7,
  mapHash: "aa",
  events: [
    { step: 2, type: "key", code: "KeyW", pressed: true },
    { step: 90, type: "key", code: "KeyW", pressed: false },
  ],
};

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(join(folder, "walk.tape.json"), JSON.stringify(walk));
  writeFileSync(join(folder, "other.tape.json"), JSON.stringify({ ...walk, mapHash: "bb" }));
  writeFileSync(
    join(folder, "broken.tape.json"),
    '{\n  "version": 1,\n  "stepHz": 60,\n  "events": [{ "step": 1, "type": "kay" }]\n}\n',
  );
});

interface Printed {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: readonly string[]): Promise<Printed> {
  const fake = createFakeProcess(["tape", ...args], { cwd: folder });
  return { exitCode: await main(fake), stdout: fake.stdoutText, stderr: fake.stderrText };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

describe("framegate tape print", () => {
  it("lists the events", async () => {
    expect(await run("print", "walk.tape.json")).toMatchInlineSnapshot(`
      {
        "exitCode": 0,
        "stderr": "walk.tape.json: 60 Hz, seed 7; 2 events up to step 90 (1.5 s)

      step  seconds  source
         2    0.033  key "KeyW"  down
        90    1.500  key "KeyW"  up
      ",
        "stdout": "",
      }
    `);
  });

  it("prints a summary and the events as JSON on request", async () => {
    const { exitCode, stdout } = await run("print", "walk.tape.json", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      tape: "walk.tape.json",
      eventCount: 2,
      lastStep: 90,
      events: walk.events,
    });
  });

  it("names the position of an error in a tape", async () => {
    const { exitCode, stdout } = await run("print", "broken.tape.json", "--json");
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "file-invalid", where: expect.stringMatching(/broken\.tape\.json:4:\d+$/u) },
    });
  });

  it("lets no source move the cursor of a terminal", async () => {
    const events = [{ step: 0, type: "key", code: "\u001B[2J\u202E", pressed: true }];
    writeFileSync(join(folder, "odd.tape.json"), JSON.stringify({ ...walk, events }));
    expect((await run("print", "odd.tape.json")).stderr).not.toMatch(/[\u001B\u202E]/u);
  });
});

describe("framegate tape trim", () => {
  it("writes the requested steps, and keeps held input held", async () => {
    const { exitCode, stdout, stderr } = await run(
      "trim",
      "walk.tape.json",
      "--from",
      "60",
      "--to",
      "95",
      "--out",
      "end.tape.json",
      "--json",
    );
    expect(exitCode).toBe(0);
    expect(stderr).toBe("end.tape.json: 60 Hz, seed 7; 2 events up to step 30 (0.5 s)\n");
    expect(JSON.parse(stdout)).toMatchObject({ tape: "end.tape.json", eventCount: 2, lastStep: 30 });
    expect(read("end.tape.json")).toMatchObject({
      seed: 7,
      events: [
        { ...walk.events[0], step: 0 },
        { ...walk.events[1], step: 30 },
      ],
    });
  });

  it("replaces a file only when told to", async () => {
    const args = ["trim", "walk.tape.json", "--from", "60", "--out", "other.tape.json"];
    expect(await run(...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("tape-exists") });
    expect(read("other.tape.json")).toMatchObject({ mapHash: "bb" });
    expect(await run(...args, "--force")).toMatchObject({ exitCode: 0 });
    expect(read("other.tape.json")).toMatchObject({ mapHash: "aa" });
  });

  it("refuses an empty range, and a missing file", async () => {
    expect(await run("trim", "walk.tape.json", "--from", "5", "--to", "4", "--out", "x.tape.json")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--to 4 is before --from 5"),
    });
    expect(await run("trim", "nowhere.tape.json", "--out", "x.tape.json")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("file-unreadable"),
    });
    expect(await run("trim", "walk.tape.json", "--out", "walk.tape.json/x.tape.json")).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining("write-failed"),
    });
    expect(readdirSync(folder)).toHaveLength(3);
  });
});

describe("framegate tape merge", () => {
  it("writes both as one", async () => {
    expect(await run("merge", "walk.tape.json", "walk.tape.json", "--out", "both.tape.json")).toMatchObject({
      exitCode: 0,
      stdout: "",
    });
    expect(read("both.tape.json")).toMatchObject({ mapHash: "aa", events: { length: 4 } });
  });

  it("refuses tapes of two input maps by name, and writes nothing", async () => {
    const { exitCode, stdout } = await run(
      "merge",
      "walk.tape.json",
      "other.tape.json",
      "--out",
      "both.tape.json",
      "--json",
    );
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "tapes-differ", message: expect.stringContaining("input map: aa and bb") },
    });
    expect(readdirSync(folder)).toHaveLength(3);
  });
});

describe("framegate tape", () => {
  it("suggests the probable command, and lists all", async () => {
    const { exitCode, stderr } = await run("prnt", "walk.tape.json");
    expect(exitCode).toBe(2);
    expect(stderr).toContain('There is no command "tape prnt". Did you mean "tape print"?');
    expect(stderr).toContain("Commands: tape print, tape trim, tape merge.");
  });

  it("prints the help of each of its commands", async () => {
    const fake = createFakeProcess(["help", "tape", "trim"]);
    expect(await main(fake)).toBe(0);
    expect(fake.stdoutText).toContain("framegate tape trim boss.tape.json --from 600");
  });
});
