/** The stack of this call as V8 prints it, at most `depth` lines of calls. */
export function readStack(realm: typeof globalThis, depth: number): string {
  // A property of V8 that TypeScript's DOM library does not declare.
  const limit: unknown = Reflect.get(realm.Error, "stackTraceLimit");
  Reflect.set(realm.Error, "stackTraceLimit", depth);
  const stack = stackOf(new realm.Error(), realm);
  Reflect.set(realm.Error, "stackTraceLimit", limit);
  return stack;
}

/** The stack of an error as V8 prints it, though the page may have a formatter. V8 calls that at the first reading. */
export function stackOf(error: Error, { Error }: Pick<typeof globalThis, "Error">): string {
  const formatter: unknown = Reflect.get(Error, "prepareStackTrace");
  if (formatter === undefined) return error.stack ?? "";
  Reflect.set(Error, "prepareStackTrace", undefined);
  const { stack } = error;
  Reflect.set(Error, "prepareStackTrace", formatter);
  return stack ?? "";
}

// Deep enough to get out of the prelude's own functions.
const searchedDepth = 20;
const position = /\(?(\S+):\d+:\d+\)?$/u;

/** The stack without the prelude's own calls, which begins with a line for the error. In a worker they are in a blob. */
export function readOuterStack(realm: typeof globalThis, depth: number): string {
  return outerStack(readStack(realm, depth));
}

/** The same of a stack whose innermost call is the prelude's. */
export function outerStack(stack: string): string {
  const [title = "", ...calls] = stack.split("\n");
  const own = fileOf(calls[0]);
  const outer = calls.filter((call) => fileOf(call) !== own);
  // The browser gives blobs random names.
  return [title, ...outer].join("\n").replaceAll(/blob:[^\s)]+?(?=:\d+:\d+)/gu, "blob:script");
}

/**
 * The innermost call on the stack that is not the prelude's own, such as "update (http://…/game.js:3:7)"; null if there
 * is none.
 */
export function callSite(realm: typeof globalThis): string | null {
  const [, ...calls] = readOuterStack(realm, searchedDepth).split("\n");
  const site = calls.find((call) => fileOf(call) !== null);
  return describeCall(site);
}

function describeCall(call: string | undefined): string | null {
  return call?.trim().replace(/^at /u, "") ?? null;
}

/** The place of what a document's markup or style does, whose line is unknown. An empty file is the document. */
export const startOfDocument = { sourceFile: "", lineNumber: 1, columnNumber: 1 } as const;

/** Tells the page's calls from those of the prelude, which passes on many of the browser's methods. */
export interface CallSites {
  isOwn(file: string): boolean;
  /** The innermost call of a stack that is not the prelude's own, or the innermost one if there is no other. */
  of(stack: string): string | null;
}

/** Call before the page can replace anything. */
export function findCallSites(realm: typeof globalThis): CallSites {
  const own = fileOf(readStack(realm, 1).split("\n")[1]);
  return {
    isOwn: (file) => file === own,
    of(stack) {
      const calls = stack.split("\n").filter((line) => line.trimStart().startsWith("at "));
      return describeCall(calls.find((call) => own === null || fileOf(call) !== own) ?? calls[0]);
    },
  };
}

function fileOf(call: string | undefined): string | null {
  return position.exec(call ?? "")?.[1] ?? null;
}
