import { expect, it } from "vitest";
import { promptRank } from "../../../../src/page/prelude/input/prompt-rank.ts";

it("puts what starts a game before what it does not know", () => {
  expect(["NEW GAME", "Click to play!", "▶ Start"].map(promptRank)).toEqual([0, 0, 0]);
  const story = "Once upon a time there was a girl who began to play at the gate of the old town";
  expect(["", "Level 1", "How to display", story].map(promptRank)).toEqual([1, 1, 1, 1]);
});

it("leaves out what only changes how a game is shown, or tells about it", () => {
  expect(["Fullscreen", "⛶ Full screen", "Settings", "Mute music", "About"].map(promptRank)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});
