import { type ReportFile, runGame } from "framegate/harness";
import { expect, it } from "vitest";

const counts = { cwd: import.meta.dirname, frames: 40, warmup: 2, repeat: 0 };

it("passes a budget that holds", async () => {
  const steady = await runGame("games/steady.html", counts);
  expect(steady).toBeWithinBudget({ maxCanvasOperations: 10 });
  expect(steady).not.toBeWithinBudget({ maxCanvasOperations: 1 });
  await expect(steady).toReplayIdentically({ cwd: import.meta.dirname });
  expect(steady).toRegressNothing(JSON.parse(JSON.stringify(steady)) as ReportFile);
  await expect(runGame("games/steady.html", counts)).resolves.toBeWithinBudget({ maxCanvasOperations: 10 });
});

it("recognises a regression", async () => {
  const steady = await runGame("games/steady.html", counts);
  const grown = await runGame("games/grown.html", counts);
  expect(grown).not.toRegressNothing(steady);
  expect(grown).toRegressNothing(steady, { maxWorkGrowth: 1 });
});
