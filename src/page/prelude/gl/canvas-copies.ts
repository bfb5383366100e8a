import { globalOwner, replaceSetter } from "../native/native-look.ts";
import type { CanvasRecordings } from "./canvas-recordings.ts";
import { hookMethod, methodsOf, prototypeOf } from "./realm-methods.ts";

const uploads = ["texImage2D", "texSubImage2D", "texImage3D", "texSubImage3D"];

/**
 * Hooks the calls that copy a whole canvas into a texture or an ImageBitmap. The browser rasterises the canvas for it,
 * so its recording is discarded first, and the copy has its true size. A copy is not a readback: only pixels read out
 * of it may differ, and those reads are watched.
 */
export function hookCopies(realm: object, recordings: CanvasRecordings): void {
  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    for (const upload of uploads) {
      hookMethod(prototypeOf(realm, className), upload, (original) => {
        return function (...parameters) {
          recordings.discard(parameters[parameters.length - 1]);
          return original.apply(this, parameters);
        };
      });
    }
  }
  hookMethod(prototypeOf(realm, "GPUQueue"), "copyExternalImageToTexture", (original) => {
    return function (...parameters) {
      const [copy] = parameters;
      if (typeof copy === "object" && copy !== null) recordings.discard(Reflect.get(copy, "source"));
      return original.apply(this, parameters);
    };
  });
  hookMethod(methodsOf(globalOwner(realm, "createImageBitmap")), "createImageBitmap", (original) => {
    return function (...parameters) {
      recordings.discard(parameters[0]);
      return original.apply(this, parameters);
    };
  });
  hookMethod(prototypeOf(realm, "OffscreenCanvas"), "transferToImageBitmap", (original) => {
    return function (...parameters) {
      recordings.discard(this);
      const result = original.apply(this, parameters);
      recordings.noteReset(this);
      return result;
    };
  });
}

/** Hooks the calls that make a whole canvas transparent, after which its pixels are known again. */
export function hookResets(realm: object, recordings: CanvasRecordings): void {
  for (const className of ["HTMLCanvasElement", "OffscreenCanvas"]) {
    const prototype = prototypeOf(realm, className);
    if (prototype === null) continue;
    for (const name of ["width", "height"]) {
      replaceSetter(prototype, name, (canvas, value, original) => {
        original(value);
        recordings.noteReset(canvas);
      });
    }
  }
  for (const className of ["CanvasRenderingContext2D", "OffscreenCanvasRenderingContext2D"]) {
    hookMethod(prototypeOf(realm, className), "reset", (original) => {
      return function (...parameters) {
        const result = original.apply(this, parameters);
        recordings.noteReset(this);
        return result;
      };
    });
  }
}
