import { symlink } from "node:fs/promises";
import { join } from "node:path";
import type { CDPSession, Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
// The type of the global.
import type {} from "../../src/page/bridge/debug-bridge.ts";
import { createGameFolder, type GameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { type ServerVisit, visitDev } from "./visit-server.ts";

/** The answer of a root to the debug command of its name. */
interface Told {
  readonly version: number;
  /** Frames since it was mounted. */
  readonly steps: number;
  /** Width and height of its canvas, and the aspect ratio of its camera. */
  readonly size: readonly number[];
}

/** Each root holds a probe of one megabyte. The living probes can be counted. */
const probe = `
import { version } from "./version.ts";
globalThis.Probe ??= class Probe { list = Array.from({ length: 131072 }, (_, index) => index + 0.5); };
globalThis.tornDown ??= [];
export function follow(ctx: any, size: () => number[]): object {
  const probe = new (globalThis as any).Probe();
  let steps = 0;
  ctx.systems.add("gameLogic", () => { steps += probe.list.length > 0 ? 1 : 0; });
  ctx.state.register(ctx.rootId, () => probe.list.length);
  ctx.debug.command(ctx.rootId, () => ({ version, steps, size: size() }));
  return probe;
}
export function teardown(ctx: any): void { globalThis.tornDown.push(ctx.rootId); }
`;

const world = (change = ""): string => `
import { BoxGeometry, Mesh, MeshNormalMaterial } from "three";
import { follow, teardown } from "./probe.ts";
export { teardown };
export async function setup(ctx: any): Promise<void> {
  ${change}
  const box = new Mesh(new BoxGeometry(), new MeshNormalMaterial());
  box.userData.probe = follow(ctx, () => [ctx.canvas.width, ctx.canvas.height, ctx.camera.aspect]);
  ctx.scene.add(box);
  ctx.systems.add("animation", () => { box.rotation.y += 0.01; });
  await new Promise((resolve) => setTimeout(resolve, 30));
}`;

const sources = {
  "src/version.ts": "export const version = 1;",
  "src/probe.ts": probe,
  "src/world.ts": world(),
  "src/night.ts": `
import { Graphics, Text } from "pixi.js";
import { follow, teardown } from "./probe.ts";
export { teardown };
export function setup(ctx: any): void {
  const moon = new Graphics().circle(20, 20, 10).fill("white");
  moon.probe = follow(ctx, () => [ctx.canvas.width, ctx.canvas.height]);
  ctx.stage.addChild(moon, new Text({ text: "night" }));
}`,
  "src/hud.ts": `
import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { follow, teardown as note } from "./probe.ts";
const roots = new WeakMap();
function Hud({ ctx, probe }: any) {
  const [count, setCount] = useState(0);
  useEffect(() => ctx.systems.add("gameLogic", () => setCount((before: number) => before + 1)), [ctx]);
  return createElement("p", { title: String(probe.list.length) }, count);
}
export function setup(ctx: any): void {
  const probe = follow(ctx, () => [ctx.container.clientWidth, ctx.container.clientHeight]);
  const root = createRoot(ctx.container);
  roots.set(ctx, root);
  root.render(createElement(Hud, { ctx, probe }));
}
export function teardown(ctx: any): void {
  note(ctx);
  roots.get(ctx).unmount();
}`,
  "src/adapter.ts": `
export default {
  surface: "threejs",
  mount({ container, context, entry }: any) {
    const canvas = document.createElement("canvas");
    container.append(canvas);
    const gl = canvas.getContext("webgl");
    const own = { ...context, canvas };
    const size = (width: number, height: number) => Object.assign(canvas, { width, height });
    size(context.resolution.width, context.resolution.height);
    entry.setup(own);
    return {
      render: () => gl.clear(gl.COLOR_BUFFER_BIT),
      resize: size,
      dispose: () => {
        entry.teardown(own);
        gl.getExtension("WEBGL_lose_context").loseContext();
      },
    };
  },
};`,
  "src/engine.ts": `
import { follow, teardown } from "./probe.ts";
export { teardown };
export function setup(ctx: any): void { ctx.canvas.probe = follow(ctx, () => [ctx.canvas.width, ctx.canvas.height]); }
`,
};

const rootIds = ["world", "night", "hud", "engine"];

const roots = [
  { id: "world", adapter: "threejs", entry: "src/world.ts" },
  { id: "night", adapter: "pixijs", entry: "src/night.ts", loop: "self-driven" },
  { id: "hud", adapter: "react", entry: "src/hud.ts" },
  { id: "engine", adapter: { module: "src/adapter.ts", surface: "threejs" }, entry: "src/engine.ts" },
];

async function createGame(): Promise<GameFolder> {
  const folder = await createGameFolder({
    "framegate.game.json": manifestOf({ roots }),
    "package.json": { type: "module" },
    ...sources,
  });
  await symlink(join(packageRoot, "node_modules"), join(folder.path, "node_modules"));
  return folder;
}

/** Waits until a root of this version has run a few frames. */
async function untilRunning(page: Page, rootId: string, version: number): Promise<void> {
  await page.waitForFunction(
    (id, wanted) => {
      const bridge = globalThis.framegateDebug;
      if (bridge === undefined || !bridge.commands().includes(id)) return false;
      const told = bridge.command(id) as Told;
      return told.version === wanted && told.steps > 2;
    },
    { timeout: 0, polling: 20 },
    rootId,
    version,
  );
}

async function ask(page: Page, rootId: string): Promise<Told> {
  return (await page.evaluate((id) => globalThis.framegateDebug?.command(id), rootId)) as Told;
}

/** Counts the objects that survive a garbage collection. */
async function countLive(session: CDPSession, prototype: string, isCounted = "() => true"): Promise<number> {
  const { result } = await session.send("Runtime.evaluate", { expression: prototype });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId ?? "" });
  const counted = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration: `function () { return this.filter(${isCounted}).length; }`,
    returnByValue: true,
  });
  await session.send("Runtime.releaseObject", { objectId: objects.objectId ?? "" });
  return Number(counted.result.value);
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize;
}

