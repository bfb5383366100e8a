import { cp, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
// The type of the global.
import type {} from "../../src/page/bridge/debug-bridge.ts";
import { createGameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { visitDev } from "./visit-server.ts";

const games = join(packageRoot, "test/games/ingest");

/** A root of the manifest's own, and one unmodified game per strategy. */
const roots = [
  { id: "own", adapter: "threejs", entry: "src/box.js" },
  {
    id: "page",
    adapter: { surface: "threejs", ingest: { strategy: "opaque-embed", entryHtml: "page/index.html" } },
    zOrder: 1,
  },
  {
    id: "shared",
    adapter: { surface: "threejs", ingest: { strategy: "shared", domStubs: ["#app"] } },
    entry: "src/unmodified-three.js",
    zOrder: 2,
  },
  {
    id: "bundle",
    adapter: {
      surface: "threejs",
      ingest: {
        strategy: "iframe-reachable",
        bundleUrl: "src/unmodified-three.js",
        bodyHtml: "<main id='app'></main>",
      },
    },
    zOrder: 3,
  },
];

/** Waits until a page without the mark has mounted all roots and run a few frames, and then marks it. */
async function untilStarted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      if (Reflect.has(globalThis, "isSeen")) return false;
      const bridge = globalThis.framegateDebug;
      const isRunning = (bridge?.profile().frames.at(-1)?.step ?? 0) > 3;
      return isRunning && bridge?.roots().find(({ id }) => id === "bundle")?.entities === 4;
    },
    { timeout: 0, polling: 50 },
  );
  await page.evaluate(() => Reflect.set(globalThis, "isSeen", true));
}

describe("framegate dev, for unmodified games", () => {
  it("runs them by every strategy, and reloads the page when one changes", async () => {
    await using game = await createGameFolder({
      "framegate.game.json": manifestOf({ roots, resolution: { width: 320, height: 180 } }),
      "package.json": { type: "module" },
    });
    for (const name of ["src", "page"]) await cp(join(games, name), join(game.path, name), { recursive: true });
    await symlink(join(packageRoot, "node_modules"), join(game.path, "node_modules"));
    const result = await visitDev(game.path, async ({ url, page }) => {
      await page.goto(`${url}?framegate-debug=1`);
      await untilStarted(page);
      const entities = await page.evaluate(() =>
        globalThis.framegateDebug?.roots().map((root) => [root.id, root.entities]),
      );
      expect(entities).toEqual([
        ["own", 1],
        ["page", 0],
        ["shared", 4],
        ["bundle", 4],
      ]);
      // The manifest's own box, a page with a triangle, and two games of four boxes each.
      const drawn = await page.evaluate(() => globalThis.framegateDebug?.profile().frames.at(-1)?.counts.drawCalls);
      expect(drawn).toBe(10);

      // A change to the manifest's own root remounts that root alone. A change to an unmodified game reloads the page.
      const box = await readFile(join(game.path, "src/box.js"), "utf8");
      await game.write({ "src/box.js": `${box}\nglobalThis.isNewBox = true;\n` });
      await page.waitForFunction(() => Reflect.has(globalThis, "isNewBox"), { timeout: 0, polling: 50 });
      expect(await page.evaluate(() => Reflect.has(globalThis, "isSeen"))).toBe(true);
      for (const file of ["src/unmodified-three.js", "page/index.html"]) {
        await game.write({ [file]: `${await readFile(join(game.path, file), "utf8")}\n` });
        await untilStarted(page);
      }
    });
    expect(result.stderr).not.toContain("error");
    expect(result.exitCode).toBe(0);
  });
});
