import { fluentInstances } from "../rules/package-rules.ts";
import { onwardMembers } from "../rules/global-rules.ts";
import { reflective } from "../text/filter-words.ts";

/** Tells which members of a native object lead to something banned. */
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

  /** The members; any of them if the methods of an instance give it back; null if nothing banned is reached from there. */
  of(path: string): readonly string[] | "any" | null {
    // The global object is not followed: who reads a banned global from it is.
    if (!this.#live.has(path) || path === "") return null;
    if (fluentInstances.has(path)) return "any";
    const members = this.#members.get(path) ?? [];
    // An instance whose own members are harmless leads to its class only, and the filter keeps whole files for that.
    if (path.endsWith("#") && members.length === 0) return null;
    return [...members, ...(onwardMembers.get(path) ?? []), "default", ...reflective];
  }
}
