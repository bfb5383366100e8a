import type { ProfiledFunction } from "./cpu-profile.ts";

/** A V8 heap snapshot, in the format of `.heapsnapshot` files. */
export interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      /** The names of the types of nodes come first. */
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
      readonly location_fields: readonly string[];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly locations: readonly number[];
  readonly strings: readonly string[];
}

/** A position in a script of the page, line and column zero-based. */
export interface ScriptPlace {
  readonly scriptId: string;
  readonly line: number;
  readonly column: number;
}

/** A function in the sources. */
export type HeapFunction = Pick<ProfiledFunction, "name" | "position" | "owner">;

/** Objects of one kind, in number and bytes, their own tables and buffers included. */
export interface HeapAmount {
  readonly count: number;
  readonly bytes: number;
}

/** A kind of object of which there is more after a range of frames than before it. */
export interface GrownType {
  /** The constructor, `{x, y}` for a plain object, `name()` for a function, or a word, such as `(string)`. */
  readonly name: string;
  /** Where the constructor or the function is; empty for the browser's. */
  readonly position: string;
  /** Whether V8 or the browser keeps it for itself, such as compiled code. */
  readonly isInternal: boolean;
  readonly before: HeapAmount;
  readonly after: HeapAmount;
  /** The retaining path of one new object, from a global or a function to it; empty if it is not known. */
  readonly path: readonly string[];
}

/** The objects of a page that outlive a range of frames. Each figure is after a collection of all garbage. */
export interface HeapGrowth {
  /** The whole heap, Framegate's own objects included. */
  readonly before: HeapAmount;
  readonly after: HeapAmount;
  /** Objects that only Framegate keeps. */
  readonly framegate: { readonly before: HeapAmount; readonly after: HeapAmount };
  /** The game's, and then those that are internal; in both, those that grew most in bytes first. */
  readonly types: readonly GrownType[];
}
