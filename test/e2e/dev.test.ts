import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
// The type of the global.
import type {} from "../../src/page/bridge/debug-bridge.ts";
import { createGameFolder, type GameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { visitDev } from "./visit-server.ts";

/** Each root counts its steps and the presses of a button. */
const entry = (version: number): string => `
export function setup(ctx: any): void {
  let steps = 0;
  let presses = 0;
  ctx.systems.add("gameLogic", () => {
    steps += 1;
    if (ctx.input.isJustPressed("push")) presses += 1;
    if (presses > 1) throw new Error("pressed twice");
  });
  ctx.debug.command(ctx.rootId, () => ({ steps, presses, version: ${String(version)}, seed: ctx.random(), step: ctx.time.step }));
}
`;

const root = { adapter: "threejs", entry: "src/main.ts" };

async function createGame(): Promise<GameFolder> {
  const folder = await createGameFolder({
    "framegate.game.json": manifestOf({
      roots: [
        { ...root, id: "world" },
        { ...root, id: "music", pausable: false },
      ],
      resolution: { width: 64, height: 36 },
      determinism: { seededRandom: true, defaultSeed: 5 },
    }),
    "framegate.input.json": {
      version: 1,
      actions: { push: { valueType: "digital", bindings: [{ type: "key", code: "Space" }] } },
    },
    "package.json": { type: "module" },
    "src/main.ts": entry(1),
    ".env": "SECRET=1",
  });
  await symlink(join(packageRoot, "node_modules"), join(folder.path, "node_modules"));
  await symlink("/etc/hosts", join(folder.path, "outside.txt"));
  return folder;
}

interface Told {
  readonly steps: number;
  readonly presses: number;
  readonly version: number;
  readonly step: number;
}

/** The answer of a root to its debug command. */
async function ask(page: Page, name: string): Promise<Told> {
  return (await page.evaluate((command) => globalThis.framegateDebug?.command(command), name)) as Told;
}

/** Waits until the roots of this version of the game are running. */
async function untilRunning(page: Page, version: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const bridge = globalThis.framegateDebug;
      if (bridge === undefined || !bridge.commands().includes("music")) return false;
      const told = bridge.command("music") as Told;
      return told.version === wanted && told.steps > 2;
    },
    { timeout: 0, polling: 50 },
    version,
  );
}

async function statusOf(url: string, path: string): Promise<number> {
  const response = await fetch(new URL(path, url));
  await response.arrayBuffer();
  return response.status;
}

async function play(page: Page, url: string): Promise<void> {
  await page.goto(`${url}?framegate-debug=1`);
  await untilRunning(page, 1);

  // A paused root and its clock stand still. The others go on.
  await page.evaluate(() => globalThis.framegateDebug?.pause());
  const [held, playing] = [await ask(page, "world"), await ask(page, "music")];
  await page.waitForFunction(
    (before) => (globalThis.framegateDebug?.command("music") as Told).steps > before + 3,
    { timeout: 0, polling: 50 },
    playing.steps,
  );
  await page.evaluate(() => globalThis.framegateDebug?.step(2));
  const stepped = await ask(page, "world");
  expect(stepped.steps).toBe(held.steps + 2);
  expect(stepped.step).toBe(held.step + 2);
  expect((await ask(page, "music")).steps).toBeGreaterThan(stepped.steps);
  const roots = await page.evaluate(() => globalThis.framegateDebug?.roots());
  expect(roots?.map(({ id, paused }) => [id, paused])).toEqual([
    ["world", true],
    ["music", false],
  ]);

  // Input from the bridge takes the same path as input from the keyboard.
  await page.evaluate(() => {
    globalThis.framegateDebug?.inject({ type: "key", code: "Space", pressed: true });
    globalThis.framegateDebug?.inject({ type: "key", code: "Space", pressed: false });
  });
  await page.waitForFunction(() => (globalThis.framegateDebug?.command("music") as Told).presses === 1, { timeout: 0 });
  const profile = await page.evaluate(() => globalThis.framegateDebug?.profile());
  expect(profile?.frames.at(-1)?.phases).toHaveProperty("gameLogic");
  await page.evaluate(() => globalThis.framegateDebug?.resume());
}

/** Presses a key twice, which ends the game. */
async function end(page: Page): Promise<void> {
  await page.keyboard.press("Space");
  await page.waitForFunction(() => (globalThis.framegateDebug?.command("music") as Told).presses === 1, { timeout: 0 });
  await page.keyboard.press("Space");
}

describe("framegate dev", () => {
  it("serves a game to a person, restarts it on a change, and leaves nothing behind when it is stopped", async () => {
    await using game = await createGame();
    let statuses: readonly number[] = [];
    const result = await visitDev(game.path, async ({ url, page, said }) => {
      statuses = await Promise.all(
        ["/src/main.ts", "/.env", "/__game/.env", "/.env?raw", "/outside.txt", "/@fs/etc/hosts"].map(
          async (path) => await statusOf(url, path),
        ),
      );
      const look = async (): Promise<void> => {
        await page.goto(url);
        const hasBridge = await page.waitForFunction(
          () => document.querySelector("canvas") !== null && { hasBridge: "framegateDebug" in globalThis },
          { timeout: 0, polling: 50 },
        );
        expect(await hasBridge.jsonValue(), "without the query").toEqual({ hasBridge: false });
        await play(page, url);
      };
      // While Vite optimizes dependencies it may load the page twice, and then calls to the first page fail.
      await look().catch(async (thrown: unknown) => {
        if (!/context was destroyed|cannot find context|detached/iu.test(String(thrown))) throw thrown;
        await look();
      });
      // Two changes: one that cannot be built, and one that can.
      await game.write({ "src/main.ts": "export const broken = ;" });
      await said("build-failed");
      await game.write({ "src/main.ts": entry(2) });
      await untilRunning(page, 2);
      await end(page);
      await said("pressed twice");
      // A game that has ended starts again with its page.
      await game.write({ "src/main.ts": entry(3) });
      await untilRunning(page, 3);
    });
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404]);
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toBe("");
    expect(result.stderr).toMatch(/build-failed.*\n(?:.*\n)*?.*src\/main\.ts:1:23/u);
    expect(result.stderr).toMatch(/frame-threw.*pressed twice/u);
    expect(result.stderr).toMatch(/src\/main\.ts:8:\d+/u);
  });
});
