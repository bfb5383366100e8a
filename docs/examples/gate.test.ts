import "framegate/vitest";
import { type GameResult, runGame } from "framegate/harness";
import { beforeAll, expect, it } from "vitest";

let run: GameResult;

beforeAll(async () => {
  run = await runGame("docs/examples/three-game", { frames: 120, repeat: 0 });
}, 120_000);

it("keeps its budget", () => {
  expect(run).toBeWithinBudget({ maxDrawCalls: 5 });
});

it("does the same in each run", async () => {
  await expect(run).toReplayIdentically();
}, 120_000);

it("does no more than the run before", async () => {
  const changed = await runGame("docs/examples/three-game", { frames: 120, repeat: 0 });
  expect(changed).toRegressNothing(run);
}, 120_000);
