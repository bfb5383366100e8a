import { prototypeOf } from "./realm-methods.ts";
import type { TexelBox } from "./texel-bytes.ts";

/** The size that a picture, a canvas or a video has in a texture; null for anything else. */
export type ReadSize = (source: unknown) => TexelBox | null;

type Getter = (this: unknown) => unknown;

/** Sizes in texels, which an element's own width and height need not be. */
const sizeKeys: readonly (readonly [className: string, width: string, height: string])[] = [
  ["HTMLImageElement", "naturalWidth", "naturalHeight"],
  ["HTMLCanvasElement", "width", "height"],
  ["ImageBitmap", "width", "height"],
  ["ImageData", "width", "height"],
  ["HTMLVideoElement", "videoWidth", "videoHeight"],
  ["OffscreenCanvas", "width", "height"],
  ["VideoFrame", "displayWidth", "displayHeight"],
];

/** Creates a reader from the getters of `realm`, which a page may replace or cover. */
export function createSizeReader(realm: object): ReadSize {
  const getters = sizeKeys.flatMap(([className, ...keys]) => {
    const prototype = prototypeOf(realm, className);
    const [width, height] = keys.map((key) => getterOf(prototype, key));
    return width === undefined || height === undefined ? [] : [{ width, height }];
  });
  return (source) => {
    if (typeof source !== "object" || source === null) return null;
    for (const getter of getters) {
      const width = readNumber(getter.width, source);
      const height = readNumber(getter.height, source);
      if (width !== null && height !== null) return { width, height, depth: 1 };
    }
    return null;
  };
}

function getterOf(prototype: object | null, key: string): Getter | undefined {
  return prototype === null ? undefined : Object.getOwnPropertyDescriptor(prototype, key)?.get;
}

/** Null if the object is of another class. */
function readNumber(getter: Getter, source: object): number | null {
  try {
    const size: unknown = Reflect.apply(getter, source, []);
    return typeof size === "number" ? size : null;
  } catch {
    return null;
  }
}
