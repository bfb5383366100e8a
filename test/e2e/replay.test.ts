import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ReplayReport } from "../../src/formats/replay-report.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { startGameServer } from "./game-server.ts";
import { runCommand, type RunningCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-replay-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const page = `<!doctype html><meta charset="utf-8"><body><canvas></canvas><script src="game.js"></script>`;

function drawAt(position: string): string {
  return `const context = document.querySelector("canvas").getContext("2d");
    let frame = 0;
    requestAnimationFrame(function next() {
      context.fillRect(${position}, 0, 9, 9);
      frame += 1;
      requestAnimationFrame(next);
    });`;
}

/** Writes a game, runs it, and returns the path of its report. */
async function makeReport(name: string, script: string): Promise<string> {
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "page.html"), page);
  writeFileSync(join(folder, "game.js"), script);
  const flags = ["--frames", "20", "--warmup", "5", "--repeat", "0", "--json"];
  const { stdout, exitCode, stderr } = await runCommand(["perf", join(folder, "page.html"), ...flags]);
  expect(exitCode, stderr).toBe(0);
  const path = join(folder, name);
  writeFileSync(path, stdout);
  return path;
}

describe("a replay", () => {
  it("is identical to its report in the same environment", async () => {
    const report = await makeReport("same.json", drawAt("frame"));
    const { exitCode, stdout, stderr } = await runCommand(["replay", report, "--json"]);
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ...{ identical: true, sameGame: true, frames: 20 },
      ...{ surroundings: [], difference: null },
    });
    expect(stderr).toContain("surroundings: as recorded");
  });

  it("calls a game with a changed file another one, and names the file, and the first frame and part that differ", async () => {
    const report = await makeReport("changed.json", drawAt("frame"));
    // Step 12 is frame 7 after a warm-up of 5.
    writeFileSync(join(folder, "game.js"), drawAt("frame < 12 ? frame : 0"));
    const { exitCode, stdout, stderr } = await runCommand(["replay", report, "--json"]);
    expect(exitCode, stderr).toBe(2);
    const result = JSON.parse(stdout) as ReplayReport;
    expect(result.surroundings.map(({ name }) => name)).toEqual(["http://embed.framegate.localhost/game.js"]);
    expect(result.sameGame).toBe(false);
    expect(stderr).toContain("another game than the report's: its bytes differ");
    expect(result.difference).toMatchObject({ frame: 7, root: "/page.html", part: "canvas2d" });
    expect(stderr.indexOf("surroundings: not as recorded")).toBeLessThan(stderr.indexOf("frame 7, canvas2d"));
  });
});

describe("a report that cannot be replayed", () => {
  function edited(name: string, edit: (file: ReportFile) => unknown): string {
    const file = JSON.parse(readFileSync(join(folder, "same.json"), "utf8")) as ReportFile;
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(edit(file)));
    return path;
  }

  it.each([
    ["another version", (file: ReportFile) => ({ ...file, report: { ...file.report, version: 1 } }), "version 1"],
    ["no count run", (file: ReportFile) => ({ ...file, report: { ...file.report, replay: null } }), "no count run"],
    ["a game that is gone", (file: ReportFile) => ({ ...file, report: { ...file.report, target: "gone" } }), "--game"],
  ])("exits with 2 for %s", async (_, edit, text) => {
    const { exitCode, stderr } = await runCommand(["replay", edited("edited.json", edit)]);
    expect(exitCode, stderr).toBe(2);
    expect(stderr).toContain(text);
  });

  it("exits with 2 if it does not exist", async () => {
    const { exitCode, stderr } = await runCommand(["replay", join(folder, "nowhere.json")]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("report-not-found");
  });
});

it("leaves nothing when it is interrupted", async () => {
  const act = (command: RunningCommand): void => {
    command.signal("SIGINT");
  };
  const report = join(folder, "same.json");
  expect(existsSync(report)).toBe(true);
  const { exitCode } = await runCommand(["replay", report], { reactions: [{ text: "running", act }] });
  expect(exitCode).toBe(130);
});

it("replays a game of roots", async () => {
  let count = 10;
  await using server = await startGameServer(() => String((count += 1)));
  const game = "test/games/odd/differs-each-time.game.json";
  const flags = ["--frames", "20", "--warmup", "5", "--repeat", "0", "--allow-vacuous", "--json"];
  const { stdout } = await runCommand(["perf", game, ...flags, ...server.args]);
  const report = join(folder, "roots.json");
  writeFileSync(report, stdout);
  const replayed = await runCommand(["replay", report, "--json"]);
  expect(replayed.exitCode, replayed.stderr).toBe(4);
  const { surroundings, difference } = JSON.parse(replayed.stdout) as ReplayReport;
  expect(surroundings).toEqual([]);
  expect(difference).toMatchObject({ frame: 2, root: "main", part: "scene" });
});
