import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createPathLookup, type PathLookup } from "../../../harness/load/look-up-path.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

const files = { "src/main.ts": "", "src/levels/one.ts": "", "assets/Icon.png": "", "readme.md": "" };

async function lookUp(path: string): Promise<PathLookup> {
  await using folder = await createGameFolder(files);
  await symlink("src/main.ts", join(folder.path, "linked.ts"));
  return await createPathLookup(folder.path)(path);
}

it.each([
  ["src/main.ts", { found: "file" }],
  ["./src/main.ts", { found: "file" }],
  ["/src//main.ts", { found: "file" }],
  ["src/../readme.md", { found: "file" }],
  ["linked.ts", { found: "file" }],
  ["src", { found: "folder" }],
  ["", { found: "folder" }],
  [".", { found: "folder" }],
  ["assets/icon.png", { found: "other-case", written: "assets/Icon.png" }],
  ["SRC/LEVELS/One.ts", { found: "other-case", written: "src/levels/one.ts" }],
  ["src/mian.ts", { found: "nothing", nearest: "src/main.ts" }],
  ["srk/levles/one.ts", { found: "nothing", nearest: "src/levels/one.ts" }],
  ["src\\main.ts", { found: "nothing", nearest: "src/main.ts" }],
  ["src/main.js", { found: "nothing", nearest: "src/main.ts" }],
  // The right name in the wrong folder.
  ["one.ts", { found: "nothing", nearest: "src/levels/one.ts" }],
  ["src/main.ts/below", { found: "nothing", nearest: null }],
  ["something/else.entirely", { found: "nothing", nearest: null }],
  ["a\u0000b", { found: "nothing", nearest: null }],
  ["x".repeat(5000), { found: "nothing", nearest: null }],
])("looks up %j", async (path, expected) => {
  expect(await lookUp(path)).toEqual(expected);
});

it("finds nothing below a folder that does not exist", async () => {
  expect(await createPathLookup("/nowhere/at/all")("a.ts")).toEqual({ found: "nothing", nearest: null });
});
