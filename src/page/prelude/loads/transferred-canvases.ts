import type { Registered } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { globalOwner, replaceConstructor, replaceMethod, replaceSetter, watchCalls } from "../native/native-look.ts";
import { isObject, nativeGetter, prototypeOf } from "./native-method.ts";

type Parts = Pick<LoadParts, "real" | "order" | "now" | "onUnordered">;

// The drawing that makes the browser show a new size may come in the next frames.
const framesAfter = 2;
// A worker without a page that is shown has no pictures.
const pictureLimitMs = 1000;

/** Methods that read the pixels of a canvas that they are given, or of their own. */
const readers: readonly (readonly [string, readonly string[]])[] = [
  ["CanvasRenderingContext2D", ["drawImage", "createPattern"]],
  ["OffscreenCanvasRenderingContext2D", ["drawImage", "createPattern"]],
  ["WebGLRenderingContext", ["texImage2D", "texSubImage2D"]],
  ["WebGL2RenderingContext", ["texImage2D", "texSubImage2D", "texImage3D", "texSubImage3D"]],
  ["GPUQueue", ["copyExternalImageToTexture"]],
  ["HTMLCanvasElement", ["toDataURL", "toBlob", "captureStream"]],
];

/**
 * Orders canvases whose control was transferred. The browser shows a new size and new pixels with its next picture. So
 * everything waits for that after a change of the size, and reading the pixels is named.
 */
export function orderTransferredCanvases(realm: Window & typeof globalThis, parts: Parts): void {
  if (typeof realm.OffscreenCanvas !== "function") return;
  awaitSizes(realm, parts);
  if ("document" in realm) nameReads(realm, parts.onUnordered);
}

function awaitSizes(realm: typeof globalThis, { real, order, now }: Parts): void {
  const { prototype } = realm.OffscreenCanvas;
  /** The canvases that a constructor has made: no element of a page shows them. */
  const unshown = new WeakSet<object>();
  replaceConstructor(realm, "OffscreenCanvas", (parameters, build) => {
    const made = build(parameters);
    unshown.add(made);
    return made;
  });

  /** The wait for a picture of the browser; null if there is none. */
  let waiting: Registered | null = null;
  let framesLeft = 0;
  let lastMs = -1;
  function awaitPicture(): void {
    if (waiting !== null) return;
    lastMs = now();
    const picture = order.expect("the picture that shows the size of a canvas", { owner: "script" });
    waiting = picture;
    const end = (): void => {
      real.clearTimeout(limit);
      picture.release();
      if (waiting === picture) waiting = null;
    };
    const limit = real.setTimeout(end, pictureLimitMs);
    void real.nextPaint().then(real.endOfTask).then(end);
  }
  for (const name of ["width", "height"] as const) {
    const read = nativeGetter(prototype, name);
    replaceSetter(prototype, name, (canvas, value, original) => {
      const before = read?.(canvas);
      original(value);
      if (unshown.has(canvas) || read?.(canvas) === before) return;
      framesLeft = framesAfter;
      awaitPicture();
    });
  }
  order.onQuestion(() => {
    if (framesLeft === 0 || now() === lastMs) return;
    framesLeft -= 1;
    awaitPicture();
  });
}

/** The methods are replaced with the first such canvas, because most pages have none and call them often. */
function nameReads(realm: Window & typeof globalThis, onUnordered: (api: string) => void): void {
  const transferred = new WeakSet<object>();
  const isTransferred = (value: unknown): boolean => isObject(value) && transferred.has(value);
  const reads = (receiver: unknown, parameters: readonly unknown[]): boolean => {
    const [first] = parameters;
    const source: unknown = isObject(first) ? Reflect.get(first, "source") : null;
    return isTransferred(receiver) || isTransferred(source) || parameters.some(isTransferred);
  };
  const watch = (owner: object, name: string): void => {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        if (reads(this, parameters)) onUnordered(`${name} of a canvas whose control was transferred`);
        return Reflect.apply(original, this, parameters);
      }
      return replacement;
    });
  };
  let isFirst = true;
  watchCalls(realm.HTMLCanvasElement.prototype, ["transferControlToOffscreen"], (canvas) => {
    if (isObject(canvas)) transferred.add(canvas);
    if (!isFirst) return;
    isFirst = false;
    watch(globalOwner(realm, "createImageBitmap"), "createImageBitmap");
    for (const [className, names] of readers) {
      const owner = prototypeOf(realm, className);
      if (owner !== null) for (const name of names) watch(owner, name);
    }
  });
}
