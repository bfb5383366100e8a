import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../bundle.ts";
import { launchInstrumentBrowser, type InstrumentBrowser } from "./open-page.ts";
import type {} from "./instrument-page.ts";
import type {} from "./library-page.ts";

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

describe("counts of libraries", () => {
  for (const mode of ["forward", "discard", "drop"] as const) {
    it(`agree with what three tells about its own frames in mode ${mode}`, async () => {
      const page = await browser.open({ mode, hashed: mode === "drop" }, [libraries]);
      const frames = await page.evaluate(() => countThreeFrames());
      const counted = Object.fromEntries(Object.entries(frames).map(([name, frame]) => [name, frame.counted]));
      const told = Object.fromEntries(Object.entries(frames).map(([name, frame]) => [name, frame.told]));
      expect(counted).toEqual(told);
      expect(counted["batched"]).toEqual({ drawCalls: 1, triangles: 42 });
      expect(counted["many"]).toEqual({ drawCalls: 40, triangles: 480 });
      expect(await page.evaluate(() => instrument.readbacks.length)).toBe(0);
      await page.close();
    });

    it(`see one draw of two triangles a sprite for each blend mode of pixi in mode ${mode}`, async () => {
      const page = await browser.open({ mode, hashed: mode === "drop" }, [libraries]);
      expect(await page.evaluate(() => countPixiFrame(25, 3))).toEqual({ drawCalls: 3, triangles: 150 });
      await page.close();
    });
  }
});
