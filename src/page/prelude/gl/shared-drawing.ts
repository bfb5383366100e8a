import type { HashParts } from "../../../core/hash-parts.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import type { PreludeConfig } from "../../../formats/page-port.ts";
import type { MadeMemory } from "../loads/shared-memory.ts";
import { sharedOriginals } from "../native/native-look.ts";
import { type Canvas2dInstrument, createCanvas2dShare, installCanvas2d, joinCanvas2d } from "./install-canvas-2d.ts";
import type { Canvas2dShare } from "./install-canvas-2d.ts";
import type { DrawSites } from "./draw-sites.ts";
import type { ImageSources } from "./image-sources.ts";
import { CanvasRecordings } from "./canvas-recordings.ts";
import { createGlShare, type GlInstrument, type GlShare, installGl, isGlUnrendered, joinGl } from "./install-gl.ts";
import { bootMode, canvasMode } from "./pass-modes.ts";
import type { GlReadback } from "./readbacks.ts";

/** State that the realms of one origin in a page share. */
interface Shared {
  readonly originals: WeakMap<object, object>;
  /** Each realm knows the sources of its own pictures. */
  readonly images: ImageSources[];
  readonly memory: MadeMemory;
  gl: GlShare | null;
  canvas2d: Canvas2dShare | null;
}

/**
 * Joins `realm` to the realm above if both have the same origin: drawing by an iframe's methods belongs to the page
 * that calls them, even when the iframe is gone. Call before anything of the realm is replaced. Returns the shared
 * state.
 *
 * The realms find each other by an event whose type is the secret, so no script can hear it or send it.
 */
export function joinRealms(realm: Window & typeof globalThis, secret: string): Shared {
  const { CustomEvent, EventTarget } = realm;
  const type = `framegate.join ${secret}`;
  const detail: { shared: Shared | null } = { shared: null };
  // Null at the outermost frame of an origin.
  if (realm.frameElement !== null) {
    const ask = new CustomEvent(type, { detail });
    Reflect.apply(EventTarget.prototype.dispatchEvent, realm.parent, [ask]);
  }
  if (detail.shared !== null) sharedOriginals.use(detail.shared.originals);
  const shared = detail.shared ?? { ...shareNothing(), originals: sharedOriginals.take() };
  const readDetail = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;
  realm.addEventListener(
    type,
    (event) => {
      event.stopImmediatePropagation();
      const asked: unknown = readDetail === undefined ? null : Reflect.apply(readDetail, event, []);
      if (typeof asked === "object" && asked !== null) Reflect.set(asked, "shared", shared);
    },
    true,
  );
  return shared;
}

/** For a worker, which shares nothing with any other realm. */
export function shareNothing(): Shared {
  return { originals: new WeakMap(), images: [], memory: { constructorName: null }, gl: null, canvas2d: null };
}

export interface DrawingOptions {
  readonly realm: Window & typeof globalThis;
  readonly config: PreludeConfig;
  readonly hashParts: HashParts | null;
  /** The sources of the realm's pictures; null if nothing is hashed. */
  readonly images: ImageSources | null;
  /** Null if nothing is inspected. */
  readonly sites: DrawSites | null;
  readonly shared: Shared;
  readonly onReadback: (readback: GlReadback) => void;
  readonly queueMicrotask: (callback: () => void) => void;
  readonly pause: () => Promise<void>;
}

/** Hooks everything that draws in a realm. */
export function installDrawing(options: DrawingOptions): { gl: GlInstrument; canvas2d: Canvas2dInstrument } {
  const { realm, config, hashParts, images, sites, shared, onReadback, queueMicrotask, pause } = options;
  if (images !== null) shared.images.push(images);
  if (shared.gl !== null && shared.canvas2d !== null)
    return { gl: joinGl(realm, shared.gl), canvas2d: joinCanvas2d(realm, shared.canvas2d, sites) };
  const mode = bootMode(config);
  const sources = images === null ? null : describeAny(shared.images);
  const recordings = new CanvasRecordings(canvasMode(config, mode), queueMicrotask);
  const gl = createGlShare({
    ...{ global: realm, mode, onReadback, images: sources, areCanvasesRendered: () => recordings.isRendering() },
    ...{ sites, hash: sinkOf(hashParts, "gl") },
  });
  const canvas2d = createCanvas2dShare({
    ...{ recordings, onReadback, images: sources },
    isGlUnrendered: (value): value is object => isGlUnrendered(gl, value),
    hash: sinkOf(hashParts, "canvas2d"),
  });
  Object.assign(shared, { gl, canvas2d });
  return { gl: installGl(realm, gl, pause), canvas2d: installCanvas2d(realm, canvas2d, sites) };
}

function sinkOf(parts: HashParts | null, name: string): HashSink | null {
  return parts === null ? null : parts.part(name);
}

/** Asks all realms, because one can draw the pictures of another. */
function describeAny(images: readonly ImageSources[]): ImageSources {
  return {
    describe(source) {
      for (const { describe } of images) {
        const described = describe(source);
        if (described !== null) return described;
      }
      return null;
    },
  };
}
