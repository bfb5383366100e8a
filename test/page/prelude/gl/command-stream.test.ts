import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "puppeteer-core";
import type { HashSink } from "../../../../src/core/state-hash.ts";
import { createCommandStream } from "../../../../src/page/prelude/gl/command-stream.ts";
import type { MethodTable } from "../../../../src/page/prelude/gl/realm-methods.ts";
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

/** The hash of the commands that `play` sends to a quad in a fresh page. */
async function hashOf(play: (page: Page) => Promise<void>, mode: "drop" | "forward" = "drop"): Promise<string> {
  const page = await browser.open({ mode, hashed: true }, [quadScript]);
  await play(page);
  const digest = await page.evaluate(() => instrument.hash.digest());
  await page.close();
  return digest;
}

async function drawFrom(page: Page, left: number): Promise<void> {
  await page.evaluate((value) => {
    const { gl, draw } = createQuad("webgl2");
    gl.uniform1f(null, value);
    gl.uniform4fv(null, new Float32Array([value, 0, 0, 1]));
    draw();
  }, left);
}

describe("the hash of a GL command stream", () => {
  it("is the same for the same commands, whatever the mode", async () => {
    const dropped = await hashOf(async (page) => drawFrom(page, 0.5));
    expect(await hashOf(async (page) => drawFrom(page, 0.5))).toBe(dropped);
    expect(await hashOf(async (page) => drawFrom(page, 0.5), "forward")).toBe(dropped);
  });

  it("differs if the last bit of one uniform does", async () => {
    expect(await hashOf(async (page) => drawFrom(page, 0.5))).not.toBe(
      await hashOf(async (page) => drawFrom(page, 0.5 + Number.EPSILON / 2)),
    );
  });

  it("differs if two draws are swapped", async () => {
    const inOrder = async (page: Page, sizes: readonly number[]): Promise<void> => {
      await page.evaluate((list) => {
        const { gl } = createQuad("webgl");
        const extension = gl.getExtension("ANGLE_instanced_arrays");
        for (const size of list) extension?.drawArraysInstancedANGLE(gl.TRIANGLES, 0, 3, size);
      }, sizes);
    };
    const hashes = [await hashOf((page) => inOrder(page, [1, 2])), await hashOf((page) => inOrder(page, [2, 1]))];
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it("is not changed by queries, however many there are", async () => {
    const asked = await hashOf(async (page) => {
      await page.evaluate(() => {
        const { gl, draw } = createQuad("webgl2");
        for (let round = 0; round < 3; round += 1) {
          gl.getError();
          gl.isEnabled(gl.BLEND);
          gl.getParameter(gl.VIEWPORT);
          gl.checkFramebufferStatus(gl.FRAMEBUFFER);
        }
        draw();
      });
    });
    const plain = await hashOf(async (page) => {
      await page.evaluate(() => {
        createQuad("webgl2").draw();
      });
    });
    expect(asked).toBe(plain);
  });

  it("depends on which of two buffers is bound", async () => {
    const bindOne = async (page: Page, which: number): Promise<void> => {
      await page.evaluate((index) => {
        const { gl } = createQuad("webgl2");
        const buffers = [gl.createBuffer(), gl.createBuffer()];
        for (const buffer of [...buffers, buffers[index]!]) gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      }, which);
    };
    expect(await hashOf((page) => bindOne(page, 0))).not.toBe(await hashOf((page) => bindOne(page, 1)));
  });
});

/** Has the size of a picture, or also the pixels of an ImageData. */
class Picture {
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number, data: Uint8Array | undefined) {
    this.width = width;
    this.height = height;
    if (data !== undefined) Object.assign(this, { data });
  }
}

/** Records the absorbed values. */
function createListSink(): HashSink & { readonly list: unknown[] } {
  const list: unknown[] = [];
  return {
    list,
    addNumber: (value) => list.push(value),
    addText: (text) => list.push(text),
    addBytes: (view) => list.push([...new Uint8Array(view.buffer, view.byteOffset, view.byteLength)]),
  };
}

/** The values that a stream absorbs for one call, without the name, the number of parameters and the receiver. */
function absorbedBy(name: string, ...parameters: readonly unknown[]): readonly unknown[] {
  const sink = createListSink();
  const context: MethodTable = { [name]: () => undefined };
  createCommandStream(sink).absorbCommands(context);
  context[name]?.(...parameters);
  return sink.list.slice(3);
}

describe("createCommandStream", () => {
  const heap = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);

  it("absorbs only the part of a view that a command uses", () => {
    expect(absorbedBy("bufferData", 1, heap, 2, 4, 3)).toEqual([1, [5, 6, 7], 2, 4, 3]);
    expect(absorbedBy("bufferSubData", 1, 0, heap, 10, 0)).toEqual([1, 0, [11, 12], 10, 0]);
    expect(absorbedBy("uniform1fv", null, new Uint16Array(heap.buffer), 1, 2)).toEqual(["null", [3, 4, 5, 6], 1, 2]);
    expect(absorbedBy("multiDrawArraysWEBGL", 4, [7, 8, 9], 1, [5, 6, 7], 0, 2)).toEqual([
      4, 2, 8, 9, 1, 2, 5, 6, 0, 2,
    ]);
  });

  it("absorbs as many texels of an upload as it has", () => {
    const rgb = 0x1907;
    const bytes = 0x1401;
    expect(absorbedBy("texImage2D", 1, 0, rgb, 2, 1, 0, rgb, bytes, heap, 3).at(-2)).toEqual([4, 5, 6, 7, 8, 9]);
    const packed = new Uint16Array(heap.buffer);
    expect(absorbedBy("texSubImage2D", 1, 0, 0, 0, 2, 1, rgb, 0x8363, packed, 1).at(-2)).toEqual([3, 4, 5, 6]);
  });

  it("absorbs the values that a buffer is cleared with, and not the memory behind them", () => {
    const [colour, depth] = [0x1800, 0x1801];
    const floats = new Float32Array([0, 0, 1, 0, 0, 0, 2]);
    const one = [0, 0, 128, 63];
    expect(absorbedBy("clearBufferfv", depth, 0, floats, 2)).toEqual([depth, 0, one, 2]);
    expect(absorbedBy("clearBufferfv", colour, 0, floats, 2)).toEqual([
      colour,
      0,
      [...one, ...Array<number>(12).fill(0)],
      2,
    ]);
  });

  it("absorbs all of a view without a range", () => {
    expect(absorbedBy("uniformMatrix2fv", null, false, new Float32Array([1]))).toEqual(["null", 0, [0, 0, 128, 63]]);
  });

  it("absorbs the size of an image, and also the content of image data", () => {
    // A second object, after the context.
    expect(absorbedBy("texImage2D", new Picture(3, 2, undefined))).toEqual([3, 2, 2]);
    expect(absorbedBy("putImageData", new Picture(1, 1, heap.subarray(0, 4)))).toEqual([1, 1, [1, 2, 3, 4]]);
  });

  it("ignores the old content of a buffer that pixels are read into", () => {
    expect(absorbedBy("readPixels", 0, 0, 1, 1, 6408, 5121, heap)).toEqual([0, 0, 1, 1, 6408, 5121]);
  });
});
