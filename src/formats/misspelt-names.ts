import { memberOf, membersOf } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * The property that was probably meant to be `name`, of an object that has no `name`; null where there is none. Rules
 * that miss a property ask, so that a misspelt name is told once, as the unknown property that it is.
 * @param known Names that the object takes, which are therefore not misspelt.
 */
export function findMisspelt(node: JsonNode | undefined, name: string, known: readonly string[] = []): string | null {
  if (memberOf(node, name) !== undefined) return null;
  const found = membersOf(node).find(
    (member) => !known.includes(member.name) && nearestName(member.name, [name]) !== null,
  );
  return found?.name ?? null;
}
