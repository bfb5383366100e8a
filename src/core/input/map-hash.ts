import type { InputMap } from "../../formats/input-map.ts";
import { hashText } from "../text-hash.ts";

/**
 * Hashes the meaning of an input map: 32 hexadecimal digits that depend on its content with defaults, but not on the
 * layout of the file or the order of names. The order of bindings counts, because it decides ties.
 */
export function hashInputMap(map: InputMap): string {
  return hashText(JSON.stringify(sortNames(map)));
}

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sortNames(inner)] as const);
  // A list of pairs, because an object would put names that look like numbers first.
  return entries.toSorted(([left], [right]) => (left < right ? -1 : 1));
}
