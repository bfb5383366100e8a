import type { DeliveryContext } from "./capability-tiers.ts";
import type { EngineConfig } from "./entity-selector.ts";
import type { Budget } from "./metrics.ts";
import type { ResolvedManifest } from "./manifest.ts";
import type { InputMap } from "./input-map.ts";
import type { Tape } from "./tape.ts";

/** The source of the seed, in order of precedence. */
export type SeedSource = "explicit" | "query" | "defaultSeed" | "runtime-default";

/** The seed of a run. */
export interface ResolvedSeed {
  readonly value: number;
  readonly source: SeedSource;
  /** Sentences about seeds that were given but not used. */
  readonly notices: readonly string[];
}

/** The game version that an artefact belongs to. */
export interface GameIdentity {
  readonly name: string;
  readonly version: string | null;
  readonly appId: string | null;
  readonly engineVersion: string | null;
  /** SHA-256 of the manifest's bytes, hexadecimal; null for a page without a manifest. */
  readonly manifestHash: string | null;
}

/**
 * The purpose of a run, which determines its browser flags and the prelude's mode.
 * `count`: draws are counted but not forwarded, every frame is hashed, nothing is timed.
 * `timed`: draws are forwarded and the rasteriser discards them, every phase is marked, nothing is hashed until the
 * end.
 * `plain`: draws are counted but not forwarded, nothing is marked or hashed. This is the fastest way to the end of a
 * run.
 * `work`: like `count`, in a browser of its own in which V8 counts the code that the game executes.
 * `allocations`: like `timed`, in a browser of its own in which V8 counts the bytes that each function allocates.
 */
export type PassKind = "count" | "timed" | "plain" | "work" | "allocations";

/** `skip` leaves pixels unrendered; `real` renders them, for pictures or because the game reads them back. */
export type RasterMode = "skip" | "real";

/** The size of a page, in CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** One run of a plan. */
export interface PlannedRun {
  readonly index: number;
  readonly pass: PassKind;
  /** Zero-based within its pass. */
  readonly repeat: number;
  readonly seed: number;
  readonly raster: RasterMode;
}

/** The folder whose files a page can read. Symbolic links must stay inside it, or lead into installed packages. */
export interface ServedFolder {
  /** Absolute. */
  readonly folder: string;
  /** The reference that makes it larger than the game's own folder, or `--root`; null if neither does. */
  readonly because: string | null;
}

/** A game of roots, described by its manifest. */
export interface ManifestTarget {
  readonly kind: "manifest";
  readonly gameDir: string;
  readonly manifestPath: string;
  readonly manifest: ResolvedManifest;
  readonly inputMap: InputMap | null;
  readonly served: ServedFolder;
}

/** An unmodified HTML page, run as one opaque-embed root. */
export interface PageTarget {
  readonly kind: "page";
  readonly htmlPath: string;
  readonly served: ServedFolder;
  /** The manifest whose only root is this page; null for a page without a manifest. */
  readonly declared: DeclaredPage | null;
}

/** A page of a running server on this machine. */
export interface ServerTarget {
  readonly kind: "server";
  /** The URL after redirects. */
  readonly url: string;
}

/** The game of a run. */
export type GameTarget = ManifestTarget | PageTarget | ServerTarget;

/** A page that a manifest declares, with the manifest. */
export interface DeclaredPage {
  readonly manifestPath: string;
  readonly manifest: ResolvedManifest;
  /** Substrings of paths, and the URLs that replace them. */
  readonly assets: Readonly<Record<string, string>>;
}

/** The path of a game's manifest; null for a page without one. */
export function manifestPathOf(target: GameTarget): string | null {
  if (target.kind === "server") return null;
  return target.kind === "manifest" ? target.manifestPath : (target.declared?.manifestPath ?? null);
}

/** The main file of a game: its manifest, or its page, which may be a URL. */
export function mainFileOf(target: GameTarget): string {
  if (target.kind === "server") return target.url;
  if (target.kind === "manifest") return target.manifestPath;
  return target.declared?.manifestPath ?? target.htmlPath;
}

/** The manifest of a game; null for a page without one. */
export function manifestOf(target: GameTarget): ResolvedManifest | null {
  if (target.kind === "server") return null;
  return target.kind === "manifest" ? target.manifest : (target.declared?.manifest ?? null);
}

/** How a game is delivered to the page. */
export interface Delivery {
  readonly context: DeliveryContext;
  /** Bundler configuration files that this context does not read; relative to the game's folder. */
  readonly ignoredFiles: readonly string[];
}

/** How long a run may take. */
export interface RunLimits {
  /** From navigation until all roots are mounted and nothing is loading, in real milliseconds. */
  readonly bootMs: number;
  /** A frame that takes longer than this counts as hung, in real milliseconds. */
  readonly frameMs: number;
  /** The longest wait between two frames for the game's pending loads and decodes, in real milliseconds. */
  readonly settleMs: number;
}

/** A tape that will be played. */
export interface TapeInPlan {
  /** The path as the user gave it. */
  readonly file: string;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  readonly tape: Tape;
  /** Set if the tape comes from another game or version and is played anyway. */
  readonly isOrphan?: true;
}

/** Everything that a run does, decided before anything is launched. Pure data: the same plan gives the same run. */
export interface RunPlan {
  readonly game: GameIdentity;
  readonly target: GameTarget;
  readonly delivery: Delivery;
  readonly seed: ResolvedSeed;
  readonly seededRandom: boolean;
  /** Number of measured frames; the warm-up frames before them are in no column. */
  readonly frames: number;
  readonly warmup: number;
  readonly stepHz: number;
  readonly width: number;
  readonly height: number;
  readonly query: string;
  readonly tape: TapeInPlan | null;
  readonly raster: RasterMode;
  /** Whether draws before frame 0 are rendered, for a game that reads pixels back while it loads. */
  readonly rendersBoot: boolean;
  /** Renders 2D canvases, for a game that reads their pixels. */
  readonly rendersCanvases: boolean;
  /** Zero-based measured frames after which the first run takes a screenshot, ascending. */
  readonly screenshotFrames: readonly number[];
  /** Adds screenshots of the worst frames, which are known only after the runs. */
  readonly screenshotsWorst: boolean;
  /** The measured frame whose fragments are counted in an extra run; null for none. */
  readonly overdrawFrame: number | null;
  readonly budget: Budget | null;
  /** Null for a game in which Framegate looks only at its roots. */
  readonly engines: EngineConfig | null;
  /** The selectors as the user wrote them. */
  readonly entities: readonly string[];
  readonly assertBudget: boolean;
  readonly runs: readonly PlannedRun[];
  /** No timed repeat is added after this long, in real milliseconds; null for no limit. */
  readonly timeLimitMs: number | null;
  /** Frames between two readings of the work; null without a work pass. */
  readonly workEvery: number | null;
  readonly limits: RunLimits;
  /** Lets a run pass even if nothing changes and nothing is drawn. */
  readonly allowVacuous: boolean;
  /** Lets a run pass in which the page throws errors that it does not catch. */
  readonly allowErrors: boolean;
  /** Whether to profile the functions that take the time; null to do so only if a limit of milliseconds is exceeded. */
  readonly why: boolean | null;
  /** Fails a run that uses an API whose results cannot be repeated, even if all runs are equal. */
  readonly strict: boolean;
  /** Patterns of missing files that do not fail a run. */
  readonly allowMissing: readonly string[];
  /** Hosts that the game may reach, as `name` or `name:port`. */
  readonly allowHosts: readonly string[];
  /** Command-line arguments that would shape the run in the same way, as far as no other field contains them. */
  readonly options: readonly string[];
}
