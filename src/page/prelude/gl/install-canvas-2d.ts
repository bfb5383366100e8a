import type { HashSink } from "../../../core/state-hash.ts";
import { type CommandStream, createCommandStream } from "./command-stream.ts";
import { hookCopies, hookResets } from "./canvas-copies.ts";
import { watchCanvasReadbacks } from "./canvas-readbacks.ts";
import { type CanvasRecordings, contextClassOf } from "./canvas-recordings.ts";
import { type CanvasSources, createCanvasSources, hookSources, type IsUnrendered } from "./canvas-sources.ts";
import type { GlMode } from "./draw-commands.ts";
import type { DrawSites } from "./draw-sites.ts";
import type { ImageSources } from "./image-sources.ts";
import type { GlReadback } from "./readbacks.ts";
import { hookMethod, prototypeOf, watchSetters, type MethodTable } from "./realm-methods.ts";

export interface Canvas2dInstrument {
  /** Running total since installation; never reset. Clearing does not count, since it shows nothing. */
  readonly totals: Readonly<{ operations: number }>;
  /** Sets the mode of the frames that follow, for every context. */
  setMode(mode: GlMode): void;
}

/** The drawing state that all realms of one origin in a page share, since each can call the methods of the others. */
export interface Canvas2dShare {
  readonly totals: { operations: number };
  readonly recordings: CanvasRecordings;
  readonly isGlUnrendered: IsUnrendered;
  /** Null if nothing is hashed. */
  readonly stream: CommandStream | null;
  readonly onReadback: (readback: GlReadback) => void;
}

export interface Canvas2dOptions {
  /** Absorbs every command and every assigned property, in order. */
  readonly hash: HashSink | null;
  /** The sources of pictures; null if nothing is hashed. */
  readonly images: ImageSources | null;
  readonly recordings: CanvasRecordings;
  readonly isGlUnrendered: IsUnrendered;
  /** Called once per API and realm that reads pixels that were not rendered. */
  readonly onReadback: (readback: GlReadback) => void;
}

const drawingClasses = ["CanvasRenderingContext2D", "OffscreenCanvasRenderingContext2D", "ImageBitmapRenderingContext"];
/** Classes of objects that commands refer to, and that have commands of their own. */
const ingredientClasses = ["CanvasGradient", "CanvasPattern", "Path2D"];

/** Those with pixels from elsewhere are hooked by `hookSources`. */
const drawingOperations = ["fillRect", "strokeRect", "fill", "stroke", "fillText", "strokeText", "drawFocusIfNeeded"];

/** Creates the share of the outermost realm of an origin. */
export function createCanvas2dShare({ hash, images, ...others }: Canvas2dOptions): Canvas2dShare {
  return {
    ...others,
    totals: { operations: 0 },
    stream: hash === null ? null : createCommandStream(hash, images),
  };
}

/**
 * Counts, suppresses and hashes the drawing of a realm's 2D contexts. Must run before any script of the page.
 * @param sites Records who draws; null if nothing is inspected.
 */
export function installCanvas2d(
  realm: typeof globalThis,
  share: Canvas2dShare,
  sites: DrawSites | null,
): Canvas2dInstrument {
  hookRealm(realm, share, sites);
  const { totals, recordings } = share;
  return {
    totals,
    setMode(next) {
      recordings.setMode(next);
    },
  };
}

/** The instrument of a realm below one of the same origin, to which all its drawing belongs. */
export function joinCanvas2d(
  realm: typeof globalThis,
  share: Canvas2dShare,
  sites: DrawSites | null,
): Canvas2dInstrument {
  hookRealm(realm, share, sites);
  return { totals: { operations: 0 }, setMode: () => undefined };
}

function hookRealm(realm: typeof globalThis, share: Canvas2dShare, sites: DrawSites | null): void {
  const { totals, recordings, isGlUnrendered, stream, onReadback } = share;
  const sources = createCanvasSources(
    realm,
    (canvas): canvas is object => recordings.isUnrendered(canvas) || isGlUnrendered(canvas),
  );
  for (const className of drawingClasses) {
    const prototype = prototypeOf(realm, className);
    if (prototype !== null) hookDrawing({ prototype, recordings, sources, totals, sites });
  }
  hookCopies(realm, recordings);
  hookResets(realm, recordings);
  watchCanvasReadbacks(realm, recordings, onReadback);
  // Last, and so outermost: the stream must see the page's own calls.
  for (const className of [...drawingClasses, ...ingredientClasses]) {
    const prototype = prototypeOf(realm, className);
    if (prototype === null || stream === null) continue;
    stream.absorbCommands(prototype);
    watchSetters(prototype, stream.absorbAssignment);
  }
}

interface DrawingHooks {
  readonly prototype: MethodTable;
  readonly recordings: CanvasRecordings;
  readonly sources: CanvasSources;
  readonly totals: { operations: number };
  readonly sites: DrawSites | null;
}

function hookDrawing({ prototype, recordings, sources, totals, sites }: DrawingHooks): void {
  const contextClass = contextClassOf(prototype);
  const noteDrawing = (context: object): void => {
    totals.operations += 1;
    sites?.addCanvasOperation();
    if (!recordings.isRendering()) recordings.noteDrawing(context, contextClass);
  };
  hookSources({ prototype, contextClass, recordings, sources, noteDrawing });
  for (const operation of drawingOperations) {
    hookMethod(prototype, operation, (original) => {
      return function (...parameters) {
        const result = original.apply(this, parameters);
        noteDrawing(this);
        return result;
      };
    });
  }
  hookMethod(prototype, "clip", (original) => {
    return function (...parameters) {
      recordings.discardBeforeClip(this);
      return original.apply(this, parameters);
    };
  });
}
