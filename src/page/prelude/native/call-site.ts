/** The stack of this call as V8 prints it, at most `depth` lines of calls. */
export function readStack(realm: typeof globalThis, depth: number): string {
  // A property of V8 that TypeScript's DOM library does not declare.
  const limit: unknown = Reflect.get(realm.Error, "stackTraceLimit");
  Reflect.set(realm.Error, "stackTraceLimit", depth);
  const stack = new realm.Error().stack ?? "";
  Reflect.set(realm.Error, "stackTraceLimit", limit);
  return stack;
}

// Deep enough to get out of the prelude's own functions.
const searchedDepth = 20;
const position = /\(?(\S+):\d+:\d+\)?$/u;

/** The innermost call on the stack that is not the prelude's own, such as "update (http://…/game.js:3:7)"; null if none is. */
export function callSite(realm: typeof globalThis): string | null {
  const [, ...calls] = readStack(realm, searchedDepth).split("\n");
  const own = fileOf(calls[0]);
  const site = calls.find((call) => fileOf(call) !== null && fileOf(call) !== own);
  return site?.trim().replace(/^at /u, "") ?? null;
}

/** The calls of a stack of this moment that are not the prelude's own, as V8 prints them. */
export function callsOutside(realm: typeof globalThis, depth: number): string {
  const [, own, ...calls] = readStack(realm, depth).split("\n");
  const outside = calls.filter((call) => fileOf(call) !== fileOf(own));
  // The browser gives blobs random names.
  return outside.join("\n").replaceAll(/blob:[^\s)]+?(?=:\d+:\d+)/gu, "blob:script");
}

function fileOf(call: string | undefined): string | null {
  return position.exec(call ?? "")?.[1] ?? null;
}
