import { fluentInstances } from "../rules/package-rules.ts";
import { onwardMembers } from "../rules/global-rules.ts";
import { reflective } from "../text/filter-words.ts";

/** Finds the members of a native object that lead to something banned. */
export class Onward {
  readonly #members = new Map<string, string[]>();
  readonly #live: ReadonlySet<string>;

  /** @param live The paths that lead to something banned: `Math`, `Math.random`, `Intl.DateTimeFormat#format`. */
  constructor(live: ReadonlySet<string>) {
    this.#live = live;
    for (const path of live) {
      const [, owner = "", member] = /^(.*?)(?:^|[.#])([^.#]+)$/.exec(path) ?? [];
      if (member === undefined) continue;
      const key = path.charAt(path.length - member.length - 1) === "#" ? `${owner}#` : owner;
      this.#members.set(key, [...(this.#members.get(key) ?? []), member]);
    }
  }

  /** The members, "any" if the methods of the instance return it, or null if nothing banned can be reached. */
  of(path: string): readonly string[] | "any" | null {
    // The global object is not followed, only code that reads a banned global from it.
    if (!this.#live.has(path) || path === "") return null;
    if (fluentInstances.has(path)) return "any";
    const members = this.#members.get(path) ?? [];
    // An instance with harmless members leads only to its class, and the filter keeps whole files for that.
    if (path.endsWith("#") && members.length === 0) return null;
    return [...members, ...(onwardMembers.get(path) ?? []), "default", ...reflective];
  }
}
