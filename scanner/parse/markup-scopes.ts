import type { CodePieces } from "./code-pieces.ts";

/** The open elements and blocks of markup. Each may have opened scopes in the program that is written. */
export interface MarkupScopes {
  readonly depth: () => number;
  /** @param keys The names that close it. */
  open(closing: string, ...keys: readonly string[]): void;
  /** Closes the innermost one that has a key, and everything in it. Does nothing if none has it. */
  close(key: string): void;
  /** Closes everything in the innermost one that has a key; false if none has it. */
  closeWithin(key: string): boolean;
  closeAll(): void;
}

export function createMarkupScopes(pieces: CodePieces): MarkupScopes {
  const scopes: { readonly closing: string; readonly keys: readonly string[] }[] = [];
  // Without the counts, each search for a missing key would go through all that is open.
  const counts = new Map<string, number>();
  const count = (keys: readonly string[], change: number): void => {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + change);
  };
  const closeOne = (): void => {
    const { closing = "", keys = [] } = scopes.pop() ?? {};
    pieces.add(closing);
    count(keys, -1);
  };
  const closeWithin = (key: string): boolean => {
    if ((counts.get(key) ?? 0) === 0) return false;
    while (scopes.at(-1)?.keys.includes(key) === false) closeOne();
    return true;
  };
  return {
    depth: () => scopes.length,
    open: (closing, ...keys) => {
      scopes.push({ closing, keys });
      count(keys, 1);
    },
    close: (key) => {
      if (closeWithin(key)) closeOne();
    },
    closeWithin,
    closeAll: () => {
      while (scopes.length > 0) closeOne();
    },
  };
}
