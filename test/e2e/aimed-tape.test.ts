import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { type Tape, validateTape } from "../../src/formats/tape.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

// The page of the docs: its button appears after half a second, in a shadow tree, and is covered for a moment longer.
const folder = mkdtempSync(join(tmpdir(), "framegate-aimed-"));
copyFileSync(join(packageRoot, "test/games/click-to-play/index.html"), join(folder, "index.html"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const recipe = readFileSync(join(packageRoot, "docs/clicks.md"), "utf8");

function blocks(language: string): readonly string[] {
  return Array.from(
    recipe.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm")),
    ([, text = ""]) => text,
  );
}

/** The commands of the recipe that open no window, in order. */
const commands = blocks("sh")
  .flatMap((text) => text.split("\n"))
  .filter((line) => line.startsWith("npx framegate ") && line !== "npx framegate record index.html")
  .map((line) => line.split(" ").slice(2));

const short: Readonly<Record<string, readonly string[]>> = {
  perf: ["--frames", "120", "--warmup", "0", "--repeat", "2"],
  verify: ["--frames", "60", "--launches", "2"],
  record: [],
};

function shortened(command: readonly string[] | undefined): readonly string[] {
  if (command === undefined) throw new Error("The recipe has fewer commands.");
  return [...command, ...(short[command[0] ?? ""] ?? [])];
}

function writeTape(events: readonly object[]): void {
  writeFileSync(join(folder, "start.tape.json"), JSON.stringify({ version: 1, stepHz: 60, events }));
}

function readTape(): Tape {
  const validation = validateTape(readFileSync(join(folder, "start.tape.json"), "utf8"));
  if (!validation.ok) throw new Error("The tape is not valid.");
  return validation.value;
}

describe("a page that waits for a click", () => {
  it("is named by perf, with the tape that the recipe saves", async () => {
    const { report, verdict } = reportOf(await runJson(shortened(commands[0]), { cwd: folder }));
    expect(verdict.status).toBe("pass");
    const offer = report.notices.find(({ code }) => code === "click-awaited")?.message ?? "";
    expect(offer).toContain('The page shows button#start "Click to play" and may wait for a click on it.');
    const [, written = ""] = /<< 'END'\n(.*)\nEND\n/.exec(recipe) ?? [];
    expect(offer.slice(offer.indexOf("{"))).toBe(written);
    writeFileSync(join(folder, "start.tape.json"), written);
  });

  it("is started by that tape, the same in fresh browsers under load", async () => {
    const { stdout, exitCode } = await runCommand(shortened([...(commands[1] ?? []), "--json"]), { cwd: folder });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ identical: true });
    const gate = reportOf(await runJson(shortened(commands[2]), { cwd: folder }));
    expect(gate.verdict).toMatchObject({ status: "pass", lines: [{ status: "pass" }, { status: "pass" }] });
  });
});

describe("a script that plays", () => {
  it("makes a tape that waits and clicks, and gives the same frames in perf", async () => {
    writeFileSync(join(folder, "play.mjs"), blocks("js")[0] ?? "");
    const recorded = await runJson(shortened(commands[3]), { cwd: folder });
    const { frames, finalStateHash } = recorded.json as { readonly frames?: number; readonly finalStateHash?: string };
    expect(readTape().events.map(({ type, step }) => [type, step])).toEqual([
      ["wait", 42],
      ["click", 42],
      ["click", 44],
      ["key", 45],
      ["key", 75],
      ["mouse_button", 75],
      ["mouse_button", 76],
    ]);
    const again = [...shortened(commands[4]), "--frames", String(frames)];
    const { report } = reportOf(await runJson(again, { cwd: folder }));
    expect([...new Set(report.runs.map((run) => run.finalStateHash))]).toEqual([finalStateHash]);
    expect(report.notices.map(({ code }) => code)).not.toContain("tape-unmatched");
  });
});

describe("a tape that aims at what never comes", () => {
  it("fails by the name of the element, of the frame, and of what is there", async () => {
    writeTape([{ step: 3, type: "click", text: "Play now", when: { text: "Play now", stepsMax: 60 } }]);
    const { json, exitCode } = await runJson(shortened(commands[2]), { cwd: folder });
    expect(exitCode).toBe(5);
    expect(json.error).toMatchObject({ code: "element-missed", where: "frame 63" });
    expect(json.error?.message).toContain('waits for the text "Play now", and there is no such element.');
    expect(json.error?.message).toContain('button#start "Click to play"');
  });
});
