import type { HashSink } from "../../../core/state-hash.ts";
import { createCommandStream } from "./command-stream.ts";
import { hookMethod, prototypeOf, watchSetters } from "./realm-methods.ts";

export interface Canvas2dInstrument {
  /** Running total since installation; never reset. Clearing does not count, since it shows nothing. */
  readonly totals: Readonly<{ operations: number }>;
}

export interface Canvas2dOptions {
  readonly global: typeof globalThis;
  /** Absorbs every command and every assigned property, in order. */
  readonly hash: HashSink | null;
}

const drawingClasses = ["CanvasRenderingContext2D", "OffscreenCanvasRenderingContext2D", "ImageBitmapRenderingContext"];
/** Classes of objects that commands refer to, and that have commands of their own. */
const ingredientClasses = ["CanvasGradient", "CanvasPattern", "Path2D"];

const drawingOperations = [
  "fillRect",
  "strokeRect",
  "fill",
  "stroke",
  "fillText",
  "strokeText",
  "drawImage",
  "putImageData",
  "drawFocusIfNeeded",
  "transferFromImageBitmap",
];

/** Counts the drawing of a realm's 2D contexts, and hashes it if asked to. Must run before any script of the page. */
export function installCanvas2d(options: Canvas2dOptions): Canvas2dInstrument {
  const totals = { operations: 0 };
  const stream = options.hash === null ? null : createCommandStream(options.hash);
  for (const className of [...drawingClasses, ...ingredientClasses]) {
    const prototype = prototypeOf(options.global, className);
    if (prototype === null) continue;
    for (const operation of drawingOperations) {
      hookMethod(prototype, operation, (original) => {
        return function (...parameters) {
          const result = original.apply(this, parameters);
          totals.operations += 1;
          return result;
        };
      });
    }
    if (stream === null) continue;
    stream.absorbCommands(prototype);
    watchSetters(prototype, stream.absorbAssignment);
  }
  return { totals };
}
