import { describe, expect, it } from "vitest";
import type { RunReport } from "../../src/formats/report.ts";
import { reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "60", "--warmup", "0", "--repeat", "0"];

async function run(game: string, args: readonly string[]): Promise<RunReport> {
  const result = await runJson(["perf", `test/games/${game}`, ...short, ...args]);
  expect(result.exitCode, result.stderr).toBe(0);
  return reportOf(result).report;
}

/** The parts of a run that do not depend on the speed of the machine. */
function countsOf({ perFrame, runs }: RunReport): object {
  const { drawCalls, triangles, stateHash } = perFrame;
  return { drawCalls, triangles, stateHash, finalStateHashes: runs.map(({ finalStateHash }) => finalStateHash) };
}

describe.each(["tumbling-boxes", "drifting-sprites"])("%s, run by two processes", (game) => {
  it("gives the same frames for the same seed and different ones for another seed", async () => {
    const first = await run(game, ["--seed", "7"]);
    expect(first.perFrame.stateHash).toHaveLength(60);
    expect(new Set(first.perFrame.triangles).size).toBeGreaterThan(1);
    expect(countsOf(await run(game, ["--seed", "7"]))).toEqual(countsOf(first));
    const other = await run(game, ["--seed", "8"]);
    expect(other.perFrame.triangles).not.toEqual(first.perFrame.triangles);
    // All positions differ, so the states differ from the first frame on.
    expect(other.perFrame.stateHash[0]).not.toBe(first.perFrame.stateHash[0]);
  });
});

describe("a game that imports modules while it is set up and in a frame", () => {
  it("has them in the same frame every time, although they come over the network", async () => {
    const first = await run("odd/imports-late.game.json", ["--repeat", "1"]);
    expect(first.divergence).toBeNull();
    expect(countsOf(await run("odd/imports-late.game.json", ["--repeat", "1"]))).toEqual(countsOf(first));
  });
});

describe("where the seed comes from", () => {
  it.each([
    {
      from: "the command line",
      game: "tumbling-boxes",
      args: ["--seed", "-3", "--query", "framegate-seed=4"],
      seed: { value: -3, source: "explicit" },
    },
    {
      from: "the query",
      game: "tumbling-boxes",
      args: ["--query", "framegate-seed=4"],
      seed: { value: 4, source: "query" },
    },
    { from: "the manifest", game: "tumbling-boxes", args: [], seed: { value: 5, source: "defaultSeed" } },
    { from: "the runtime", game: "drifting-sprites", args: [], seed: { value: 0x9e3779b9, source: "runtime-default" } },
  ])("is told by the report: $from", async ({ game, args, seed }) => {
    const report = await run(game, [...args, "--frames", "1"]);
    expect(report.seed).toMatchObject(seed);
    expect(new Set(report.runs.map((one) => one.seed))).toEqual(new Set([seed.value]));
  });
});

describe("a tape", () => {
  it("changes the frames from its first event on", async () => {
    const without = await run("tumbling-boxes", []);
    const withTape = await run("tumbling-boxes", ["--tape", "test/games/tumbling-boxes/push.tape.json"]);
    const differs = without.perFrame.stateHash.findIndex((hash, frame) => hash !== withTape.perFrame.stateHash[frame]);
    expect(differs).toBe(20);
    expect(withTape.tape).toMatchObject({ file: "test/games/tumbling-boxes/push.tape.json", events: 2 });
    expect(without.tape).toBeNull();
  });
});
