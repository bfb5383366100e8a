import { expect, it } from "vitest";
import { compareSurroundings, isSameGame, type Surroundings } from "../../../harness/verify/compare-replay.ts";

const recorded: Surroundings = {
  environment: { framegate: "0.1.0", browser: "147", flags: "", platform: "linux x64", manifest: "a", tape: "none" },
  files: [{ url: "http://game/main.js", hash: "1" }],
};

it.each([
  ["the same surroundings", {}, true],
  ["another browser and platform", { browser: "148", platform: "win32 x64" }, true],
  ["another manifest", { manifest: "b" }, false],
  ["another tape", { tape: "c" }, false],
])("with %s", (_, change, sameGame) => {
  const here = { ...recorded, environment: { ...recorded.environment, ...change } };
  expect(isSameGame(compareSurroundings(recorded, here))).toBe(sameGame);
});

it.each([
  ["changed", [{ url: "http://game/main.js", hash: "2" }]],
  ["missing", []],
])("a %s file makes it another game", (_, files) => {
  expect(isSameGame(compareSurroundings(recorded, { ...recorded, files }))).toBe(false);
});
