import { rm, stat, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  areInputsUnchanged,
  type BuildEnvironment,
  type BuildInputs,
  fingerprintInputs,
} from "../../../harness/serve/build-inputs.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

const files = {
  "game/src/main.ts": "export {};",
  "game/style.css": "body {}",
  "game/node_modules/three/index.js": "export {};",
  "game/node_modules/three/unused.js": "export {};",
  "game/vite.config.mjs": "const { SPEED } = process.env;\nexport default { define: { level: env.level } };",
  "elsewhere/shared.ts": "export {};",
  "elsewhere/levels/1.json": "{}",
};

/** Whether a game whose build read `main.ts` and a library counts as unchanged after `change`. */
async function isUnchangedAfter(
  change: (folder: GameFolder) => Promise<void>,
  environmentBefore: BuildEnvironment = {},
  environmentAfter = environmentBefore,
): Promise<boolean> {
  await using folder = await createGameFolder(files);
  const inputs = await fingerprint(folder, environmentBefore);
  await change(folder);
  // Through JSON, as in a build's record.
  return await areInputsUnchanged(JSON.parse(JSON.stringify(inputs)) as BuildInputs, environmentAfter);
}

async function fingerprint(folder: GameFolder, environment: BuildEnvironment): Promise<BuildInputs> {
  const gameDir = join(folder.path, "game");
  const modules = ["game/src/main.ts", "game/node_modules/three/index.js", "elsewhere/shared.ts", "elsewhere/levels"];
  const reads = {
    gameDir,
    paths: modules.map((name) => join(folder.path, name)),
    configurationFiles: [join(gameDir, "vite.config.mjs")],
    environmentDir: gameDir,
    environmentPrefixes: ["VITE_"],
  };
  return await fingerprintInputs(reads, environment);
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

  it.each([
    "game/reports/a/report.json",
    "game/results/Demo/2026-01-31T094500Z-seed1/report.json",
    "game/results/Demo/2026-01-31T094500Z-seed1-2/frame-1.png",
    "game/dist/bundle.js",
    "game/node_modules/three/unused.js",
    "beside/other.ts",
  ])("when %s has changed, which no build reads", async (name) => {
    expect(await isUnchangedAfter(writing(name))).toBe(true);
  });
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
    ["the styles", "postcss.config.mjs"],
    ["a module elsewhere", "elsewhere/shared.ts"],
    ["a file beside a module elsewhere", "elsewhere/more.ts"],
    ["a file of a watched folder elsewhere", "elsewhere/levels/1.json"],
  ])("when %s changed: %s", async (_what, name) => {
    expect(await isUnchangedAfter(writing(name))).toBe(false);
  });

  it("when a module has other content of the same size and time", async () => {
    const isUnchanged = await isUnchangedAfter(async (folder) => {
      const path = join(folder.path, "game/src/main.ts");
      const { atime, mtime } = await stat(path);
      await folder.write({ "game/src/main.ts": "export []" + ";" });
      await utimes(path, atime, mtime);
    });
    expect(isUnchanged).toBe(false);
  });

  it("when a file was removed", async () => {
    const isUnchanged = await isUnchangedAfter(async (folder) => {
      await rm(join(folder.path, "game/style.css"));
    });
    expect(isUnchanged).toBe(false);
  });
});

it("tolerates a dangling link", async () => {
  await using folder = await createGameFolder(files);
  await symlink("/nowhere/at/all", join(folder.path, "game/broken"));
  expect(await areInputsUnchanged(await fingerprint(folder, {}), {})).toBe(true);
});

describe("the environment of a build", () => {
  const isSame = async (before: BuildEnvironment, after: BuildEnvironment): Promise<boolean> =>
    isUnchangedAfter(async () => undefined, before, after);

  it.each(["VITE_LEVEL", "NODE_ENV", "SPEED", "level"])("counts by the value of %s, which is read", async (name) => {
    expect(await isSame({ [name]: "1" }, { [name]: "1" })).toBe(true);
    expect(await isSame({ [name]: "1" }, { [name]: "2" })).toBe(false);
    expect(await isSame({ [name]: "1" }, {})).toBe(false);
    expect(await isSame({}, { [name]: "1" })).toBe(false);
  });

  it("does not count if nothing reads it", async () => {
    expect(await isSame({ TERM: "a", PWD: "/a" }, { TERM: "b" })).toBe(true);
  });
});
