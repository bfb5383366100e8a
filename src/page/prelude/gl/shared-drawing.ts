import type { HashParts } from "../../../core/hash-parts.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import type { PreludeConfig } from "../../../formats/page-port.ts";
import { type Canvas2dInstrument, createCanvas2dShare, installCanvas2d, joinCanvas2d } from "./install-canvas-2d.ts";
import type { Canvas2dShare } from "./install-canvas-2d.ts";
import type { DrawSites } from "./draw-sites.ts";
import type { ImageSources } from "./image-sources.ts";
import { CanvasRecordings } from "./canvas-recordings.ts";
import {
  createGlShare,
  type GlInstrument,
  type GlShare,
  type GlWaits,
  installGl,
  isGlUnrendered,
  joinGl,
} from "./install-gl.ts";
import { bootMode, canvasMode } from "./pass-modes.ts";
import type { GlReadback } from "./readbacks.ts";

/** The drawing that the realms of one origin in a page share. */
export interface SharedDrawing {
  /** Each realm knows the sources of its own pictures. */
  readonly images: ImageSources[];
  gl: GlShare | null;
  canvas2d: Canvas2dShare | null;
}

/** For the first realm of an origin, and for a worker, which shares its drawing with no other realm. */
export function createSharedDrawing(): SharedDrawing {
  return { images: [], gl: null, canvas2d: null };
}

export interface DrawingOptions {
  readonly realm: Window & typeof globalThis;
  readonly config: PreludeConfig;
  readonly hashParts: HashParts | null;
  /** The sources of the realm's pictures; null if nothing is hashed. */
  readonly images: ImageSources | null;
  /** Null if nothing is inspected. */
  readonly sites: DrawSites | null;
  readonly shared: SharedDrawing;
  readonly onReadback: (readback: GlReadback) => void;
  readonly queueMicrotask: (callback: () => void) => void;
  readonly waits: GlWaits;
}

/** Hooks everything that draws in a realm. */
export function installDrawing(options: DrawingOptions): { gl: GlInstrument; canvas2d: Canvas2dInstrument } {
  const { realm, config, hashParts, images, sites, shared, onReadback, queueMicrotask, waits } = options;
  if (images !== null) shared.images.push(images);
  if (shared.gl !== null && shared.canvas2d !== null)
    return { gl: joinGl(realm, shared.gl, waits), canvas2d: joinCanvas2d(realm, shared.canvas2d, sites) };
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
  return { gl: installGl(realm, gl, waits), canvas2d: installCanvas2d(realm, canvas2d, sites) };
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
