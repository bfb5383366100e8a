import { stackOf } from "../native/call-site.ts";
import { hookMethod, methodsOf, prototypeOf, type MethodTable } from "./realm-methods.ts";
import type { ContextRegistry } from "./context-registry.ts";
import type { GlState } from "./draw-commands.ts";

/** A call that reads pixels, or results of drawing, while nothing was rasterised. */
export interface GlReadback {
  /** Name of the method, such as `readPixels`. */
  readonly api: string;
  readonly stack: string;
}

type OnReadback = (readback: GlReadback) => void;
type IsReadback = (receiver: object, parameters: readonly unknown[]) => boolean;

const queryResult = 0x8866;
const timeElapsed = 0x88bf;

/** Inputs for judging a readback. */
export interface ReadbackParts {
  readonly state: GlState;
  readonly registry: ContextRegistry;
  /** Whether 2D canvases get their pixels. If not, a GL canvas copied into one is watched when that canvas is read. */
  readonly areCanvasesRendered: () => boolean;
  readonly onReadback: OnReadback;
}

/**
 * Reports each API by which a page reads results that only `forward` produces. Only the first call is reported, and it
 * is executed as usual. A transform feedback that is never read back does not count, and neither does a copy in a texture,
 * which is not rendered either.
 */
export function watchReadbacks(realm: object, parts: ReadbackParts): void {
  const { state, registry, areCanvasesRendered, onReadback } = parts;
  const reported = new Set<string>();

  function watch(owner: MethodTable | null, api: string, isReadback: IsReadback): void {
    hookMethod(owner, api, (original) => {
      return function (...parameters) {
        if (state.mode !== "forward" && !reported.has(api) && isReadback(this, parameters)) {
          reported.add(api);
          onReadback({ api, stack: stackOf(new Error(api), globalThis) });
        }
        return original.apply(this, parameters);
      };
    });
  }

  const onGlCanvas: IsReadback = (receiver) => registry.isGlCanvas(receiver);
  const fromGlCanvas: IsReadback = (_receiver, [source]) => areCanvasesRendered() && registry.isGlCanvas(source);

  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    const prototype = prototypeOf(realm, className);
    watch(prototype, "readPixels", registry.isContext);
    watchDrawingResults(prototype, watch);
  }
  for (const api of ["toDataURL", "toBlob", "captureStream"]) {
    watch(prototypeOf(realm, "HTMLCanvasElement"), api, onGlCanvas);
  }
  const offscreen = prototypeOf(realm, "OffscreenCanvas");
  watch(offscreen, "convertToBlob", onGlCanvas);
  watch(offscreen, "transferToImageBitmap", (canvas) => areCanvasesRendered() && registry.isGlCanvas(canvas));
  for (const className of ["CanvasRenderingContext2D", "OffscreenCanvasRenderingContext2D"]) {
    for (const api of ["drawImage", "createPattern"]) watch(prototypeOf(realm, className), api, fromGlCanvas);
  }
  watch(methodsOf(realm), "createImageBitmap", fromGlCanvas);
  watch(prototypeOf(realm, "GPUCommandEncoder"), "copyTextureToBuffer", () => true);
}

type Watch = (owner: MethodTable | null, api: string, isReadback: IsReadback) => void;

/** Results of drawing other than pixels: the buffers of transform feedback, and the counts of queries. */
function watchDrawingResults(prototype: MethodTable | null, watch: Watch): void {
  const contextsWithFeedback = new WeakSet();
  const timers = new WeakSet();
  hookMethod(prototype, "beginTransformFeedback", (original) => {
    return function (...parameters) {
      contextsWithFeedback.add(this);
      return original.apply(this, parameters);
    };
  });
  hookMethod(prototype, "beginQuery", (original) => {
    return function (...parameters) {
      const [target, query] = parameters;
      if (target === timeElapsed && typeof query === "object" && query !== null) timers.add(query);
      return original.apply(this, parameters);
    };
  });
  watch(prototype, "getBufferSubData", (context) => contextsWithFeedback.has(context));
  // The duration of drawing varies anyway; the number of drawn samples or written primitives is a result of drawing.
  watch(prototype, "getQueryParameter", (_context, [query, parameter]) => {
    return parameter === queryResult && !(typeof query === "object" && query !== null && timers.has(query));
  });
}
