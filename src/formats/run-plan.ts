import type { Budget } from "./metrics.ts";
import type { ResolvedManifest } from "./manifest.ts";
import type { InputMap } from "./input-map.ts";
import type { Tape } from "./tape.ts";

/** Where the seed came from, in the order of precedence. */
export type SeedSource = "explicit" | "query" | "defaultSeed" | "runtime-default";

/** The seed of a run. */
export interface ResolvedSeed {
  readonly value: number;
  readonly source: SeedSource;
  /** Sentences about seeds that were given and not used. */
  readonly notices: readonly string[];
}

/** What identifies the game version that an artefact belongs to. */
export interface GameIdentity {
  readonly name: string;
  readonly version: string | null;
  readonly appId: string | null;
  readonly engineVersion: string | null;
  /** SHA-256 of the manifest's bytes, hexadecimal; null for a page without a manifest. */
  readonly manifestHash: string | null;
}

/**
 * What a run is for, which decides its browser flags and the prelude's mode.
 * `count`: draws are counted and not forwarded, every frame is hashed, nothing is timed.
 * `timed`: draws are forwarded and discarded by the rasteriser, every phase is marked, nothing is hashed until the end.
 * `plain`: draws are counted and not forwarded, nothing is marked or hashed: the fastest way to the end of a run.
 */
export type PassKind = "count" | "timed" | "plain";

/** `skip` leaves pixels unrendered; `real` rasterises, because pixels are asked for or the game reads them back. */
export type RasterMode = "skip" | "real";

/** One run of a plan. */
export interface PlannedRun {
  readonly index: number;
  readonly pass: PassKind;
  /** Zero-based within its pass. */
  readonly repeat: number;
  readonly seed: number;
  readonly raster: RasterMode;
}

/** A game of roots, described by its manifest. */
export interface ManifestTarget {
  readonly kind: "manifest";
  readonly gameDir: string;
  readonly manifestPath: string;
  readonly manifest: ResolvedManifest;
  readonly inputMap: InputMap | null;
}

/** An unmodified HTML page, run as one opaque-embed root. */
export interface PageTarget {
  readonly kind: "page";
  readonly htmlPath: string;
}

/** How long a run may take. */
export interface RunLimits {
  /** From navigation until every root is mounted and the load is quiet, real milliseconds. */
  readonly bootMs: number;
  /** One frame, real milliseconds, after which it counts as never ending. */
  readonly frameMs: number;
  /** Waiting between two frames for what the game asked for (loads, decodes), real milliseconds. */
  readonly settleMs: number;
}

/** A tape that will be played. */
export interface TapeInPlan {
  /** As the user named it. */
  readonly file: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  readonly tape: Tape;
  /** Set where it was made of another game, or of another version, and is played all the same. */
  readonly isOrphan?: true;
}

/** Everything a run does, decided before anything is launched. Pure data: the same plan gives the same run. */
export interface RunPlan {
  readonly game: GameIdentity;
  readonly target: ManifestTarget | PageTarget;
  readonly seed: ResolvedSeed;
  readonly seededRandom: boolean;
  /** Measured frames; warm-up frames come before and are in no column. */
  readonly frames: number;
  readonly warmup: number;
  readonly stepHz: number;
  readonly width: number;
  readonly height: number;
  readonly query: string;
  readonly tape: TapeInPlan | null;
  readonly raster: RasterMode;
  /** Whether what is drawn before frame 0 is rendered all the same: for a game that reads it back while it loads. */
  readonly rendersBoot: boolean;
  /** Measured frames, zero-based, after which a screenshot is taken. */
  readonly screenshotFrames: readonly number[];
  readonly budget: Budget | null;
  readonly assertBudget: boolean;
  readonly runs: readonly PlannedRun[];
  /** Timed repeats may grow to this number while a verdict is inconclusive. */
  readonly maxTimedRepeats: number;
  readonly limits: RunLimits;
  /** Whether a run passes in which nothing renders. */
  readonly allowEmpty: boolean;
}
