import { describe, expect, it } from "vitest";
import { startGameServer } from "./game-server.ts";
import { reportOf, runJson } from "./run-command.ts";

const counted = ["--frames", "50", "--warmup", "0", "--repeat", "0"];
const short = [...counted, "--repeat", "1"];

describe("a budget that is asserted", () => {
  it("passes a game that keeps it", async () => {
    const result = await runJson(["perf", "test/games/tumbling-boxes", ...short, "--assert-budget"]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).verdict.status).toBe("pass");
    expect(reportOf(result).verdict.lines.map(({ metric }) => metric)).toEqual([
      "maxEntities",
      "maxDrawCalls",
      "maxTriangles",
    ]);
  });

  it("fails a game that exceeds it, and says by how much and in which frame", async () => {
    const result = await runJson([
      "perf",
      "examples/over-budget",
      "--frames",
      "450",
      "--warmup",
      "0",
      "--repeat",
      "0",
      "--assert-budget",
    ]);
    const { report, verdict } = reportOf(result);
    expect(result.exitCode, result.stderr).toBe(1);
    expect(verdict).toMatchObject({ status: "fail", cause: "budget" });
    const { value, frame } = report.metrics.maxDrawCalls;
    expect(verdict.lines).toContainEqual({
      metric: "maxDrawCalls",
      value,
      budget: 120,
      status: "fail",
      reason: "exceeded",
    });
    expect(report.perFrame.drawCalls?.[frame ?? -1]).toBe(value);
    expect(value).toBeGreaterThan(120);
  });

  it("fails when its metric cannot be measured", async () => {
    const page = "test/games/plain-page/index.html";
    const result = await runJson(["perf", page, ...counted, "--assert-budget", "--budget", "maxEntities=10"]);
    expect(result.exitCode, result.stderr).toBe(1);
    expect(reportOf(result).verdict).toEqual({
      status: "fail",
      cause: "budget",
      lines: [{ metric: "maxEntities", value: null, budget: 10, status: "fail", reason: "not-measured" }],
    });
  });

  it("fails on a hitch, and names its frame", async () => {
    const limits = ["hitches=0", "framesOver16Ms=600", "bootMs=600000"].flatMap((limit) => ["--budget", limit]);
    const frames = ["--frames", "60", "--warmup", "0", "--repeat", "2"];
    const result = await runJson([
      "perf",
      "test/games/odd/hitch.html",
      ...frames,
      "--assert-budget",
      ...limits,
      "--no-why",
    ]);
    expect(result.exitCode, result.stderr).toBe(1);
    const { report, verdict } = reportOf(result);
    const lines = verdict.lines.map(({ metric, status, reason }) => ({ metric, status, reason }));
    expect(lines).toEqual([
      { metric: "framesOver16Ms", status: "pass", reason: null },
      { metric: "hitches", status: "fail", reason: "exceeded" },
      { metric: "bootMs", status: "pass", reason: null },
    ]);
    expect(report.metrics.frameCpuMsMax.frame).toBe(40);
  });

  it("changes nothing about the exit code while it is not asserted", async () => {
    const result = await runJson(["perf", "test/games/tumbling-boxes", ...counted, "--budget", "maxDrawCalls=1"]);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(reportOf(result).verdict.status).toBe("fail");
  });
});

describe("a game that differs from run to run", () => {
  it("exits with 4, whatever the budget says, and names the first frame that differs", async () => {
    let count = 0;
    await using server = await startGameServer(() => {
      count += 1;
      return String(count);
    });
    const budget = ["--assert-budget", "--budget", "maxDrawCalls=1000"];
    const result = await runJson([
      "perf",
      "test/games/odd/differs-each-time.game.json",
      ...counted,
      ...budget,
      ...server.args,
      "--allow-vacuous",
    ]);
    expect(result.exitCode, result.stderr).toBe(4);
    const { report, verdict } = reportOf(result);
    expect(verdict).toMatchObject({ status: "fail", cause: "nondeterminism" });
    expect(report.divergence).toMatchObject({ column: "stateHash", frame: 7, runs: [0, 1] });
  });

  it("names the differing value and the call that returned it, in measured frames", async () => {
    let count = 10;
    await using server = await startGameServer(() => String((count += 1)));
    const game = "test/games/odd/differs-each-time.game.json";
    const flags = ["--frames", "20", "--warmup", "5", "--repeat", "0", "--allow-vacuous"];
    const result = await runJson(["perf", game, ...flags, ...server.args]);
    expect(result.exitCode, result.stderr).toBe(4);
    expect(reportOf(result).report.explanation).toMatchObject({
      ...{ frame: 2, phase: "gameLogic", root: "main", part: "scene", path: "Scene/children[0].position.x" },
      class: "exact",
      cause: { api: "Response.text", realm: "/", stack: [{ file: "src/differs-each-time.ts", line: 7 }] },
    });
    expect(result.stderr).toContain("Response.text at src/differs-each-time.ts:7");
  });
});

describe("a game that reads pixels back", () => {
  it("gets real pixels while it loads, without its frames being rendered", async () => {
    const result = await runJson(["perf", "test/games/odd/probes-while-loading.game.json", ...short]);
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.runs.map(({ raster }) => raster)).toEqual(["skip", "skip", "skip"]);
    expect(report.notices.map(({ code }) => code)).not.toContain("raster-restart");
    expect(new Set(report.perFrame.drawCalls)).toEqual(new Set([1]));
  });

  it("is restarted with real rendering, and the report says so", async () => {
    const result = await runJson(["perf", "test/games/odd/reads-pixels.game.json", ...short]);
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.raster).toBe("real");
    expect(result.stderr).toMatch(/reads pixels back by \w+: starting over with pixels/u);
    expect(report.runs.map(({ raster }) => raster)).toEqual(["real", "real", "real"]);
    expect(report.notices).toContainEqual(
      expect.objectContaining({ code: "raster-restart", where: expect.stringMatching(/^src\/reads-pixels\.ts:11:/) }),
    );
  });

  it("is restarted with only its canvases rendered if it reads only those", async () => {
    const result = await runJson(["perf", "test/games/canvas-page/reads-back.html", ...short]);
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.raster).toBe("skip");
    const restarts = report.notices.filter(({ code }) => code === "raster-restart");
    expect(restarts).toHaveLength(1);
    expect(restarts[0]?.message).toContain("with its 2D canvases rendered");
    expect(restarts[0]?.where).toMatch(/reads-back\.html:11:/);
  });
});
