import type { DeliveryContext } from "./capability-tiers.ts";
import type { PhaseName } from "./phases.ts";

/** A place in the sources of a game, or in a script of it without a source map. Lines and columns start at 1. */
export interface SourcePlace {
  /** Relative to the game, or a URL. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How two values differ: in kind or number of values, in a value, or in a number by less than a rounding error. */
export type DivergenceClass = "structural" | "exact" | "below-epsilon";

/** The first browser result, or the first file, that differed between two launches. */
export interface DivergenceCause {
  /** `Navigator.deviceMemory`, `Response.text` and so on; for a file, the loader, such as `script` or `import()`. */
  readonly api: string;
  /** The page's path, or a worker's name. */
  readonly realm: string;
  /** The game's own calls, innermost first. */
  readonly stack: readonly SourcePlace[];
}

/** A file that a page loaded in an inspected run. */
export interface LoadedFile extends DivergenceCause {
  readonly url: string;
  /** SHA-256 of its content, hexadecimal. */
  readonly hash: string;
}

/** The first difference between two launches of one seed. */
export interface VerifyDivergence {
  /** Zero-based; -1 while the game loaded; null if only the end of the run shows the difference. */
  readonly frame: number | null;
  /** The phase in which the difference arose; null if it is unknown, and in a page without phases. */
  readonly phase: PhaseName | null;
  /** The id of the root whose scene differs, or the realm; null for the game as a whole. */
  readonly root: string | null;
  /** `gl`, `dom`, `scene`, `failure` and so on. */
  readonly part: string;
  /** The first differing value in the part; null if a second run of the two launches did not show it. */
  readonly path: string | null;
  readonly a: string;
  readonly b: string;
  readonly class: DivergenceClass;
  readonly cause: DivergenceCause | null;
}

/** A part of the state, in all realms. */
export interface VerifiedPart {
  readonly name: string;
  readonly changedFrames: number;
}

/** A use of an API whose results Framegate cannot repeat. */
export interface NamedUse extends SourcePlace {
  readonly api: string;
  readonly realm: string;
}

/** The result of `framegate verify`. */
export interface VerifyReport {
  /** How the game was built. */
  readonly context: DeliveryContext;
  readonly identical: boolean;
  /** Whether nothing changed in any frame. Timers do not count. */
  readonly vacuous: boolean;
  readonly launches: number;
  readonly frames: number;
  readonly parts: readonly VerifiedPart[];
  readonly divergence: VerifyDivergence | null;
  readonly named: readonly NamedUse[];
}
