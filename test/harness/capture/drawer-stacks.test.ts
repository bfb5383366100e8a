import { expect, it } from "vitest";
import { namedCalls } from "../../../harness/capture/drawer-stacks.ts";
import { createStackPositions } from "../../../harness/capture/stack-positions.ts";

const lengths: Readonly<Record<string, number>> = { "engine.js": 650_000, "game.js": 4000, "bundle.js": 900_000 };
const scripts = { lengthOf: (path: string): number => lengths[path] ?? 0 };

function callsOf(...files: readonly string[]): readonly string[] {
  const stack = files.map((file) => `    at draw (http://embed.framegate.localhost/${file}:3:7)`).join("\n");
  return namedCalls(stack, createStackPositions(null, null).frame, scripts).map(({ owner }) => owner);
}

it("are a library's in a large script that a smaller one calls, on both sides of it", () => {
  expect(callsOf("engine.js", "engine.js", "game.js", "engine.js")).toEqual(["library", "library", "game", "library"]);
});

it("are the game's in a bundle that nobody calls, and in small files", () => {
  expect(callsOf("bundle.js", "bundle.js")).toEqual(["game", "game"]);
  expect(callsOf("game.js", "other.js")).toEqual(["game", "game"]);
});

it("have a name and a position", () => {
  const stack = "    at Renderer.render (http://embed.framegate.localhost/engine.js:3:7)";
  expect(namedCalls(stack, createStackPositions(null, null).frame, scripts)).toEqual([
    { name: "Renderer.render", position: "engine.js:3:7", owner: "game" },
  ]);
});
