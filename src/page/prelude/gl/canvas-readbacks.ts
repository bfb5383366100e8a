import { stackOf } from "../native/call-site.ts";
import type { CanvasRecordings } from "./canvas-recordings.ts";
import type { GlReadback } from "./readbacks.ts";
import { hookMethod, prototypeOf, type MethodTable } from "./realm-methods.ts";

/**
 * Reports each API by which a page reads pixels that were not rendered. Only the first call is reported, and it is
 * executed as usual.
 */
export function watchCanvasReadbacks(
  realm: object,
  recordings: CanvasRecordings,
  onReadback: (readback: GlReadback) => void,
): void {
  const reported = new Set<string>();

  function watch(owner: MethodTable | null, api: string, isReadback: (receiver: object) => boolean): void {
    hookMethod(owner, api, (original) => {
      return function (...parameters) {
        if (!recordings.isRendering() && !reported.has(api) && isReadback(this)) {
          reported.add(api);
          onReadback({ api, stack: stackOf(new Error(api), globalThis) });
        }
        return original.apply(this, parameters);
      };
    });
  }

  const lacksPixels = (receiver: object): boolean => recordings.lacksPixels(receiver);
  for (const className of ["CanvasRenderingContext2D", "OffscreenCanvasRenderingContext2D"]) {
    watch(prototypeOf(realm, className), "getImageData", lacksPixels);
  }
  const element = prototypeOf(realm, "HTMLCanvasElement");
  for (const api of ["toDataURL", "toBlob"]) watch(element, api, lacksPixels);
  watch(prototypeOf(realm, "OffscreenCanvas"), "convertToBlob", lacksPixels);
  // A stream shows what will be drawn, and a frame may show any canvas.
  const flatCanvases = new WeakSet();
  hookMethod(element, "getContext", (original) => {
    return function (...parameters) {
      const context = original.apply(this, parameters);
      if (parameters[0] === "2d" && context !== null) flatCanvases.add(this);
      return context;
    };
  });
  watch(element, "captureStream", (canvas) => flatCanvases.has(canvas));
  watch(prototypeOf(realm, "VideoFrame"), "copyTo", () => true);
}
