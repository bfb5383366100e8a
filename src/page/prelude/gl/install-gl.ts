import type { ContextLoss } from "../../../formats/page-port.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import { type CommandStream, createCommandStream } from "./command-stream.ts";
import { createContextRegistry, type RegistryNotes, watchContexts, type ContextRegistry } from "./context-registry.ts";
import type { DrawSites } from "./draw-sites.ts";
import { createGlDrain } from "./drain-gl.ts";
import { countWebGl, type WebGlCount } from "./count-webgl.ts";
import { createGlTotals, type GlTotals } from "./gl-totals.ts";
import { createSizeReader } from "./source-sizes.ts";
import { countWebGpu } from "./count-webgpu.ts";
import { type CountWebGpuState, createWebGpuStateCount } from "./count-webgpu-state.ts";
import { hookDrawCommands, type GlMode, type GlState } from "./draw-commands.ts";
import { hashWebGpu } from "./hash-webgpu.ts";
import type { ImageSources } from "./image-sources.ts";
import { hookPixelCommands } from "./pixel-commands.ts";
import { watchReadbacks, type GlReadback } from "./readbacks.ts";
import { hookMethod, methodsOf, prototypeOf, type MethodTable } from "./realm-methods.ts";
import { settleQuestions, standClocksStill } from "./settled-questions.ts";

export interface GlInstrument {
  /**
   * Running totals since installation, and levels as they are now. Never reset: read them twice and subtract. If
   * nothing is hashed, only draws are counted.
   */
  readonly totals: Readonly<GlTotals>;
  /** Contexts with at least one draw. */
  drawingContextCount(): number;
  /** Unmasked renderer of the context that started drawing last; null before any draw. */
  rendererName(): string | null;
  /** Looks for contexts that are lost. Call at the end of each frame. */
  lookForLosses(step: number): void;
  contextLosses(): readonly ContextLoss[];
  /** Switches every present and future context. */
  setMode(mode: GlMode): void;
  /** Resolves when the GPU process has finished all commands so far. */
  drain(): Promise<void>;
}

/** The drawing state that all realms of one origin in a page share, since each can call the methods of the others. */
export interface GlShare {
  readonly state: GlState;
  readonly registry: ContextRegistry & RegistryNotes;
  /** Null if nothing is hashed. */
  readonly hash: HashSink | null;
  /** Null if commands are not hashed: then only draws, fills and readbacks are hooked, as a timed pass requires. */
  readonly stream: CommandStream | null;
  /** Null if commands are not hashed. */
  readonly webGl: WebGlCount | null;
  /** Counts nothing if commands are not hashed. */
  readonly webGpu: CountWebGpuState;
  /** Null if nothing is inspected. */
  readonly sites: DrawSites | null;
  readonly hookedPrototypes: WeakSet<MethodTable>;
  readonly areCanvasesRendered: () => boolean;
  readonly onReadback: (readback: GlReadback) => void;
}

export interface GlShareOptions {
  readonly global: typeof globalThis;
  readonly mode: GlMode;
  /** Absorbs every command in order. */
  readonly hash: HashSink | null;
  /** The sources of textures; null if nothing is hashed. */
  readonly images: ImageSources | null;
  /** Null if nothing is inspected. */
  readonly sites: DrawSites | null;
  /** See `ReadbackParts`. */
  readonly areCanvasesRendered: () => boolean;
  /** Called once per API and realm that reads pixels that were not rendered. */
  readonly onReadback: (readback: GlReadback) => void;
}

/** How a realm waits. */
export interface GlWaits {
  /** Waits a moment of real time. */
  readonly pause: () => Promise<void>;
  readonly endOfTask: () => Promise<void>;
}

/** Creates the share of the outermost realm of an origin. */
export function createGlShare(options: GlShareOptions): GlShare {
  const { global: realm, mode, hash, images, sites, areCanvasesRendered, onReadback } = options;
  const totals = createGlTotals();
  const registry = createContextRegistry(realm);
  const countCommand = (): void => {
    totals.glCommands += 1;
  };
  return {
    state: { mode, totals },
    registry,
    hash,
    stream: hash === null ? null : createCommandStream(hash, images, countCommand),
    webGl: hash === null ? null : countWebGl(totals, registry, createSizeReader(realm)),
    webGpu: hash === null ? () => undefined : createWebGpuStateCount(totals),
    sites,
    hookedPrototypes: new WeakSet(),
    areCanvasesRendered,
    onReadback,
  };
}

