import { describe, expect, it } from "vitest";
import { startGameServer } from "./game-server.ts";
import { runCommand, type RunningCommand } from "./run-command.ts";
import { changesOf, runVerify } from "./verify-run.ts";

const short = ["--frames", "20"];
const two = ["--launches", "2"];

describe("a game that repeats", () => {
  it("is identical in three launches under different conditions, and says which parts moved", async () => {
    const { exitCode, report, stderr } = await runVerify(["test/games/tumbling-boxes", ...short]);
    expect(exitCode, stderr).toBe(0);
    expect(report).toMatchObject({ identical: true, vacuous: false, launches: 3, frames: 20, divergence: null });
    expect(changesOf(report)).toMatchObject({ "scene:boxes": 20, gl: 20 });
    expect(changesOf(report)).not.toHaveProperty("dom");
    for (const text of ["identical: 3 launches, 20 frames", "other cores busy, page throttled", "garbage collected"])
      expect(stderr).toContain(text);
  });

  it("is identical as a page without a manifest, with input from a tape", async () => {
    const tape = ["--tape", "test/games/device-page/all-devices.tape.json"];
    const { exitCode, report, stderr } = await runVerify(["test/games/device-page/index.html", ...short, ...tape]);
    expect(exitCode, stderr).toBe(0);
    expect(report.identical).toBe(true);
    expect(changesOf(report)).toHaveProperty("input");
  });

  it("says what it lacks, even if something changes", async () => {
    const page = "test/games/failing-pages/waits-for-a-far-picture.html";
    const { exitCode, report, stderr } = await runVerify([page, ...short, ...two]);
    expect(exitCode, stderr).toBe(0);
    expect(changesOf(report)).toMatchObject({ animations: 20 });
    expect(stderr).toContain("warning    https://pictures.example/tiles.png could not be loaded");
  });

  it("is rendered if it reads pixels back", async () => {
    const { exitCode, report, stderr } = await runVerify(["test/games/odd/reads-pixels.game.json", ...short, ...two]);
    expect(exitCode, stderr).toBe(0);
    expect(report.identical).toBe(true);
    expect(stderr).toMatch(/reads pixels back by \S+: starting over with pixels/u);
  });
});

describe("a game that does not repeat", () => {
  it("exits with 4 and names the frame, the root and the part", async () => {
    let count = 0;
    await using server = await startGameServer(() => String((count += 1)));
    const game = "test/games/odd/differs-each-time.game.json";
    const { exitCode, report, stderr } = await runVerify([game, ...short, ...two, ...server.args]);
    expect(exitCode, stderr).toBe(4);
    expect(report).toMatchObject({ identical: false, launches: 2 });
    expect(report.divergence).toMatchObject({ frame: 7, root: "main", part: "scene" });
  });
});

describe("a game in which nothing ever changes", () => {
  const game = "test/games/odd/empty.game.json";

  it("exits with 5, because there is nothing to compare", async () => {
    const { exitCode, report, stderr } = await runVerify([game, ...short, ...two]);
    expect(exitCode, stderr).toBe(5);
    expect(report).toMatchObject({ identical: true, vacuous: true });
    expect(stderr).toContain("--allow-vacuous");
  });

  it("fails by the file that could not be loaded, if there is one", async () => {
    const page = "test/games/failing-pages/needs-a-far-engine.html";
    const { exitCode, report, stderr } = await runVerify([page, ...short, ...two]);
    expect(exitCode, stderr).toBe(5);
    expect(report).toMatchObject({ identical: true, vacuous: true });
    expect(stderr).toContain("the game failed in every launch: https://engines.example/engine.js could not be loaded");
  });

  it("passes if that is allowed", async () => {
    const { exitCode } = await runVerify([game, ...short, ...two, "--allow-vacuous"]);
    expect(exitCode).toBe(0);
  });
});

describe("a game that fails in every launch", () => {
  it("exits with 5, as in any other run", async () => {
    const result = await runCommand(["verify", "test/games/failing/frame-throws.game.json", ...short, ...two]);
    expect(result.exitCode, result.stderr).toBe(5);
    expect(result.stderr).toContain("frame-threw");
    const page = await runVerify(["test/games/failing-pages/throws-in-a-frame.html", "--frames", "40", ...two]);
    expect(page.exitCode, page.stderr).toBe(5);
    expect(page.stderr).toContain("the game failed in every launch");
  });
});

describe("a verification that is interrupted", () => {
  it.each(["building the game", "launch 2 of 3"])("leaves nothing after it said '%s'", async (text) => {
    const act = (command: RunningCommand): void => {
      command.signal("SIGINT");
    };
    const { exitCode, stdout } = await runCommand(["verify", "test/games/tumbling-boxes", "--json"], {
      reactions: [{ text, act }],
    });
    expect(exitCode).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "interrupted" } });
  });
});

it("refuses a single launch, because there would be nothing to compare", async () => {
  const result = await runCommand(["verify", "test/games/tumbling-boxes", "--launches", "1"]);
  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain("--launches 1");
});
