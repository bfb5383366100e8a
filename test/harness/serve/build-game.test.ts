import { existsSync } from "node:fs";
import { readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { packageRoot } from "../../../harness/package-root.ts";
import { buildGame, type GameBuild } from "../../../harness/serve/build-game.ts";
import type { DeliveryContext } from "../../../src/formats/capability-tiers.ts";
import type { ResolvedManifest } from "../../../src/formats/manifest.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

const plainGame = { "game/package.json": "{}", "game/src/main.ts": 'export default () => "the game";' };

const adapter = { kind: "default", name: "threejs" } as const;

const manifest: ResolvedManifest = {
  name: "Demo",
  version: "1.0.0",
  appId: null,
  engineVersion: "0.3.0",
  editorPort: null,
  roots: [
    {
      id: "main",
      adapter,
      scene: null,
      entry: "src/main.ts",
      zOrder: 0,
      pausable: true,
      loop: "gated",
      tier: "first-party",
    },
  ],
  resolution: { width: 320, height: 240 },
  determinism: { seededRandom: true, defaultSeed: null },
  budget: null,
  declaresResolution: false,
  allowProductionDebug: false,
  server: null,
  authoring: null,
  learn: null,
};

async function createGame(files: Readonly<Record<string, unknown>> = {}): Promise<GameFolder> {
  const folder = await createGameFolder({ ...plainGame, ...files });
  await symlink(join(packageRoot, "node_modules"), join(folder.path, "node_modules"));
  return folder;
}

async function build(
  folder: GameFolder,
  signal = new AbortController().signal,
  context: DeliveryContext = "local",
): Promise<GameBuild> {
  const gameDir = join(folder.path, "game");
  const manifestPath = join(gameDir, "framegate.game.json");
  const served = { folder: gameDir, because: null };
  return await buildGame(
    { target: { kind: "manifest", gameDir, manifestPath, manifest, inputMap: null, served }, context },
    join(folder.path, "cache"),
    signal,
  );
}

/** Whether the game was rebuilt after the change, not taken from the cache. */
async function isBuiltAgain(folder: GameFolder, change: () => Promise<unknown>): Promise<boolean> {
  await build(folder);
  expect((await build(folder)).wasCached, "nothing has changed yet").toBe(true);
  await change();
  return !(await build(folder)).wasCached;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a game is built again", () => {
  it("when a variable of the game's own prefix changed", async () => {
    await using folder = await createGame({
      "game/vite.config.mjs": 'export default { envPrefix: "PONG_" };',
      "game/src/main.ts": "export default () => import.meta.env.PONG_LEVEL;",
    });
    vi.stubEnv("PONG_LEVEL", "1");
    expect(await isBuiltAgain(folder, async () => vi.stubEnv("PONG_LEVEL", "2"))).toBe(true);
  });

  it("when a style sheet elsewhere changed that only a style sheet imports", async () => {
    await using folder = await createGame({
      "game/src/main.ts": 'import "./style.css";\nexport default () => 1;',
      "game/src/style.css": '@import "../../theme/colours.css";',
      "theme/colours.css": "body { color: red }",
    });
    expect(await isBuiltAgain(folder, async () => folder.write({ "theme/colours.css": "body { color: tan }" }))).toBe(
      true,
    );
  });

  it("when a file elsewhere changed that a plugin watches", async () => {
    await using folder = await createGame({
      "levels.txt": "1",
      "game/vite.config.mjs": `export default {
        plugins: [{ name: "levels", buildStart() { this.addWatchFile(${JSON.stringify("PATH/levels.txt")}); } }],
      };`,
    });
    const configuration = join(folder.path, "game/vite.config.mjs");
    await writeFile(configuration, (await readFile(configuration, "utf8")).replace("PATH", folder.path));
    expect(await isBuiltAgain(folder, async () => folder.write({ "levels.txt": "2" }))).toBe(true);
  });

  it("every time if it globs a folder elsewhere", async () => {
    await using folder = await createGame({
      "game/src/main.ts": 'export default () => import.meta.glob("../../levels/**/*.json", { eager: true });',
    });
    await build(folder);
    expect((await build(folder)).wasCached).toBe(false);
  });

  it("when its record is damaged, foreign or truncated", async () => {
    await using folder = await createGame();
    for (const damage of [
      () => "{",
      () => "null",
      () => '{"inputs":{}}',
      (text: string) => text.replace('"loadedFiles":[', '"loadedFiles":[1,'),
    ]) {
      const { outDir } = await build(folder);
      const record = join(outDir, "framegate-build.json");
      await writeFile(record, damage(await readFile(record, "utf8")));
      expect((await build(folder)).wasCached).toBe(false);
      await writeFile(record, "");
    }
  });
});

it("but is found again if it only globs its own folder", async () => {
  await using folder = await createGame({
    "game/levels/1.json": "{}",
    "game/src/main.ts":
      'export default () => import.meta.glob<object>(["../levels/*.json", "/levels/*"], { import: "default" });',
  });
  await build(folder);
  expect((await build(folder)).wasCached).toBe(true);
});