/** Whether `value` is a canvas whose pixels GL or WebGPU would have rendered and has not. */
export function isGlUnrendered({ state, registry }: GlShare, value: unknown): value is object {
  return state.mode !== "forward" && registry.isGlCanvas(value);
}

/**
 * Counts, suppresses and hashes the drawing of a realm. Must run before any script of the page, once per realm.
 */
export function installGl(realm: typeof globalThis, share: GlShare, { pause, endOfTask }: GlWaits): GlInstrument {
  const { state, registry, webGl } = share;
  const drain = createGlDrain(realm, pause);
  hookRealm(realm, share, endOfTask);
  return {
    totals: state.totals,
    drawingContextCount: registry.drawingContextCount,
    rendererName: registry.rendererName,
    lookForLosses(step) {
      registry.lookForLosses(step);
      for (const context of registry.lostContexts()) webGl?.free(context);
    },
    contextLosses: registry.contextLosses,
    setMode(mode) {
      state.mode = mode;
    },
    async drain() {
      for (const { context, isSecond } of registry.drawingContexts()) await drain(context, isSecond);
    },
  };
}

/** The instrument of a realm below one of the same origin, to which all its drawing belongs. */
export function joinGl(realm: typeof globalThis, share: GlShare, { endOfTask }: GlWaits): GlInstrument {
  hookRealm(realm, share, endOfTask);
  return {
    totals: createGlTotals(),
    drawingContextCount: () => 0,
    rendererName: () => null,
    lookForLosses: () => undefined,
    contextLosses: () => [],
    setMode: () => undefined,
    drain: async () => Promise.resolve(),
  };
}

/** Hooks the draws that are repeated for their fragments, if they are counted. */
function fragmentHook({ sites, registry, webGl }: GlShare): (prototype: MethodTable) => void {
  if (sites === null || webGl === null) return () => undefined;
  return (prototype) => {
    sites.hookFragments(prototype, registry, webGl.sizeOfTexture);
  };
}

function hookRealm(realm: typeof globalThis, share: GlShare, endOfTask: GlWaits["endOfTask"]): void {
  const { state, registry, hash, stream, webGl, webGpu, sites, hookedPrototypes, areCanvasesRendered, onReadback } =
    share;
  const hookFragments = fragmentHook(share);
  // The commands of an extension are on a prototype without a name, which is reached through the first object that a
  // page gets.
  watchContexts(realm, registry, (extension) => {
    const prototype = methodsOf(Reflect.getPrototypeOf(extension) ?? {});
    if (hookedPrototypes.has(prototype) || prototype === realm.Object.prototype) return;
    hookedPrototypes.add(prototype);
    hookFragments(prototype);
    hookDrawCommands(prototype, state, registry);
    standClocksStill(prototype);
    hookMethod(prototype, "loseContext", (original) => {
      return function (...parameters) {
        registry.noteGivenUp(this);
        const result = original.apply(this, parameters);
        webGl?.free(registry.contextOf(this) ?? this);
        return result;
      };
    });
    webGl?.hook(prototype);
    sites?.hook(prototype, state.totals);
    stream?.absorbCommands(prototype);
  });
  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    const prototype = prototypeOf(realm, className);
    if (prototype === null) continue;
    hookFragments(prototype);
    hookDrawCommands(prototype, state, registry);
    hookPixelCommands(prototype, state, registry);
    settleQuestions(prototype, registry, endOfTask);
    webGl?.hook(prototype);
    sites?.hook(prototype, state.totals);
  }
  watchReadbacks(realm, { state, registry, areCanvasesRendered, onReadback });
  countWebGpu(realm, state);
  webGpu(realm);
  const gpuPass = prototypeOf(realm, "GPURenderPassEncoder");
  if (gpuPass !== null) sites?.hook(gpuPass, state.totals);
  // Last, and so outermost: the stream must see the game's own calls, before a mode changes them.
  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    const prototype = prototypeOf(realm, className);
    if (prototype !== null) stream?.absorbCommands(prototype);
  }
  if (stream !== null && hash !== null) hashWebGpu(realm, stream, hash);
}
