import type { NamedUseReport } from "../../../formats/page-port.ts";
import { readOuterStack } from "../native/call-site.ts";

/** The uses of APIs whose results cannot be repeated, once for each call site. */
export interface NamedUses {
  /** Call while the page's call of `api` is on the stack. */
  add(api: string): void;
  /** Records the current stack, for a use that is detected later. */
  mark(): (api: string) => void;
  /** Names a use that the browser reports with its place, with lines and columns from 1. */
  addAt(place: Pick<SecurityPolicyViolationEvent, "sourceFile" | "lineNumber" | "columnNumber">, api: string): void;
  /** Calls `look` before each list, which may add uses that are looked for then. */
  beforeList(look: () => void): void;
  /** Adds the list of a worker that may not answer any more. */
  adopt(uses: readonly NamedUseReport[]): void;
  list(): readonly NamedUseReport[];
}

// Deep enough to reach the game's own code behind a library.
const stackDepth = 16;
// More of them would tell the author nothing new.
const maximumUses = 100;

/** Creates an empty list for a realm. */
export function createNamedUses(realm: typeof globalThis, realmName: string): NamedUses {
  const found = new Map<string, NamedUseReport>();
  const looks: (() => void)[] = [];
  const addUse = (use: NamedUseReport): void => {
    const key = `${use.api}\n${use.realm}\n${use.stack}`;
    if (found.size < maximumUses && !found.has(key)) found.set(key, use);
  };
  const addAt = (stack: string, api: string): void => {
    addUse({ api, realm: realmName, stack });
  };
  return {
    add(api) {
      addAt(readOuterStack(realm, stackDepth), api);
    },
    mark() {
      const stack = readOuterStack(realm, stackDepth);
      return (api) => {
        addAt(stack, api);
      };
    },
    addAt({ sourceFile, lineNumber, columnNumber }, api) {
      // A script within a document has no file of its own.
      const file = sourceFile === "" ? realm.location.href : sourceFile;
      addAt(`Error\n    at ${file}:${String(lineNumber)}:${String(columnNumber)}`, api);
    },
    adopt(uses) {
      for (const use of uses) addUse(use);
    },
    beforeList(look) {
      looks.push(look);
    },
    list() {
      for (const look of looks) look();
      return [...found.values()];
    },
  };
}
