import type { CanvasRecordings, ContextClass } from "./canvas-recordings.ts";
import { hookMethod, invokeMethod, prototypeOf, type MethodTable } from "./realm-methods.ts";

/** The sources of pixels that a realm draws with. */
export interface CanvasSources {
  /** Whether `source` has the pixels that it would have if everything were rendered. */
  isComplete(source: unknown): boolean;
  /** The parameters of `drawImage`, with a stand-in for a canvas that was not rendered. */
  replaceImage(parameters: unknown[]): unknown[];
  /** The parameters of `createPattern`, likewise. */
  replacePattern(parameters: unknown[]): unknown[];
}

/** Whether `value` is a canvas without the pixels that it would have if everything were rendered. */
export type IsUnrendered = (value: unknown) => value is object;

/** Reads the size of a canvas. The browser's own getters, because an element can have properties of these names. */
type Measure = (canvas: object) => { readonly width: unknown; readonly height: unknown };

/** Objects of other classes or realms may have got their pixels from any canvas. */
const pictureClasses = ["HTMLImageElement", "SVGImageElement", "HTMLVideoElement"];
const canvasClasses = ["HTMLCanvasElement", "OffscreenCanvas"];

/**
 * To draw a canvas, the browser rasterises it first. So a canvas that was not rendered is replaced by a stand-in of one
 * pixel, at the size that it has on the page. The command is recorded all the same, at the same cost.
 */
export function createCanvasSources(realm: object, isUnrendered: IsUnrendered): CanvasSources {
  const createStandIn = standInFactory(realm);
  /** By prototype; null for a picture. */
  const measures = new Map<object | null, Measure | null>();
  for (const name of pictureClasses) measures.set(prototypeOf(realm, name), null);
  for (const name of canvasClasses) measures.set(prototypeOf(realm, name), measureOf(prototypeOf(realm, name)));
  /** By source. */
  const known = new WeakMap<object, Measure | "picture" | "unknown">();
  let standIn: object | null = null;
  // Games draw many parts of one picture in a row.
  let lastPicture: object | null = null;

  function recognize(source: object): Measure | "picture" | "unknown" {
    const before = known.get(source);
    if (before !== undefined) return before;
    let owner = Reflect.getPrototypeOf(source);
    // Pages derive classes of their own, so the whole chain counts.
    while (owner !== null && !measures.has(owner)) owner = Reflect.getPrototypeOf(owner);
    const measure = owner === null ? undefined : measures.get(owner);
    const kind = measure === undefined ? "unknown" : (measure ?? "picture");
    known.set(source, kind);
    return kind;
  }

  /** The size of a canvas that is to be replaced; null if it must not be. */
  function sizeOf(source: unknown): ReturnType<Measure> | null {
    if (!isUnrendered(source)) return null;
    const measure = recognize(source);
    const size = typeof measure === "function" ? measure(source) : null;
    // The browser has an error to throw for an empty canvas.
    if (size === null || size.width === 0 || size.height === 0) return null;
    standIn ??= createStandIn();
    return size;
  }

  return {
    isComplete(source) {
      if (source === lastPicture || typeof source !== "object" || source === null) return true;
      const kind = recognize(source);
      if (kind !== "picture") return kind !== "unknown" && !isUnrendered(source);
      lastPicture = source;
      return true;
    },
    replaceImage(parameters) {
      const size = sizeOf(parameters[0]);
      if (size === null) return parameters;
      const { length } = parameters;
      if (length === 3) return [standIn, 0, 0, 1, 1, parameters[1], parameters[2], size.width, size.height];
      if (length === 5) return [standIn, 0, 0, 1, 1, parameters[1], parameters[2], parameters[3], parameters[4]];
      if (length < 9) return parameters;
      return [standIn, 0, 0, 1, 1, parameters[5], parameters[6], parameters[7], parameters[8]];
    },
    replacePattern(parameters) {
      return sizeOf(parameters[0]) === null ? parameters : [standIn, ...parameters.slice(1)];
    },
  };
}

/** Inputs for hooking the commands of a class of contexts. */
export interface SourceHooks {
  readonly prototype: MethodTable;
  readonly contextClass: ContextClass;
  readonly recordings: CanvasRecordings;
  readonly sources: CanvasSources;
  /** To be called after a command that draws. */
  readonly noteDrawing: (context: object) => void;
}

/** Hooks the commands of a context's prototype that take pixels from elsewhere. */
export function hookSources({ prototype, contextClass, recordings, sources, noteDrawing }: SourceHooks): void {
  hookMethod(prototype, "drawImage", (original) => {
    return function (...parameters) {
      const isComplete = recordings.isRendering() || sources.isComplete(parameters[0]);
      const result = original.apply(this, isComplete ? parameters : sources.replaceImage(parameters));
      if (!isComplete) recordings.noteLostSource(this, contextClass);
      noteDrawing(this);
      return result;
    };
  });
  hookMethod(prototype, "createPattern", (original) => {
    return function (...parameters) {
      if (recordings.isRendering() || sources.isComplete(parameters[0])) return original.apply(this, parameters);
      const result = original.apply(this, sources.replacePattern(parameters));
      recordings.noteLostPattern();
      return result;
    };
  });
  hookMethod(prototype, "transferFromImageBitmap", (original) => {
    return function (...parameters) {
      const result = original.apply(this, parameters);
      if (!recordings.isRendering()) recordings.noteLostSource(this, contextClass);
      noteDrawing(this);
      return result;
    };
  });
  // The browser writes these pixels at once, so it renders its recording first.
  hookMethod(prototype, "putImageData", (original) => {
    return function (...parameters) {
      recordings.discardBeforeWrite(this);
      const result = original.apply(this, parameters);
      noteDrawing(this);
      return result;
    };
  });
}

function measureOf(prototype: MethodTable | null): Measure {
  const [width, height] = ["width", "height"].map((name) => {
    const getter = prototype === null ? undefined : Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return (canvas: object): unknown => (getter === undefined ? 0 : Reflect.apply(getter, canvas, []));
  });
  return (canvas) => ({ width: width?.(canvas), height: height?.(canvas) });
}

/** Creates a transparent canvas of one pixel with a context, which costs as much to draw as one of the page. */
function standInFactory(realm: object): () => object {
  const constructor: unknown = Reflect.get(realm, "OffscreenCanvas");
  const getContext = prototypeOf(realm, "OffscreenCanvas")?.getContext;
  return () => {
    if (typeof constructor !== "function") throw new TypeError("This browser has no OffscreenCanvas.");
    const canvas: unknown = Reflect.construct(constructor, [1, 1]);
    if (typeof canvas !== "object" || canvas === null) throw new TypeError("An OffscreenCanvas is an object.");
    invokeMethod(getContext, canvas, ["2d"]);
    return canvas;
  };
}
