import { expect, it } from "vitest";
import { expectSame, playWildly, record, replay } from "./record-run.ts";

it("a game with physics in WebAssembly comes to the same state when its tape is played", async () => {
  const game = "examples/arena";
  const recording = await record({ game, stepsMax: null, play: playWildly });
  expect(recording.steps).toBeGreaterThan(10);
  expectSame(await replay(game, recording), recording);
});
