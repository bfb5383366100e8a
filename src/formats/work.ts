/**
 * Natives whose calls are counted beside the work of a run, as they are written in a source. They run outside of the game's
 * code, and may do much in one call.
 */
export const nativeCalls = [
  ...(["JSON.parse", "JSON.stringify", "structuredClone", "Object.keys", "Object.entries", "Object.assign"] as const),
  ...([".sort", ".toSorted", ".splice", ".slice", ".concat", ".fill", ".join", ".indexOf", ".includes"] as const),
  ...([".replace", ".replaceAll", ".match", ".matchAll", ".split", ".getImageData", ".readPixels"] as const),
] as const;

/** A native as it is written: `.sort` is a method of that name, of whatever. */
export type NativeName = (typeof nativeCalls)[number];

/** As many functions as a report lists: enough to find the one that a comparison is about. */
export const functionsListed = 60;

/** The work of one function of the game or its libraries, without that of the functions in it. */
export interface FunctionWork {
  /** Empty for a function without a name and for the top level of a script. */
  readonly name: string;
  /** `src/spawn.ts:88:14`, relative to the game, if there is a source map; else the URL with line and column. */
  readonly position: string;
  readonly owner: "game" | "library";
  readonly work: number;
}

/** How often a native was called by its name. */
export interface NativeCalls {
  /** A `NativeName`. */
  readonly name: string;
  readonly calls: number;
}

/** Behind the secret of a page, what its preludes hand their counts of WebAssembly over with. */
export const wasmCountsSuffix = ":wasm";

/** What the WebAssembly of a realm has executed since it was asked before, and its modules since the start. */
export interface WasmCounts {
  readonly instructions: number;
  readonly modules: number;
  /** Those that have something in them that cannot be rewritten. */
  readonly uncounted: number;
}

/** The executed code of one run, over its measured frames. The unit is the token. */
export interface WorkSamples {
  /** Frames between two readings. */
  readonly every: number;
  /** The work since the reading before. The last one may be of fewer frames. */
  readonly readings: readonly number[];
  /** Those with the most work first, as many as a report lists. */
  readonly functions: readonly FunctionWork[];
  /** Instructions of WebAssembly since the reading before; null for a game without any. */
  readonly wasm: readonly number[] | null;
  /** The most frequent first, without those that were never called. */
  readonly natives: readonly NativeCalls[];
  /** V8's own flags of the browser, without which the counts are not true. */
  readonly flags: readonly string[];
  /** Sentences about code that ran without being counted. */
  readonly notes: readonly string[];
}
