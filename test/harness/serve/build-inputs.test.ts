import { rm, stat, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { areInputsUnchanged, type BuildInputs, fingerprintInputs } from "../../../harness/serve/build-inputs.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

const files = {
  "game/src/main.ts": "export {};",
  "game/style.css": "body {}",
  "game/node_modules/three/index.js": "export {};",
  "game/node_modules/three/unused.js": "export {};",
};

/** Whether a game whose build read `main.ts` and a library counts as unchanged after `change`. */
async function isUnchangedAfter(change: (folder: GameFolder) => Promise<void>): Promise<boolean> {
  await using folder = await createGameFolder(files);
  const gameDir = join(folder.path, "game");
  const modules = [join(gameDir, "src/main.ts"), join(gameDir, "node_modules/three/index.js")];
  const inputs = await fingerprintInputs(gameDir, modules);
  await change(folder);
  // Through JSON, as it is kept beside the build.
  return await areInputsUnchanged(JSON.parse(JSON.stringify(inputs)) as BuildInputs);
}

function writing(name: string, content = "changed"): (folder: GameFolder) => Promise<void> {
  return async (folder) => {
    await folder.write({ [name]: content });
  };
}

describe("a build may be used again", () => {
  it("when nothing has changed", async () => {
    expect(await isUnchangedAfter(async () => undefined)).toBe(true);
  });

  it.each(["game/reports/a/report.json", "game/dist/bundle.js", "game/node_modules/three/unused.js", "beside/other.ts"])(
    "when %s has changed, which no build reads",
    async (name) => {
      expect(await isUnchangedAfter(writing(name))).toBe(true);
    },
  );
});

describe("a build is made again", () => {
  it.each([
    ["a module", "game/src/main.ts"],
    ["a module of a library", "game/node_modules/three/index.js"],
    ["a file that no module imports", "game/style.css"],
    ["a new file", "game/levels/2.json"],
    ["the packages", "game/package.json"],
    ["the locked packages", "game/package-lock.json"],
    ["the compiler's settings", "game/tsconfig.json"],
    ["the compiler's settings above the game", "tsconfig.json"],
    ["the environment", "game/.env"],
    ["the environment of this machine", "game/.env.production.local"],
    ["the browsers", "game/.browserslistrc"],
  ])("when %s changed: %s", async (_what, name) => {
    expect(await isUnchangedAfter(writing(name))).toBe(false);
  });

  it("when a module has another content of the same size and time", async () => {
    const isUnchanged = await isUnchangedAfter(async (folder) => {
      const path = join(folder.path, "game/src/main.ts");
      const { atime, mtime } = await stat(path);
      await folder.write({ "game/src/main.ts": "export []" + ";" });
      await utimes(path, atime, mtime);
    });
    expect(isUnchanged).toBe(false);
  });

  it("when a file is gone", async () => {
    const isUnchanged = await isUnchangedAfter(async (folder) => {
      await rm(join(folder.path, "game/style.css"));
    });
    expect(isUnchanged).toBe(false);
  });
});

it("does not stumble over a link that leads nowhere", async () => {
  await using folder = await createGameFolder(files);
  await symlink("/nowhere/at/all", join(folder.path, "game/broken"));
  const inputs = await fingerprintInputs(join(folder.path, "game"), []);
  expect(await areInputsUnchanged(inputs)).toBe(true);
});
