import type { InputMap } from "../../formats/input-map.ts";
import { hashText } from "../text-hash.ts";

/**
 * Tells whether two input maps mean the same: 32 hexadecimal digits that depend on what a map says, its defaults filled
 * in, and not on the layout of its file or the order of its names. The order of bindings counts, because it decides ties.
 */
export function hashInputMap(map: InputMap): string {
  return hashText(JSON.stringify(sortNames(map)));
}

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sortNames(inner)] as const);
  // As a list of pairs: an object would put names that look like numbers first, whatever the order they are given in.
  return entries.toSorted(([left], [right]) => (left < right ? -1 : 1));
}
