import type { HashSink } from "../../../core/state-hash.ts";
import { createCommandStream } from "./command-stream.ts";
import { watchContexts, type ContextRegistry } from "./context-registry.ts";
import { createGlDrain } from "./drain-gl.ts";
import { countWebGpu } from "./count-webgpu.ts";
import { hookDrawCommands, type GlMode, type GlState } from "./draw-commands.ts";
import { hashWebGpu } from "./hash-webgpu.ts";
import type { ImageSources } from "./image-sources.ts";
import { hookPixelCommands } from "./pixel-commands.ts";
import { watchReadbacks, type GlReadback } from "./readbacks.ts";
import { methodsOf, prototypeOf, type MethodTable } from "./realm-methods.ts";
import { settleQuestions } from "./settled-questions.ts";

export interface GlInstrument {
  /** Running totals since installation, including WebGPU. Never reset: read them twice and subtract. */
  readonly totals: Readonly<{ drawCalls: number; triangles: number }>;
  /** Contexts with at least one draw. */
  drawingContextCount(): number;
  /** Unmasked renderer of the context that started drawing last; null before any draw. */
  rendererName(): string | null;
  /** Switches every present and future context. */
  setMode(mode: GlMode): void;
  /** Resolves when the GPU process has finished all commands so far. */
  drain(): Promise<void>;
}

export interface GlOptions {
  readonly global: typeof globalThis;
  readonly mode: GlMode;
  /** Absorbs every command in order. If null, only draws, fills and readbacks are hooked, as a timed pass requires. */
  readonly hash: HashSink | null;
  /** The sources of textures; null if nothing is hashed. */
  readonly images: ImageSources | null;
  /** Called once per API that reads pixels that were not rendered. */
  readonly onReadback: (readback: GlReadback) => void;
  /** Waits a moment of real time. */
  readonly pause: () => Promise<void>;
}

/** Counts, holds back and hashes the drawing of a realm. Must run before any script of the page, once per realm. */
export function installGl(options: GlOptions): GlInstrument {
  const { global: realm } = options;
  const state: GlState = { mode: options.mode, totals: { drawCalls: 0, triangles: 0 } };
  const drain = createGlDrain(realm, options.pause);
  const stream = options.hash === null ? null : createCommandStream(options.hash, options.images);
  const hookedPrototypes = new WeakSet<MethodTable>();
  // The commands of an extension are on a prototype without a name, which is reached through the first object that a
  // page gets.
  const registry: ContextRegistry = watchContexts(realm, (extension) => {
    const prototype = methodsOf(Reflect.getPrototypeOf(extension) ?? {});
    if (hookedPrototypes.has(prototype) || prototype === realm.Object.prototype) return;
    hookedPrototypes.add(prototype);
    hookDrawCommands(prototype, state, registry);
    stream?.absorbCommands(prototype);
  });
  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    const prototype = prototypeOf(realm, className);
    if (prototype === null) continue;
    hookDrawCommands(prototype, state, registry);
    hookPixelCommands(prototype, state, registry);
    settleQuestions(prototype, registry);
  }
  watchReadbacks(realm, state, registry, options.onReadback);
  countWebGpu(realm, state);
  // Last, and so outermost: the stream must see the game's own calls, before a mode changes them.
  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    const prototype = prototypeOf(realm, className);
    if (prototype !== null) stream?.absorbCommands(prototype);
  }
  if (stream !== null && options.hash !== null) hashWebGpu(realm, stream, options.hash);
  return {
    totals: state.totals,
    drawingContextCount: registry.drawingContextCount,
    rendererName: registry.rendererName,
    setMode(mode) {
      state.mode = mode;
    },
    async drain() {
      for (const context of registry.drawingContexts()) await drain(context);
    },
  };
}
