import { fluentInstances } from "../rules/package-rules.ts";
import { onwardMembers } from "../rules/global-rules.ts";
import { remember } from "../findings/remember.ts";
import { reflective } from "../text/filter-words.ts";

/**
 * Returns the members of a native object that lead to something banned: "any" if the methods of the instance return it,
 * null if nothing banned can be reached.
 */
export type OnwardOf = (path: string) => readonly string[] | "any" | null;

/** @param live The paths that lead to something banned: `Math`, `Math.random`, `Intl.DateTimeFormat#format`. */
export function createOnward(live: ReadonlySet<string>): OnwardOf {
  const membersByOwner = new Map<string, string[]>();
  for (const path of live) {
    const [, owner = "", separator = "", member] = /^(.*?)(^|[.#])([^.#]+)$/.exec(path) ?? [];
    if (member !== undefined) remember(membersByOwner, separator === "#" ? `${owner}#` : owner, () => []).push(member);
  }
  return (path) => {
    // The global object is not followed, only code that reads a banned global from it.
    if (!live.has(path) || path === "") return null;
    if (fluentInstances.has(path)) return "any";
    const members = membersByOwner.get(path) ?? [];
    // An instance with harmless members leads only to its class, and the filter keeps whole files for that.
    if (path.endsWith("#") && members.length === 0) return null;
    return [...members, ...(onwardMembers.get(path) ?? []), "default", ...reflective];
  };
}