/** Counts what the roots of a page hold. */
async function countAll(page: Page, session: CDPSession): Promise<object> {
  const isAlive = "(context) => !context.isContextLost()";
  return {
    probes: await countLive(session, "Probe.prototype"),
    contexts:
      (await countLive(session, "WebGL2RenderingContext.prototype", isAlive)) +
      (await countLive(session, "WebGLRenderingContext.prototype", isAlive)),
    canvases: await page.evaluate(() => document.querySelectorAll("canvas").length),
  };
}

async function remountOften({ page }: ServerVisit, game: GameFolder): Promise<void> {
  const session = await page.createCDPSession();
  await session.send("HeapProfiler.enable");
  let early = 0;
  for (let version = 3; version <= 12; version += 1) {
    await game.write({ "src/version.ts": `export const version = ${String(version)};` });
    for (const id of rootIds) await untilRunning(page, id, version);
    if (version === 4) early = await heapBytes(session);
  }
  // One probe for each root, and a context for each that draws with GL. PixiJS keeps another one for feature detection,
  // and React keeps its last tree until it has rendered the next one.
  await expect
    .poll(() => countAll(page, session), { timeout: 20_000 })
    .toEqual({ probes: 4, contexts: 4, canvases: 3 });
  // 8 versions later. V8 never drops an old module or its source map (5 kB for each of the six), and PixiJS keeps 15 kB
  // per renderer: 0.7 MB in all. If roots of one kind leaked, their probes would add 8 MB.
  expect((await heapBytes(session)) - early).toBeLessThan(4_000_000);
  await session.detach();
}

/** Loses and restores the contexts of the three.js and PixiJS roots, and waits until everything is drawn again. */
async function loseContexts(page: Page): Promise<void> {
  const drawn = (): number => globalThis.framegateDebug?.profile().frames.at(-1)?.counts.drawCalls ?? 0;
  const before = await page.evaluate(drawn);
  await page.evaluate(() => {
    const lost = Array.from(document.querySelectorAll("canvas")).flatMap((canvas) => canvas.getContext("webgl2") ?? []);
    for (const gl of lost) {
      const lose = gl.getExtension("WEBGL_lose_context");
      gl.canvas.addEventListener("webglcontextlost", () => {
        // After all listeners have run, because one of them must prevent the default first.
        setTimeout(() => lose?.restoreContext(), 100);
      });
      lose?.loseContext();
    }
    Reflect.set(globalThis, "lost", lost);
  });
  await page.waitForFunction(
    (wanted) => {
      const lost = Reflect.get(globalThis, "lost") as WebGL2RenderingContext[];
      const drawnNow = globalThis.framegateDebug?.profile().frames.at(-1)?.counts.drawCalls;
      return lost.length === 2 && !lost.some((gl) => gl.isContextLost()) && drawnNow === wanted;
    },
    { timeout: 0, polling: 20 },
    before,
  );
  // Or the contexts kept here would be counted too.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, "lost"));
}

