import { join } from "node:path";
import { expect, it } from "vitest";
import { isResolvableFrom } from "../../../harness/load/installed-packages.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

it.each([
  ["planck", true],
  ["planck/dist/planck.mjs", true],
  ["@scope/name", true],
  ["@scope/name/deep/file.js", true],
  ["three/addons/loaders/GLTFLoader.js", true],
  ["matter-js", false],
  ["@scope/other", false],
  ["@scope", false],
  ["", false],
  ["./planck", false],
  ["/planck", false],
  ["../node_modules/planck", false],
])("knows whether %j is a package that the game or its host has", async (specifier, expected) => {
  await using folder = await createGameFolder({
    "node_modules/planck/package.json": {},
    "game/node_modules/@scope/name/package.json": {},
    "game/manifest.json": {},
  });
  expect(isResolvableFrom(join(folder.path, "game"), specifier)).toBe(expected);
});
