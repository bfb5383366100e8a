import type { NamedUseReport } from "../../../formats/page-port.ts";
import { callsOutside } from "../native/call-site.ts";

/** The uses of APIs whose results cannot be repeated, once for each call site. */
export interface NamedUses {
  /** Call while the page's call of `api` is on the stack. */
  add(api: string): void;
  list(): readonly NamedUseReport[];
}

// Deep enough to reach the game's own code behind a library.
const stackDepth = 16;
// More of them would tell the author nothing new.
const maximumUses = 100;

/** Creates an empty list for a realm. */
export function createNamedUses(realm: typeof globalThis, realmName: string): NamedUses {
  const found = new Map<string, NamedUseReport>();
  return {
    add(api) {
      if (found.size >= maximumUses) return;
      const stack = callsOutside(realm, stackDepth);
      const key = `${api}\n${stack}`;
      if (!found.has(key)) found.set(key, { api, realm: realmName, stack });
    },
    list: () => [...found.values()],
  };
}
