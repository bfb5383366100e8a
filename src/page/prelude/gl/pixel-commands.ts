import { hookMethod, toInteger, type Method, type MethodTable } from "./realm-methods.ts";
import type { ContextRegistry } from "./context-registry.ts";
import type { GlState } from "./draw-commands.ts";

/**
 * Commands that fill or copy pixels without drawing, and the parameters with their extent. With those at zero they are
 * still valid, but do nothing. Clearing 1280 x 720 with multisampling keeps the GPU process busy for 0.5 ms.
 */
const amountsOfWork: Readonly<Record<string, readonly number[]>> = {
  clear: [0],
  blitFramebuffer: [8],
  copyTexSubImage2D: [6, 7],
  copyTexSubImage3D: [7, 8],
};

/**
 * Such commands without a parameter for the extent. There are few of them in a frame, and submitting one costs 0.3 us,
 * so they are skipped.
 */
const withoutAmount = ["clearBufferfv", "clearBufferiv", "clearBufferuiv", "clearBufferfi"];

/** The bit that makes a mask invalid: GL must still report it as an error. */
const invalidClearBits = ~0x4500;

const textureBindings: ReadonlyMap<number, number> = new Map([
  [0x0de1, 0x8069],
  [0x8513, 0x8514],
  [0x806f, 0x806a],
  [0x8c1a, 0x8c1d],
]);

/**
 * Hooks the commands of a context's prototype that only change pixels. Uploads are submitted in every mode: a game may
 * switch to real raster later, and copying the data is a cost of the main thread.
 */
export function hookPixelCommands(prototype: MethodTable, state: GlState, registry: ContextRegistry): void {
  for (const [name, amounts] of Object.entries(amountsOfWork)) {
    hookMethod(prototype, name, (original) => emptied(original, amounts, state, registry));
  }
  for (const name of withoutAmount) {
    hookMethod(prototype, name, (original) => {
      return function (...parameters) {
        if (state.mode !== "forward" && registry.isContext(this)) return undefined;
        return original.apply(this, parameters);
      };
    });
  }
  hookMipmaps(prototype, state, registry);
}

function emptied(original: Method, amounts: readonly number[], state: GlState, registry: ContextRegistry): Method {
  const isClear = amounts[0] === 0;
  return function (...parameters) {
    if (state.mode === "forward" || !registry.isContext(this)) return original.apply(this, parameters);
    if (isClear && (toInteger(parameters[0]) & invalidClearBits) !== 0) return original.apply(this, parameters);
    if (state.mode === "drop") return undefined;
    for (const position of amounts) parameters[position] = 0;
    return original.apply(this, parameters);
  };
}

/**
 * Mipmaps of 1024 x 1024 texels take SwiftShader 15 ms. Those of a render target (transmission, probes) are skipped
 * after the first time, since its drawing is skipped too. Those of uploads are generated, because they are needed when
 * the mode returns to `forward`.
 */
function hookMipmaps(prototype: MethodTable, state: GlState, registry: ContextRegistry): void {
  const drawnInto = new WeakSet();
  const madeBefore = new WeakSet();
  const { getParameter } = prototype;
  for (const [name, position] of [
    ["framebufferTexture2D", 3],
    ["framebufferTextureLayer", 2],
  ] as const) {
    hookMethod(prototype, name, (original) => {
      return function (...parameters) {
        const texture = parameters[position];
        if (typeof texture === "object" && texture !== null) drawnInto.add(texture);
        return original.apply(this, parameters);
      };
    });
  }
  hookMethod(prototype, "generateMipmap", (original) => {
    return function (...parameters) {
      const binding = textureBindings.get(toInteger(parameters[0]));
      if (!registry.isContext(this) || binding === undefined) return original.apply(this, parameters);
      const texture = getParameter?.call(this, binding);
      if (typeof texture !== "object" || texture === null) return original.apply(this, parameters);
      if (state.mode !== "forward" && drawnInto.has(texture) && madeBefore.has(texture)) return undefined;
      madeBefore.add(texture);
      return original.apply(this, parameters);
    };
  });
}
