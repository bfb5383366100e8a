import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "puppeteer-core";
import type { GlMode } from "../../../../src/page/prelude/gl/draw-commands.ts";
import { launchInstrumentBrowser, type InstrumentBrowser } from "./open-page.ts";
import { bundle } from "../../bundle.ts";
import type {} from "./canvas-questions-page.ts";
import type {} from "./instrument-page.ts";

let browser: InstrumentBrowser;

beforeAll(async () => {
  browser = await launchInstrumentBrowser();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

/** Opens a page that has finished loading. */
async function openFrames(mode: GlMode, scripts: readonly string[] = []): Promise<Page> {
  const page = await browser.open({ mode, hashed: false }, scripts);
  await page.evaluate((next) => {
    instrument.canvas2d.setMode(next);
  }, mode);
  return page;
}

/** Draws in two kinds of canvases and returns the first pixel of each, after the task and after many commands. */
async function drawAndLook(page: Page): Promise<unknown> {
  const pixels = await page.evaluate(async () => {
    const contexts = [
      document.createElement("canvas").getContext("2d")!,
      document.body.appendChild(document.createElement("canvas")).getContext("2d", { alpha: true })!,
      new OffscreenCanvas(20, 20).getContext("2d")!,
    ];
    const found: Record<string, unknown[]> = { atOnce: [], afterMany: [], afterTask: [] };
    const look = (name: string): void => {
      for (const context of contexts) found[name]?.push([...context.getImageData(1, 1, 1, 1).data].join());
    };
    const draw = (): void => {
      for (const context of contexts) {
        context.save();
        context.rotate(0.3);
        context.fillStyle = "rgb(9 8 7)";
        context.fillRect(-50, -50, 100, 100);
        context.restore();
      }
    };
    draw();
    look("atOnce");
    for (let count = 0; count < 499; count += 1) draw();
    look("afterMany");
    draw();
    await new Promise((resolve) => setTimeout(resolve));
    look("afterTask");
    return found;
  });
  await page.close();
  return pixels;
}

const drawn = ["9,8,7,255", "9,8,7,255", "9,8,7,255"];
const blank = ["0,0,0,0", "0,0,0,0", "0,0,0,0"];

describe("CanvasRecordings", () => {
  for (const mode of ["discard", "drop"] as const) {
    it(`discards what a task draws before it is rendered in mode ${mode}`, async () => {
      const pixels = await drawAndLook(await openFrames(mode));
      expect(pixels).toEqual({ atOnce: drawn, afterMany: blank, afterTask: blank });
    });
  }

  it("leaves every pixel in mode forward", async () => {
    const pixels = await drawAndLook(await openFrames("forward"));
    expect(pixels).toEqual({ atOnce: drawn, afterMany: drawn, afterTask: drawn });
  });

  it("discards before a clip, so that a game that clips everything is not rendered either", async () => {
    const page = await openFrames("discard");
    const found = await page.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d")!;
      for (let count = 0; count < 260; count += 1) {
        context.save();
        context.beginPath();
        context.rect(0, 0, count < 250 ? 5 : 2, 2);
        context.clip();
        context.fillRect(0, 0, 9, 9);
        context.restore();
      }
      return [1, 4].map((x) => context.getImageData(x, 1, 1, 1).data[3]);
    });
    expect(found).toEqual([255, 0]);
    await page.close();
  });

  it("survives a page that replaces the functions it uses", async () => {
    const page = await openFrames("discard");
    const alpha = await page.evaluate(async () => {
      const context = document.createElement("canvas").getContext("2d")!;
      const { getImageData } = CanvasRenderingContext2D.prototype;
      const fail = (): never => {
        throw new Error("The page's own.");
      };
      CanvasRenderingContext2D.prototype.clearRect = fail;
      CanvasRenderingContext2D.prototype.getContextAttributes = fail;
      Object.defineProperty(context, "canvas", { get: fail });
      globalThis.queueMicrotask = fail;
      Object.assign(globalThis, { OffscreenCanvas: fail });
      context.fillRect(0, 0, 9, 9);
      await Promise.resolve();
      return getImageData.call(context, 1, 1, 1, 1).data[3];
    });
    expect(alpha).toBe(0);
    await page.close();
  });
});

describe("a page with canvases that are not rendered", () => {
  for (const mode of ["discard", "drop"] as const) {
    it(`sees in mode ${mode} what it sees in plain Chromium`, async () => {
      const questions = await bundle(new URL("canvas-questions-page.ts", import.meta.url));
      const plain = await browser.open(null, [questions]);
      const expected = await plain.evaluate(async () => await askEverything());
      await plain.close();
      const page = await openFrames(mode, [questions]);
      expect(await page.evaluate(async () => await askEverything())).toEqual(expected);
      await page.close();
    });
  }

  it("uploads a canvas as a texture of the same size, without rendering it", async () => {
    const page = await openFrames("discard");
    const found = await page.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d")!;
      context.canvas.width = 40;
      context.canvas.height = 30;
      context.fillRect(0, 0, 40, 30);
      const gl = document.createElement("canvas").getContext("webgl2")!;
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, context.canvas);
      const texel = new Uint8Array(4);
      const errors = [39, 40].map((x) => {
        gl.texSubImage2D(gl.TEXTURE_2D, 0, x, 29, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, texel);
        return gl.getError();
      });
      const { readbacks } = instrument;
      return { errors, apis: readbacks.map(({ api }) => api), alpha: context.getImageData(1, 1, 1, 1).data[3] };
    });
    expect(found).toEqual({ errors: [0, 0x501], apis: [], alpha: 0 });
    await page.close();
  });

  it("draws no canvas that would have to be rendered first", async () => {
    const page = await openFrames("drop");
    const alphas = await page.evaluate(() => {
      const [source, target, tiled] = [0, 1, 2].map(() => document.createElement("canvas").getContext("2d")!);
      source!.fillRect(0, 0, 99, 99);
      target!.drawImage(source!.canvas, 0, 0);
      tiled!.fillStyle = tiled!.createPattern(source!.canvas, "repeat")!;
      tiled!.fillRect(0, 0, 99, 99);
      return [source, target, tiled].map((context) => context!.getImageData(1, 1, 1, 1).data[3]);
    });
    expect(alphas).toEqual([255, 0, 0]);
    await page.close();
  });
});
