import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../bundle.ts";
import { launchInstrumentBrowser, type InstrumentBrowser } from "./open-page.ts";
import type {} from "./instrument-page.ts";
import type { FrameCounts } from "./library-page.ts";

let browser: InstrumentBrowser;
let libraries: string;

beforeAll(async () => {
  [browser, libraries] = await Promise.all([
    launchInstrumentBrowser(),
    bundle(new URL("library-page.ts", import.meta.url)),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

function counts(drawCalls: number, triangles: number): FrameCounts["counted"] {
  return { drawCalls, triangles };
}

const threeCounts: Readonly<Record<string, FrameCounts["counted"]>> = {
  plain: counts(1, 56),
  "two materials": counts(6, 12),
  instanced: counts(1, 108),
  batched: counts(1, 42),
  wireframe: counts(1, 0),
  points: counts(1, 0),
  lines: counts(1, 0),
  sprite: counts(1, 2),
  "draw range": counts(1, 2),
  "transparent from both sides": counts(2, 24),
  transmission: counts(3, 36),
  shadow: counts(3, 26),
  many: counts(40, 480),
  "post-processing": counts(2, 13),
  "two renderers": counts(2, 24),
};

const pixiCounts: Readonly<Record<string, FrameCounts["counted"]>> = {
  "sprites of one blend mode": counts(1, 50),
  "sprites of three blend modes": counts(3, 150),
  "a mask": counts(3, 6),
  "a filter": counts(2, 4),
  text: counts(1, 2),
  "a rectangle of graphics": counts(1, 2),
  "a mesh": counts(1, 2),
};

// Of 24 corners with 3, 3 and 2 numbers of 4 bytes, and of 36 indices with 2 bytes.
const boxBytes = 24 * 8 * 4 + 36 * 2;
const boxDraw = { drawCalls: 1, triangles: 12, vertices: 36 };

it("count the data that a textured box of three.js uploads, keeps and frees", async () => {
  const page = await browser.open({ mode: "discard", hashed: true }, [libraries]);
  const steps = await page.evaluate(() => countThreeSteps());
  const [first, next, fresh, end] = Object.values(steps);
  const ofBuffers = { liveBuffers: 4, bufferBytes: boxBytes };
  // Two shaders are compiled, and a program is linked.
  expect(first).toMatchObject({ ...boxDraw, ...ofBuffers, bufferUploadBytes: boxBytes, shaderCompiles: 3 });
  expect(first).toMatchObject({ programSwitches: 1, liveTextures: 1, textureBytes: 64, textureUploadBytes: 64 });
  // three.js does not set a uniform to the same value twice.
  expect(Object.keys(next ?? {}).sort()).toEqual(["drawCalls", "glCommands", "triangles", "vertices"]);
  expect(next).toMatchObject(boxDraw);
  expect(fresh).toMatchObject({ ...boxDraw, textureUploadBytes: 64 });
  expect(fresh).not.toHaveProperty("textureBytes");
  expect(end).toMatchObject({ liveTextures: -1, textureBytes: -64, liveBuffers: -4, bufferBytes: -boxBytes });
  await page.close();
});

describe("counts of libraries", () => {
  for (const mode of ["forward", "discard", "drop"] as const) {
    it(`agree with what three tells about its own frames in mode ${mode}`, async () => {
      const page = await browser.open({ mode, hashed: mode === "drop" }, [libraries]);
      const frames = await page.evaluate(() => countThreeFrames());
      const counted = Object.fromEntries(Object.entries(frames).map(([name, frame]) => [name, frame.counted]));
      const told = Object.fromEntries(Object.entries(frames).map(([name, frame]) => [name, frame.told]));
      expect(counted).toEqual(told);
      expect(counted).toEqual(threeCounts);
      expect(await page.evaluate(() => instrument.readbacks.length)).toBe(0);
      await page.close();
    });

    it(`are what the batches, masks and filters of pixi come to in mode ${mode}`, async () => {
      const page = await browser.open({ mode, hashed: mode === "drop" }, [libraries]);
      expect(await page.evaluate(() => countPixiFrames())).toEqual(pixiCounts);
      await page.close();
    });
  }
});
