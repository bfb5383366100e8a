import { toInteger } from "./realm-methods.ts";
import type { TexelBox } from "./texel-bytes.ts";

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Undefined if `value` is no object. */
export function propertyOf(value: unknown, name: string | symbol): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

/** The size that a `GPUExtent3D` says. */
export function boxOfExtent(extent: unknown): TexelBox {
  const names = Array.isArray(extent) ? ["0", "1", "2"] : ["width", "height", "depthOrArrayLayers"];
  const [width = 1, height = 1, depth = 1] = names.map((name) => {
    const size = propertyOf(extent, name);
    return Math.max(0, size === undefined ? 1 : toInteger(size));
  });
  return { width, height, depth };
}
