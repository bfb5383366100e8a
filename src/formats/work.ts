/**
 * Natives whose calls are counted besides the work of a run, as written in a source. They run outside of the game's
 * code, and one call may do much.
 */
export const nativeCalls = [
  ...(["JSON.parse", "JSON.stringify", "structuredClone", "Object.keys", "Object.entries", "Object.assign"] as const),
  ...([".sort", ".toSorted", ".splice", ".slice", ".concat", ".fill", ".join", ".indexOf", ".includes"] as const),
  ...([".replace", ".replaceAll", ".match", ".matchAll", ".split", ".getImageData", ".readPixels"] as const),
] as const;

/** A native as written: `.sort` is a method of that name on any object. */
export type NativeName = (typeof nativeCalls)[number];

/** The number of functions that a report lists: enough to find the one that a comparison is about. */
export const functionsListed = 60;

/** The work of one function of the game or its libraries, without nested functions. */
export interface FunctionWork {
  /** Empty for a function without a name and for the top level of a script. */
  readonly name: string;
  /** `src/spawn.ts:88:14`, relative to the game, if there is a source map; otherwise the URL with line and column. */
  readonly position: string;
  readonly owner: "game" | "library";
  readonly work: number;
}

/** A function of a run, as it is compared with another build's. */
export interface WorkedFunction extends FunctionWork {
  /** Where it ends, as `position`. */
  readonly end: string;
  /** Its text without blanks, and without short names, which a minifier chooses. Empty if it is unknown. */
  readonly text: string;
}

/** How often a native was called by its name. */
export interface NativeCalls {
  /** A `NativeName`. */
  readonly name: string;
  readonly calls: number;
}

/** Follows the secret of a page in the line with which its preludes hand over their counts of WebAssembly. */
export const wasmCountsSuffix = ":wasm";

/** The WebAssembly instructions that a realm has executed since the last reading, and its modules since the start. */
export interface WasmCounts {
  readonly instructions: number;
  readonly modules: number;
  /** Modules that contain something that cannot be rewritten. */
  readonly uncounted: number;
}

/** The executed code of one run, over its measured frames. The unit is the token. */
export interface WorkSamples {
  /** Frames between two readings. */
  readonly every: number;
  /** The work since the previous reading. The last one may cover fewer frames. */
  readonly readings: readonly number[];
  /** The functions with the most work first. */
  readonly functions: readonly WorkedFunction[];
  /** The texts of all scripts, as those of functions. */
  readonly texts: readonly string[];
  /** Instructions of WebAssembly since the previous reading; null for a game without any. */
  readonly wasm: readonly number[] | null;
  /** The most frequent first, without those that were never called. */
  readonly natives: readonly NativeCalls[];
  /** V8 flags of the browser, without which the counts would be wrong. */
  readonly flags: readonly string[];
  /** Sentences about code that ran uncounted. */
  readonly notes: readonly string[];
}
