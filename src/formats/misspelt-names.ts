import { memberOf, membersOf } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * Finds the property that was probably meant to be `name`, in an object without `name`; null if there is none. Call it
 * before reporting a missing property, so that a typo is reported only once, as an unknown property.
 * @param known Valid names of the object, which are not typos.
 */
export function findMisspelt(node: JsonNode | undefined, name: string, known: readonly string[] = []): string | null {
  if (memberOf(node, name) !== undefined) return null;
  const found = membersOf(node).find(
    (member) => !known.includes(member.name) && nearestName(member.name, [name]) !== null,
  );
  return found?.name ?? null;
}
