import { expect, it } from "vitest";
import { promptRank } from "../../../../src/page/prelude/input/prompt-rank.ts";

it("puts what starts a game before what it does not know, settings and links that leave it", () => {
  const labels = ["GitHub", "Fullscreen", "Settings", "", "Level 1", "NEW GAME", "Click to play!", "How to display"];
  const ranked = labels
    .map((label) => ({ label, rank: promptRank(label, label === "GitHub") }))
    .sort((one, other) => one.rank - other.rank);
  expect(ranked.map(({ label }) => label)).toEqual([
    "NEW GAME",
    "Click to play!",
    "",
    "Level 1",
    "How to display",
    "Fullscreen",
    "Settings",
    "GitHub",
  ]);
});
