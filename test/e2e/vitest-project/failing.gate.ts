import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGame } from "framegate/harness";
import { expect, it } from "vitest";

const counts = { cwd: import.meta.dirname, frames: 40, warmup: 2, repeat: 0 };

const runs = new Map<string, ReturnType<typeof runGame>>();

/** Runs a game once for all tests. */
async function result(game: string): ReturnType<typeof runGame> {
  const run = runs.get(game) ?? runGame(game, counts);
  runs.set(game, run);
  return await run;
}

it("over budget", async () => {
  expect(await result("games/steady.html")).toBeWithinBudget({ maxCanvasOperations: 1 });
});

it("within budget, negated", async () => {
  expect(await result("games/steady.html")).not.toBeWithinBudget({ maxCanvasOperations: 10 });
});

it("no budget", async () => {
  expect(await result("games/steady.html")).toBeWithinBudget();
});

it("not a metric", async () => {
  // @ts-expect-error: there is no such metric.
  expect(await result("games/steady.html")).toBeWithinBudget({ maxDrawCall: 1 });
});

it("regressed", async () => {
  const steady = await result("games/steady.html");
  expect(await runGame("games/grown.html", counts)).toRegressNothing(steady);
});

it("of another run", async () => {
  const steady = await result("games/steady.html");
  expect(await runGame("games/steady.html", { ...counts, frames: 20 })).toRegressNothing(steady);
});

it("nondeterministic", async () => {
  const wild = await result("games/wild.html");
  await expect(wild).toReplayIdentically({ cwd: import.meta.dirname });
});

it("different from browser to browser", async () => {
  const { report } = await result("games/wild.html");
  // Pretends that the runs within one browser were equal.
  const stored = { report, verdict: { status: "pass", lines: [] } } as const;
  await expect(stored).toReplayIdentically({ cwd: import.meta.dirname });
});

it("not replayable", async () => {
  const { report, verdict } = await result("games/steady.html");
  await expect({ report: { ...report, replay: null }, verdict }).toReplayIdentically();
});

it("nondeterministic, negated budget", async () => {
  const wild = await result("games/wild.html");
  expect(wild).not.toBeWithinBudget({ maxCanvasOperations: 0 });
});

it("changed since", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "framegate-vitest-"));
  try {
    cpSync(join(import.meta.dirname, "games"), cwd, { recursive: true });
    const steady = await runGame("steady.html", { ...counts, cwd });
    cpSync(join(cwd, "grown.html"), join(cwd, "steady.html"));
    await expect(steady).toReplayIdentically({ cwd });
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

it("not awaited", () => {
  const running = runGame("games/nowhere.html", counts);
  running.catch(() => undefined);
  expect(running).toBeWithinBudget();
});

it("no result", () => {
  expect({ draws: 3 }).toBeWithinBudget();
});

it("no result to compare with", async () => {
  const steady = await result("games/steady.html");
  expect(steady).toRegressNothing("package.json");
});
