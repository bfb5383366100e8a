import { describe, expect, it } from "vitest";
import { createGameFolder, type GameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const short = ["--frames", "5", "--warmup", "0", "--repeat", "0"];

/** A game without a runtime whose position comes from `source`. */
async function createGame(source: string, determinism: object = { seededRandom: true }): Promise<GameFolder> {
  const roots = [{ id: "main", adapter: "react", entry: "src/main.js" }];
  const code = `let x = 0;
export function setup(ctx) {
  ctx.systems.add("gameLogic", () => {
    ${source}
  });
}
`;
  return await createGameFolder({ "framegate.game.json": manifestOf({ roots, determinism }), "src/main.js": code });
}

const nowhere = { FRAMEGATE_BROWSER: "/nowhere/chromium" };

describe("a game that declares seededRandom", () => {
  it("is not run when its sources use raw randomness: the findings are printed, and the exit code is 1", async () => {
    await using game = await createGame("x += Math.random();");
    // There is no browser here, so launching one would fail with a different error.
    const result = await runCommand(["perf", ".", ...short], { cwd: game.path, env: nowhere });
    expect(result).toMatchObject({ exitCode: 1, stdout: "", reports: [] });
    expect(result.stderr).toContain("src/main.js\n  4:10  Math.random  raw-random\n");
    expect(result.stderr).toContain("1 finding. 1 file scanned.");
    expect(result.stderr).toContain("one place in its sources breaks that promise. It was not run.");
  });

  it("answers a program with an error and nothing else", async () => {
    await using game = await createGame("x += Math.random() + Date.now();");
    const { exitCode, json, stderr } = await runJson(["perf", ".", ...short], { cwd: game.path, env: nowhere });
    expect(exitCode, stderr).toBe(1);
    expect(json).toMatchObject({
      error: { code: "scan-findings", where: expect.stringContaining("framegate.game.json") },
    });
    expect(json.error?.message).toContain("2 places in its sources break that promise");
    expect(stderr).toContain("Date.now");
  });

  it("is run with --no-scan, and its random draws are still caught", async () => {
    await using game = await createGame("x += Math.random();");
    const result = await runJson(["perf", ".", ...short, "--allow-vacuous", "--no-scan"], { cwd: game.path });
    const { report } = reportOf(result);
    expect(report.scan).toEqual({ status: "skipped", files: 0, notices: 0, suppressed: 0 });
    expect(report.randomCallSites).toMatchObject([
      { api: "Math.random", frame: 0, site: expect.stringMatching(/^src\/main\.js:4:/) },
    ]);
    expect(result.stderr).toContain("sources not scanned (--no-scan)");
    expect(result.stderr).toMatch(/Again:.* --no-scan/);
  });

  it("is run when every finding is suppressed, and the report counts them", async () => {
    await using game = await createGame("x += Math.random(); // framegate-ignore-line raw-random -- shows the trap");
    const { report } = reportOf(await runJson(["perf", ".", ...short, "--allow-vacuous"], { cwd: game.path }));
    expect(report.scan).toEqual({ status: "clean", files: 1, notices: 0, suppressed: 1 });
    expect(report.randomCallSites).toHaveLength(1);
  });

  it("is run when a place cannot be decided, and that place is printed and counted", async () => {
    await using game = await createGame("x += Math[ctx.key]?.() ?? 0;");
    const result = await runJson(["perf", ".", ...short, "--allow-vacuous"], { cwd: game.path });
    expect(reportOf(result).report.scan).toMatchObject({ status: "clean", notices: 1 });
    expect(result.stderr).toContain("notice Math[*]:");
  });

  it("is scanned whatever its manifest is called", async () => {
    const { exitCode, stderr } = await runCommand([
      "perf",
      "test/games/idle/idle.game.json",
      ...short,
      "--allow-vacuous",
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(/\d sources? scanned: no raw randomness, no clock/);
  });
});

it("does not scan a game that promises nothing", async () => {
  await using game = await createGame("x += Math.random();", { seededRandom: false });
  const { report } = reportOf(await runJson(["perf", ".", ...short, "--allow-vacuous"], { cwd: game.path }));
  expect(report.scan).toEqual({ status: "off", files: 0, notices: 0, suppressed: 0 });
});