describe("framegate dev, when a source changes", () => {
  it("remounts the roots that use it and no others, and leaks nothing of the old ones", async () => {
    await using game = await createGame();
    const result = await visitDev(game.path, async (dev) => {
      const { page, url, said } = dev;
      await page.setViewport({ width: 400, height: 200 });
      await page.goto(`${url}?framegate-debug=1`);
      for (const id of rootIds) await untilRunning(page, id, 1);
      await page.evaluate(() => {
        Reflect.set(globalThis, "sameGame", true);
      });

      // A module of one root changes: the other roots go on.
      const before = await ask(page, "night");
      await game.write({ "src/world.ts": world("ctx.camera.position.z = 7;") });
      await page.waitForFunction(() => (Reflect.get(globalThis, "tornDown") as string[]).length > 0, { timeout: 0 });
      await untilRunning(page, "world", 1);
      expect((await ask(page, "night")).steps).toBeGreaterThan(before.steps);

      // A module fails to build, or throws: the root goes on as it was.
      const old = await ask(page, "world");
      await game.write({ "src/world.ts": "export const broken = ;" });
      await said("build-failed");
      await game.write({ "src/world.ts": `\nthrow new Error("at the top");` });
      await said("at the top");
      await page.waitForFunction(
        (steps) => (globalThis.framegateDebug?.command("world") as Told).steps > steps + 3,
        { timeout: 0 },
        old.steps,
      );
      // A setup throws: the root is gone, and the others go on.
      await game.write({ "src/world.ts": world(`throw new Error("in the setup");`) });
      await said("in the setup");
      const others = await page.evaluate(() => globalThis.framegateDebug?.commands());
      expect(others).toEqual(["night", "hud", "engine"]);
      await game.write({ "src/world.ts": world() });
      await untilRunning(page, "world", 1);

      await game.write({ "src/version.ts": "export const version = 2;" });
      for (const id of rootIds) await untilRunning(page, id, 2);
      const tornDown = await page.evaluate(() => Reflect.get(globalThis, "tornDown") as string[]);
      expect(new Set(tornDown)).toEqual(new Set(rootIds));

      // A game without a resolution fills its window and follows its size.
      expect((await ask(page, "world")).size).toEqual([400, 200, 2]);
      await page.setViewport({ width: 300, height: 300 });
      for (const id of rootIds) {
        await page.waitForFunction(
          (name) => (globalThis.framegateDebug?.command(name) as Told).size[1] === 300,
          { timeout: 0 },
          id,
        );
      }
      const sizes = await Promise.all(rootIds.map(async (id) => (await ask(page, id)).size));
      expect(sizes).toEqual([
        [300, 300, 1],
        [300, 300],
        [300, 300],
        [300, 300],
      ]);

      await loseContexts(page);
      await remountOften(dev, game);
      expect(await page.evaluate(() => Reflect.get(globalThis, "sameGame") as unknown)).toBe(true);

      // An error in the manifest leaves the game as it is. A valid manifest starts a new game.
      await game.write({ "framegate.game.json": manifestOf({ roots: [{ ...roots[0], adapter: "three" }] }) });
      await said("file-invalid");
      expect(await page.evaluate(() => Reflect.get(globalThis, "sameGame") as unknown)).toBe(true);
      await game.write({ "framegate.game.json": manifestOf({ roots: [roots[0]] }) });
      await page.waitForFunction(() => globalThis.framegateDebug?.roots().length === 1, { timeout: 0, polling: 50 });
      await untilRunning(page, "world", 12);
    });
    expect(result.stderr).toMatch(/build-failed.*\n(?:.*\n)*?.*src\/world\.ts:1:23/u);
    expect(result.stderr).toMatch(/entry-threw.*at the top.*\n(?:.*\n)*?.*src\/world\.ts:2:7/u);
    expect(result.stderr).toMatch(/entry-threw.*in the setup.*\n(?:.*\n)*?.*src\/world\.ts:6:9/u);
    expect(result.stderr).toMatch(/framegate\.game\.json:\d+:\d+/u);
    expect(result.stderr.match(/build-failed/gu)).toHaveLength(1);
    expect(result.exitCode).toBe(0);
  });
});
