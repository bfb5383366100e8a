import { hookMethod, toInteger, type MethodTable } from "./realm-methods.ts";
import type { GlTotals } from "./gl-totals.ts";
import type { ContextRegistry } from "./context-registry.ts";

/**
 * The handling of work for the rasteriser. `forward`: as the game requests. `discard`: every command is submitted, but
 * without any work. `drop`: nothing is submitted.
 */
export type GlMode = "forward" | "discard" | "drop";

export interface GlState {
  mode: GlMode;
  readonly totals: GlTotals;
}

/** Positions of parameters. */
interface PlainDraw {
  readonly count: number;
  /** -1 if the draw has no instances. Never left out, because a page may give all objects such a property. */
  readonly instances: number;
}

/** Positions of parameters. Each list is followed by the offset of its first used entry. */
interface MultiDraw {
  readonly counts: number;
  /** -1 if there are none. */
  readonly instanceCounts: number;
  readonly drawCount: number;
}

const plainDraws: Readonly<Record<string, PlainDraw>> = {
  drawArrays: { count: 2, instances: -1 },
  drawElements: { count: 1, instances: -1 },
  drawRangeElements: { count: 3, instances: -1 },
  drawArraysInstanced: { count: 2, instances: 3 },
  drawElementsInstanced: { count: 1, instances: 4 },
  drawArraysInstancedANGLE: { count: 2, instances: 3 },
  drawElementsInstancedANGLE: { count: 1, instances: 4 },
  drawArraysInstancedBaseInstanceWEBGL: { count: 2, instances: 3 },
  drawElementsInstancedBaseVertexBaseInstanceWEBGL: { count: 1, instances: 4 },
};

const multiDraws: Readonly<Record<string, MultiDraw>> = {
  multiDrawArraysWEBGL: { counts: 3, instanceCounts: -1, drawCount: 5 },
  multiDrawElementsWEBGL: { counts: 1, instanceCounts: -1, drawCount: 6 },
  multiDrawArraysInstancedWEBGL: { counts: 3, instanceCounts: 5, drawCount: 7 },
  multiDrawElementsInstancedWEBGL: { counts: 1, instanceCounts: 6, drawCount: 8 },
  multiDrawArraysInstancedBaseInstanceWEBGL: { counts: 3, instanceCounts: 5, drawCount: 9 },
  multiDrawElementsInstancedBaseVertexBaseInstanceWEBGL: { counts: 1, instanceCounts: 6, drawCount: 12 },
};

/** The names of all draw calls of contexts and their extensions. */
export const drawNames: readonly string[] = [...Object.keys(plainDraws), ...Object.keys(multiDraws)];

const triangles = 4;
const triangleStrip = 5;
const triangleFan = 6;

/** Number of triangles in `count` vertices; 0 for points and lines. `mode` is a GL primitive type. */
export function countTriangles(mode: unknown, count: number): number {
  if (mode === triangles) return count > 2 ? (count - (count % 3)) / 3 : 0;
  if (mode === triangleStrip || mode === triangleFan) return count > 2 ? count - 2 : 0;
  return 0;
}

/**
 * Hooks the draw calls on `owner`, the prototype of a context or an extension. In `discard`, a draw is submitted with
 * zero vertices. Measured in Chromium 147 with SwiftShader, 500 draws of 512 triangles: the GPU process needs 250 ms to
 * rasterise them, 50 with an empty scissor box or with everything culled, 18-40 with RASTERIZER_DISCARD, whose vertex
 * shaders still run on the CPU, and less than 1 with zero vertices, in WebGL 1 as in WebGL 2. Submitting costs the main
 * thread the same as a draw of 3 vertices (within 50 ns). This touches no state, so there is none to hide from the game
 * and none to restore.
 */
export function hookDrawCommands(owner: MethodTable, state: GlState, registry: ContextRegistry): void {
  for (const [name, draw] of Object.entries(plainDraws)) hookPlainDraw(owner, name, draw, { state, registry });
  for (const [name, draw] of Object.entries(multiDraws)) hookMultiDraw(owner, name, draw, { state, registry });
}

interface Bookkeeping {
  readonly state: GlState;
  readonly registry: ContextRegistry;
}

function hookPlainDraw(owner: MethodTable, name: string, draw: PlainDraw, { state, registry }: Bookkeeping): void {
  const { totals } = state;
  const countAt = draw.count;
  const instancesAt = draw.instances;
  hookMethod(owner, name, (original) => {
    return function (...parameters) {
      // Not a context of this realm, so the native method reports the error.
      if (!registry.admitDrawing(this)) return original.apply(this, parameters);
      const count = toInteger(parameters[countAt]);
      const perInstance = countTriangles(parameters[0], count);
      totals.drawCalls += 1;
      if (instancesAt < 0) {
        totals.triangles += perInstance;
        totals.vertices += Math.max(0, count);
      } else {
        const instances = Math.max(0, toInteger(parameters[instancesAt]));
        totals.triangles += perInstance * instances;
        totals.vertices += Math.max(0, count) * instances;
        totals.instances += instances;
      }
      if (state.mode === "drop") return undefined;
      // GL must still report a negative number.
      if (state.mode === "discard" && count > 0) parameters[countAt] = 0;
      return original.apply(this, parameters);
    };
  });
}

function hookMultiDraw(owner: MethodTable, name: string, draw: MultiDraw, { state, registry }: Bookkeeping): void {
  const { totals } = state;
  // As long as the game's list, because copying is most of the cost of submitting and must not be saved.
  let zeros = new Int32Array(0);
  hookMethod(owner, name, (original) => {
    return function (...parameters) {
      if (!registry.admitDrawing(this)) return original.apply(this, parameters);
      const drawCount = Math.max(0, toInteger(parameters[draw.drawCount]));
      totals.drawCalls += 1;
      countMultiDraw(draw, drawCount, parameters, totals);
      if (state.mode === "drop") return undefined;
      if (state.mode === "discard") {
        if (zeros.length < drawCount) zeros = new Int32Array(drawCount);
        parameters[draw.counts] = zeros;
        parameters[draw.counts + 1] = 0;
      }
      return original.apply(this, parameters);
    };
  });
}

function countMultiDraw(draw: MultiDraw, drawCount: number, parameters: readonly unknown[], totals: GlTotals): void {
  const isInstanced = draw.instanceCounts >= 0;
  for (let index = 0; index < drawCount; index += 1) {
    const count = readEntry(parameters, draw.counts, index);
    const instances = isInstanced ? Math.max(0, readEntry(parameters, draw.instanceCounts, index)) : 1;
    totals.triangles += countTriangles(parameters[0], count) * instances;
    totals.vertices += Math.max(0, count) * instances;
    if (isInstanced) totals.instances += instances;
  }
}

function readEntry(parameters: readonly unknown[], listAt: number, index: number): number {
  const list = parameters[listAt];
  return isNumberList(list) ? toInteger(list[toInteger(parameters[listAt + 1]) + index] ?? 0) : 0;
}

// Not by class, because the list may come from another realm.
function isNumberList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}
