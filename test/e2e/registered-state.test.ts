import { expect, it } from "vitest";
import type { RunReport } from "../../src/formats/report.ts";
import { reportOf, runJson } from "./run-command.ts";

async function run(query: string): Promise<RunReport> {
  const short = ["--frames", "6", "--warmup", "0", "--repeat", "0", "--query", query];
  const result = await runJson(["perf", "test/games/odd/registers-state.game.json", ...short]);
  expect(result.exitCode, result.stderr).toBe(0);
  return reportOf(result).report;
}

it("hashes registered state and user data, and lists registered state as its own part", async () => {
  const first = await run("score=1&health=1");
  expect(first.liveness?.parts).toContainEqual({ name: "state:score", changedFrames: 6 });
  const scored = await run("score=2&health=1");
  expect(scored.perFrame.stateHash[0]).not.toBe(first.perFrame.stateHash[0]);
  expect(scored.runs[0]?.finalStateHash).not.toBe(first.runs[0]?.finalStateHash);
  const hurt = await run("score=1&health=2");
  expect(hurt.perFrame.stateHash[0]).not.toBe(first.perFrame.stateHash[0]);
});
