import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];
const nothing = [0, 0, 0, 0];

describe("installGl", () => {
  it("keeps the browser's descriptors, names, lengths and source texts", async () => {
    const looks = [];
    for (const options of [null, { mode: "forward", hashed: true } as const]) {
      const page = await browser.open(options);
      looks.push(
        await page.evaluate(() => {
          const extension = document.createElement("canvas").getContext("webgl2")?.getExtension("WEBGL_multi_draw");
          const owners = [
            WebGLRenderingContext.prototype,
            WebGL2RenderingContext.prototype,
            HTMLCanvasElement.prototype,
            OffscreenCanvas.prototype,
            CanvasRenderingContext2D.prototype,
            Object.getPrototypeOf(extension) as object,
          ];
          const describeMethod = (method: unknown): unknown =>
            typeof method === "function"
              ? [method.name, method.length, Function.prototype.toString.call(method)]
              : method;
          return owners.map((owner) =>
            Object.entries(Object.getOwnPropertyDescriptors(owner)).map(([name, { value, get, set, ...flags }]) => {
              return [name, flags, describeMethod(value), describeMethod(get), describeMethod(set)];
            }),
          );
        }),
      );
      await page.close();
    }
    expect(looks[1]).toEqual(looks[0]);
  });

  for (const mode of ["forward", "discard", "drop"] as const) {
    it(`throws what the browser throws for a wrong receiver in mode ${mode}, and counts nothing`, async () => {
      const errors = [];
      for (const options of [null, { mode, hashed: false }, { mode, hashed: true }]) {
        const page = await browser.open(options);
        errors.push(
          await page.evaluate(() => {
            const { prototype } = WebGL2RenderingContext;
            const calls: readonly (() => void)[] = [
              () => {
                prototype.drawArrays.call({} as WebGL2RenderingContext, 4, 0, 3);
              },
              () => {
                prototype.drawArrays.call(null as unknown as WebGL2RenderingContext, 4, 0, 3);
              },
              () => {
                prototype.clear.call({} as WebGL2RenderingContext, 0);
              },
              () => {
                prototype.generateMipmap.call({} as WebGL2RenderingContext, 0x0de1);
              },
              () => {
                prototype.clearBufferfv.call({} as WebGL2RenderingContext, 0x1800, 0, [0, 0, 0, 0]);
              },
              () => HTMLCanvasElement.prototype.toDataURL.call({} as HTMLCanvasElement),
              () => {
                CanvasRenderingContext2D.prototype.fillRect.call({} as CanvasRenderingContext2D, 0, 0, 1, 1);
              },
            ];
            const messages = calls.map((call) => {
              try {
                call();
                return "nothing thrown";
              } catch (error) {
                return String(error);
              }
            });
            const counted =
              "instrument" in globalThis ? instrument.gl.totals.drawCalls + instrument.canvas2d.totals.operations : 0;
            return [...messages, counted];
          }),
        );
        await page.close();
      }
      expect(errors[0]).toContain("TypeError: Illegal invocation");
      expect(errors[0]).not.toContain("nothing thrown");
      expect(errors[1]).toEqual(errors[0]);
      expect(errors[2]).toEqual(errors[0]);
    });
  }

  for (const contextType of ["webgl", "webgl2"] as const) {
    it(`draws the same pixels in mode forward as without it, with ${contextType}`, async () => {
      const pictures = [];
      for (const options of [
        null,
        { mode: "forward", hashed: false } as const,
        { mode: "forward", hashed: true } as const,
      ]) {
        const page = await browser.open(options, [quadScript]);
        pictures.push(
          await page.evaluate((type) => {
            const { canvas, gl, draw } = createQuad(type, { preserveDrawingBuffer: true });
            gl.clear(gl.COLOR_BUFFER_BIT);
            gl.viewport(2, 2, 3, 5);
            draw();
            return canvas.toDataURL();
          }, contextType),
        );
        await page.close();
      }
      expect(new Set(pictures).size).toBe(1);
      expect(pictures[0]?.length).toBeGreaterThan(100);
    });

    for (const mode of ["discard", "drop"] as const) {
      it(`rasterises nothing in mode ${mode}, and everything after the way back, with ${contextType}`, async () => {
        const page = await browser.open({ mode: "forward", hashed: false }, [quadScript]);
        const pixels = await page.evaluate(
          (type, heldBack) => {
            const { gl, draw, pixel } = createQuad(type, { preserveDrawingBuffer: true });
            gl.clear(gl.COLOR_BUFFER_BIT);
            const cleared = pixel();
            instrument.gl.setMode(heldBack);
            draw();
            const drawnHeldBack = pixel();
            instrument.gl.setMode("forward");
            draw();
            const drawn = pixel();
            instrument.gl.setMode(heldBack);
            gl.clear(gl.COLOR_BUFFER_BIT);
            const clearedHeldBack = pixel();
            return { pixels: [cleared, drawnHeldBack, drawn, clearedHeldBack], error: gl.getError() };
          },
          contextType,
          mode,
        );
        expect(pixels).toEqual({ pixels: [blue, blue, red, red], error: 0 });
        await page.close();
      });
    }
  }

  it("keeps the state that a game sets and reads, in every mode", async () => {
    const page = await browser.open({ mode: "discard", hashed: false }, [quadScript]);
    const states = await page.evaluate(() => {
      const { gl, draw } = createQuad("webgl2");
      gl.enable(gl.RASTERIZER_DISCARD);
      gl.scissor(1, 2, 3, 4);
      return (["discard", "drop", "forward"] as const).map((mode) => {
        instrument.gl.setMode(mode);
        draw();
        gl.clear(gl.COLOR_BUFFER_BIT);
        return {
          discards: gl.isEnabled(gl.RASTERIZER_DISCARD),
          scissors: gl.isEnabled(gl.SCISSOR_TEST),
          box: [...(gl.getParameter(gl.SCISSOR_BOX) as Int32Array)],
          viewport: [...(gl.getParameter(gl.VIEWPORT) as Int32Array)],
          error: gl.getError(),
        };
      });
    });
    const state = { discards: true, scissors: false, box: [1, 2, 3, 4], viewport: [0, 0, 8, 8], error: 0 };
    expect(states).toEqual([state, state, state]);
    await page.close();
  });

  for (const mode of ["discard", "drop"] as const) {
    it(`suppresses blits, buffer clears and copies in mode ${mode}, but GL still rejects an invalid clear`, async () => {
      const page = await browser.open({ mode: "forward", hashed: false }, [quadScript]);
      const outcome = await page.evaluate((heldBack) => {
        const { gl, draw, pixel } = createQuad("webgl2", { antialias: false, preserveDrawingBuffer: true });
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, 8, 8);
        const framebuffer = gl.createFramebuffer();
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
        const empty = pixel();
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        draw();
        instrument.gl.setMode(heldBack);
        gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 0, 0, 8, 8);
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.clearBufferfv(gl.COLOR, 0, [0, 1, 0, 1]);
        const afterCopyAndClear = pixel();
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
        gl.blitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, gl.COLOR_BUFFER_BIT, gl.NEAREST);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
        const afterBlit = pixel();
        const error = gl.getError();
        gl.clear(1);
        return { pixels: [empty, afterCopyAndClear, afterBlit], error, refuses: gl.getError() === gl.INVALID_VALUE };
      }, mode);
      expect(outcome).toEqual({ pixels: [nothing, nothing, nothing], error: 0, refuses: true });
      await page.close();
    });
  }

  it("generates mipmaps of uploads in every mode, and those of render targets only if they are drawn", async () => {
    const page = await browser.open({ mode: "forward", hashed: false }, [quadScript]);
    const levels = await page.evaluate(() => {
      const { gl, pixel } = createQuad("webgl2");
      const framebuffer = gl.createFramebuffer();
      const readLevel = (texture: WebGLTexture, level: number): number | undefined => {
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, level);
        return pixel()[0];
      };
      const upload = (value: number): void => {
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 16, 16, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(1024).fill(value));
        gl.generateMipmap(gl.TEXTURE_2D);
      };
      const create = (): WebGLTexture => {
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texStorage2D(gl.TEXTURE_2D, 2, gl.RGBA8, 16, 16);
        return texture;
      };
      const drawnInto = create();
      upload(10);
      readLevel(drawnInto, 0);
      instrument.gl.setMode("discard");
      upload(20);
      const uploaded = create();
      upload(30);
      return [readLevel(drawnInto, 1), readLevel(uploaded, 1)];
    });
    expect(levels).toEqual([10, 30]);
    await page.close();
  });

  it("reports every fence as passed after its task, so that a wait does not depend on the machine", async () => {
    const page = await browser.open({ mode: "forward", hashed: false }, [quadScript]);
    const answers = await page.evaluate(async () => {
      const { gl, draw } = createQuad("webgl2");
      draw();
      const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)!;
      const read = (): boolean[] => [
        gl.clientWaitSync(sync, 0, 0) === gl.ALREADY_SIGNALED,
        gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED,
      ];
      const first = read();
      await Promise.resolve();
      return [...first, ...read()];
    });
    expect(answers).toEqual([false, false, true, true]);
    await page.close();
  });
});