describe("the folder of a build", () => {
  it("stays unchanged when the game is edited and built again", async () => {
    await using folder = await createGame();
    const first = await build(folder);
    const before = await readdir(first.outDir, { recursive: true });
    await folder.write({ "game/src/main.ts": "export default () => 2;" });
    const second = await build(folder);
    expect(second.outDir).not.toBe(first.outDir);
    expect(await readdir(first.outDir, { recursive: true })).toEqual(before);
  });

  it("is found again when an edit is undone", async () => {
    await using folder = await createGame();
    const time = new Date("2026-01-01");
    const source = join(folder.path, "game/src/main.ts");
    await utimes(source, time, time);
    const first = await build(folder);
    await folder.write({ "game/src/main.ts": "export default () => 2;" });
    expect((await build(folder)).wasCached).toBe(false);
    await folder.write({ "game/src/main.ts": plainGame["game/src/main.ts"] });
    await utimes(source, time, time);
    expect(await build(folder)).toEqual({ ...first, wasCached: true });
  });

  it("is removed by a later build once unused for a day", async () => {
    await using folder = await createGame();
    const first = await build(folder);
    const unfinished = `${join(first.outDir, "..")}.killed`;
    await folder.write({ [`${unfinished.slice(folder.path.length + 1)}/half.js`]: "" });
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const path of [first.outDir, unfinished]) await utimes(path, longAgo, longAgo);
    // Using a build renews its mtime.
    expect((await build(folder)).outDir).toBe(first.outDir);
    await folder.write({ "game/src/main.ts": "export default () => 2;" });
    await build(folder);
    expect([existsSync(first.outDir), existsSync(unfinished)]).toEqual([true, false]);
    await utimes(first.outDir, longAgo, longAgo);
    await folder.write({ "game/src/main.ts": "export default () => 3;" });
    await build(folder);
    expect(existsSync(first.outDir)).toBe(false);
  });

  it("is separate for each of two commands that build at the same time", async () => {
    await using folder = await createGame();
    const builds = await Promise.all([build(folder), build(folder)]);
    for (const { outDir, loadedFiles } of builds) {
      for (const file of loadedFiles) expect(existsSync(join(outDir, file)), file).toBe(true);
    }
    expect((await build(folder)).wasCached).toBe(true);
  });
});

describe("the output of a build", () => {
  it.each(["local", "hosted"] as const)("contains no path of this machine: %s", async (context) => {
    await using folder = await createGame({
      "game/src/main.ts": 'import { text } from "./text.js";\nexport default () => text;',
      "game/src/text.js": 'import old from "old";\nexport const text = old.name;',
      "game/node_modules/old/package.json": { name: "old", version: "1.0.0", main: "index.js" },
      "game/node_modules/old/index.js": 'exports.name = "old";',
    });
    const { outDir } = await build(folder, undefined, context);
    const names = (await readdir(outDir, { recursive: true })).filter((name) => name.endsWith(".js"));
    const texts = await Promise.all(names.map(async (name) => await readFile(join(outDir, name), "utf8")));
    expect(texts.some((text) => /\bname = "old"/u.test(text))).toBe(true);
    expect(texts.filter((text) => text.includes(basename(folder.path)))).toEqual([]);
  });

  it("never reaches stdout, whatever the game's configuration does", async () => {
    await using folder = await createGame({
      "game/vite.config.mjs": `process.stdout.write("loaded\\n");
      export default {
        customLogger: undefined,
        build: { rollupOptions: { output: { manualChunks: () => undefined } } },
        plugins: [{ name: "chatty", buildStart() { process.stdout.write("started\\n"); } }],
      };`,
    });
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const errors = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const spied = process.stdout.write;
    try {
      await build(folder);
      expect(process.stdout.write).toBe(spied);
      expect(output.mock.calls).toEqual([]);
      expect(errors.mock.calls.map(([text]) => text)).toEqual(["loaded\n", "started\n"]);
    } finally {
      output.mockRestore();
      errors.mockRestore();
    }
  });

  it("is no longer diverted as soon as the user interrupts", async () => {
    await using folder = await createGame();
    const before = process.stdout.write;
    await expect(build(folder, AbortSignal.abort())).rejects.toMatchObject({ code: "interrupted" });
    expect(process.stdout.write).toBe(before);
  });
});

describe("a build that is interrupted", () => {
  it("stops at its next module, and leaves no folder", async () => {
    await using folder = await createGame({
      "game/vite.config.js": `export default { plugins: [{ name: "abort", resolveId() { globalThis.abortBuild(); } }] };`,
    });
    const controller = new AbortController();
    Reflect.set(globalThis, "abortBuild", () => {
      controller.abort();
    });
    const thrown: unknown = await build(folder, controller.signal).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: "interrupted" });
    // The build has stopped by itself. After the stop limit the cause would be the abort alone.
    expect(String((thrown as Error).cause)).toContain("Build failed");
    expect(await readdir(join(folder.path, "cache/builds"))).toEqual([]);
  });
});
