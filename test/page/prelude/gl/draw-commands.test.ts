import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { countTriangles, type GlMode } from "../../../../src/page/prelude/gl/draw-commands.ts";
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

interface Counted {
  readonly name: string;
  readonly drawCalls: number;
  readonly triangles: number;
  readonly error: number;
}

/** Calls every draw entry point once, and returns what each added. */
async function countEach(contextType: "webgl" | "webgl2", mode: GlMode): Promise<readonly Counted[]> {
  const page = await browser.open({ mode, hashed: false }, [quadScript]);
  const counted = await page.evaluate((type) => {
    const { gl } = createQuad(type);
    const multi = gl.getExtension("WEBGL_multi_draw");
    const angle = gl.getExtension("ANGLE_instanced_arrays");
    const first = new Int32Array([9, 0, 1]);
    const counts = new Int32Array([9, 6, 5]);
    const offsets = new Int32Array([9, 0, 2]);
    const instances = new Int32Array([9, 2, 3]);
    const short = gl.UNSIGNED_SHORT;
    type Call = readonly [receiver: object | null, method: string, ...parameters: unknown[]];
    const inBoth: Readonly<Record<string, Call>> = {
      drawArrays: [gl, "drawArrays", gl.TRIANGLES, 0, 5],
      drawArraysStrip: [gl, "drawArrays", gl.TRIANGLE_STRIP, 0, 6],
      drawArraysFan: [gl, "drawArrays", gl.TRIANGLE_FAN, 0, 5],
      drawArraysLines: [gl, "drawArrays", gl.LINE_STRIP, 0, 6],
      drawArraysPoints: [gl, "drawArrays", gl.POINTS, 0, 6],
      drawElements: [gl, "drawElements", gl.TRIANGLES, 6, short, 0],
      drawArraysInstancedANGLE: [angle, "drawArraysInstancedANGLE", gl.TRIANGLES, 0, 6, 7],
      drawElementsInstancedANGLE: [angle, "drawElementsInstancedANGLE", gl.TRIANGLES, 6, short, 0, 4],
      multiDrawArraysWEBGL: [multi, "multiDrawArraysWEBGL", gl.TRIANGLES, first, 1, counts, 1, 2],
      multiDrawElementsWEBGL: [multi, "multiDrawElementsWEBGL", gl.TRIANGLES, counts, 1, short, offsets, 1, 2],
      multiDrawArraysInstancedWEBGL: [
        ...([multi, "multiDrawArraysInstancedWEBGL", gl.TRIANGLES] as const),
        ...[first, 1, counts, 1, instances, 1, 2],
      ],
      multiDrawElementsInstancedWEBGL: [
        ...([multi, "multiDrawElementsInstancedWEBGL", gl.TRIANGLES] as const),
        ...[counts, 1, short, offsets, 1, instances, 1, 2],
      ],
    };
    const inWebgl2: Readonly<Record<string, Call>> = {
      drawRangeElements: [gl, "drawRangeElements", gl.TRIANGLES, 0, 5, 6, short, 0],
      drawArraysInstanced: [gl, "drawArraysInstanced", gl.TRIANGLES, 0, 6, 3],
      drawElementsInstanced: [gl, "drawElementsInstanced", gl.TRIANGLES, 3, short, 0, 5],
    };
    const { totals } = instrument.gl;
    const calls = { ...inBoth, ...(type === "webgl2" ? inWebgl2 : {}) };
    return Object.entries(calls).flatMap(([name, [receiver, method, ...parameters]]) => {
      if (receiver === null) return [];
      const before = { ...totals };
      Reflect.apply(Reflect.get(receiver, method) as () => void, receiver, parameters);
      const { drawCalls, triangles } = totals;
      const [drawn, triangulated] = [drawCalls - before.drawCalls, triangles - before.triangles];
      return [{ name, drawCalls: drawn, triangles: triangulated, error: gl.getError() }];
    });
  }, contextType);
  await page.close();
  return counted;
}

const both: Readonly<Record<string, number>> = {
  drawArrays: 1,
  drawArraysStrip: 4,
  drawArraysFan: 3,
  drawArraysLines: 0,
  drawArraysPoints: 0,
  drawElements: 2,
  multiDrawArraysWEBGL: 3,
  multiDrawElementsWEBGL: 3,
  multiDrawArraysInstancedWEBGL: 7,
  multiDrawElementsInstancedWEBGL: 7,
};

const expected = {
  webgl: { ...both, drawArraysInstancedANGLE: 14, drawElementsInstancedANGLE: 8 },
  webgl2: { ...both, drawRangeElements: 2, drawArraysInstanced: 6, drawElementsInstanced: 5 },
} as const;

describe("hookDrawCommands", () => {
  for (const contextType of ["webgl", "webgl2"] as const) {
    for (const mode of ["forward", "discard", "drop"] as const) {
      it(`counts one call and its triangles for each entry point of ${contextType} in mode ${mode}`, async () => {
        const counted = await countEach(contextType, mode);
        expect(Object.fromEntries(counted.map(({ name, triangles }) => [name, triangles]))).toEqual(
          expected[contextType],
        );
        expect(counted.filter(({ drawCalls, error }) => drawCalls !== 1 || error !== 0)).toEqual([]);
      });
    }
  }

  it("counts calls on an OffscreenCanvas and on two contexts, and only those contexts that draw", async () => {
    const page = await browser.open({ mode: "drop", hashed: false }, [quadScript]);
    const counts = await page.evaluate(() => {
      document.createElement("canvas").getContext("webgl2");
      const offscreen = new OffscreenCanvas(4, 4).getContext("webgl");
      offscreen?.drawArrays(offscreen.POINTS, 0, 1);
      const quad = createQuad("webgl2");
      const rendererBefore = instrument.gl.rendererName();
      quad.draw();
      quad.canvas.getContext("webgl2");
      const { gl } = instrument;
      return [gl.drawingContextCount(), gl.totals.drawCalls, rendererBefore, gl.rendererName()];
    });
    expect(counts.slice(0, 2)).toEqual([2, 2]);
    expect(counts.slice(2)).toEqual([expect.stringContaining("SwiftShader"), expect.stringContaining("SwiftShader")]);
    await page.close();
  });

  it("has no renderer name before anything is drawn", async () => {
    const page = await browser.open({ mode: "drop", hashed: false }, [quadScript]);
    const name = await page.evaluate(() => {
      createQuad("webgl2");
      return instrument.gl.rendererName();
    });
    expect(name).toBeNull();
    await page.close();
  });

  it("counts no triangles for a negative count", async () => {
    const page = await browser.open({ mode: "forward", hashed: false }, [quadScript]);
    const outcome = await page.evaluate(() => {
      const { gl } = createQuad("webgl2");
      gl.drawArrays(gl.TRIANGLES, 0, -6);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, -2);
      return { ...instrument.gl.totals, isInvalid: gl.getError() === gl.INVALID_VALUE };
    });
    expect(outcome).toMatchObject({ drawCalls: 2, triangles: 0, isInvalid: true });
    await page.close();
  });
});

describe("countTriangles", () => {
  it("agrees with counting one by one", () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 500 }), (count) => {
        let list = 0;
        for (let last = 2; last < count; last += 3) list += 1;
        let strip = 0;
        for (let last = 2; last < count; last += 1) strip += 1;
        expect([4, 5, 6, 0, 1, 2, 3].map((mode) => countTriangles(mode, count))).toEqual([
          list,
          strip,
          strip,
          0,
          0,
          0,
          0,
        ]);
      }),
      { seed: 1 },
    );
  });
});
