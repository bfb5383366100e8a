import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GlMode } from "../../../../src/page/prelude/gl/draw-commands.ts";
import { bundle } from "../../bundle.ts";
import { launchInstrumentBrowser, type InstrumentBrowser } from "./open-page.ts";
import type {} from "./instrument-page.ts";
import type {} from "./quad-page.ts";

let browser: InstrumentBrowser;
let quadScript: string;

beforeAll(async () => {
  [browser, quadScript] = await Promise.all([
    launchInstrumentBrowser(),
    bundle(new URL("quad-page.ts", import.meta.url)),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

/** Reads a GL canvas in every possible way, twice each, and returns the reports. */
async function readBackEverything(mode: GlMode, rendersCanvases = false): Promise<readonly string[]> {
  const page = await browser.open({ mode, hashed: false, rendersCanvases }, [quadScript]);
  const apis = await page.evaluate(async () => {
    const { canvas, gl, draw, pixel } = createQuad("webgl2");
    const other = createQuad("webgl2").gl;
    const flat = document.createElement("canvas").getContext("2d")!;
    const offscreen = new OffscreenCanvas(4, 4);
    offscreen.getContext("webgl");
    const buffer = gl.createBuffer();
    for (let round = 0; round < 2; round += 1) {
      draw();
      pixel();
      canvas.toDataURL();
      canvas.toBlob(() => undefined);
      canvas.captureStream(0);
      flat.drawImage(canvas, 0, 0);
      flat.createPattern(canvas, "repeat");
      await createImageBitmap(canvas);
      await offscreen.convertToBlob();
      offscreen.transferToImageBitmap();
      other.bindTexture(other.TEXTURE_2D, other.createTexture());
      other.texImage2D(other.TEXTURE_2D, 0, other.RGBA, other.RGBA, other.UNSIGNED_BYTE, canvas);
      other.texSubImage2D(other.TEXTURE_2D, 0, 0, 0, other.RGBA, other.UNSIGNED_BYTE, canvas);
      const query = gl.createQuery();
      gl.beginQuery(gl.ANY_SAMPLES_PASSED, query);
      gl.endQuery(gl.ANY_SAMPLES_PASSED);
      gl.getQueryParameter(query, gl.QUERY_RESULT);
      gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
      gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 64, gl.DYNAMIC_READ);
      gl.beginTransformFeedback(gl.TRIANGLES);
      gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, new Uint8Array(4));
    }
    return instrument.readbacks.map(({ api }) => api);
  });
  await page.close();
  return apis;
}

const reads = [
  "captureStream",
  "convertToBlob",
  "getBufferSubData",
  "getQueryParameter",
  "readPixels",
  "toBlob",
  "toDataURL",
];
const copies = ["createImageBitmap", "createPattern", "drawImage", "transferToImageBitmap"];

describe("watchReadbacks", () => {
  for (const mode of ["discard", "drop"] as const) {
    it(`reports each way to read pixels once in mode ${mode}`, async () => {
      expect((await readBackEverything(mode)).toSorted()).toEqual(reads);
    });

    it(`reports copies too in mode ${mode}, if 2D canvases are rendered`, async () => {
      expect((await readBackEverything(mode, true)).toSorted()).toEqual([...reads, ...copies].toSorted());
    });
  }

  it("reports nothing if everything is rendered", async () => {
    expect(await readBackEverything("forward")).toEqual([]);
  });

  it("reports a copy in a 2D canvas where that one is read", async () => {
    const page = await browser.open({ mode: "discard", hashed: false }, [quadScript]);
    const reported = await page.evaluate(() => {
      const { canvas, draw } = createQuad("webgl2");
      const [shown, read, patterned] = Array.from({ length: 3 }, () =>
        document.createElement("canvas").getContext("2d")!,
      );
      const often = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
      draw();
      for (const context of [shown!, read!, often]) context.drawImage(canvas, 0, 0);
      const before = instrument.readbacks.length;
      often.getImageData(0, 0, 1, 1);
      const after = instrument.readbacks.map(({ api }) => api);
      patterned!.fillStyle = patterned!.createPattern(canvas, "repeat")!;
      patterned!.fillRect(0, 0, 9, 9);
      patterned!.canvas.toDataURL();
      return [before, after, instrument.readbacks.map(({ api }) => api)];
    });
    expect(reported).toEqual([0, ["getImageData"], ["getImageData", "toDataURL"]]);
    await page.close();
  });

  it("reports the caller", async () => {
    const page = await browser.open({ mode: "drop", hashed: false }, [quadScript]);
    const stack = await page.evaluate(() => {
      function readTheScore(): void {
        createQuad("webgl").canvas.toDataURL();
      }
      readTheScore();
      return instrument.readbacks[0]?.stack;
    });
    expect(stack).toContain("readTheScore");
    await page.close();
  });

  it("does not report calls that need no GL pixels", async () => {
    const page = await browser.open({ mode: "drop", hashed: false }, [quadScript]);
    const apis = await page.evaluate(async () => {
      const { gl, draw } = createQuad("webgl2");
      draw();
      const canvas = document.createElement("canvas");
      const flat = canvas.getContext("2d")!;
      flat.fillRect(0, 0, 9, 9);
      flat.drawImage(canvas, 1, 1);
      flat.getImageData(0, 0, 1, 1);
      canvas.toDataURL();
      await createImageBitmap(canvas);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
      gl.bindBuffer(gl.COPY_READ_BUFFER, gl.createBuffer());
      gl.bufferData(gl.COPY_READ_BUFFER, new Uint8Array([7]), gl.STATIC_READ);
      gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, new Uint8Array(1));
      gl.getError();
      return instrument.readbacks.map(({ api }) => api);
    });
    expect(apis).toEqual([]);
    await page.close();
  });
});
