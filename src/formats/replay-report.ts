/** The changes of one part of the state, packed: the steps as ranges, and the start of each digest. */
export interface PackedPart {
  /** The page's path, or a worker's name. */
  readonly realm: string;
  readonly part: string;
  /** Ascending, such as `-1,3,5..599`, counted from the first frame of the warm-up. */
  readonly steps: string;
  /** Six characters for each step; dots for a part that stopped changing. */
  readonly digests: string;
}

/** A file that was served to a game's page. */
export interface ServedFile {
  readonly url: string;
  /** The start of the SHA-256 of its content, hexadecimal; null if there is no such file. */
  readonly hash: string | null;
}

/** The part of a report that a replay needs: the state and the files of the first count run. */
export interface RecordedRun {
  readonly files: readonly ServedFile[];
  readonly parts: readonly PackedPart[];
}

/** A difference in a run's surroundings. */
export interface SurroundingDifference {
  /** `browser`, `flags`, `tape`, `game/index.html` and so on. */
  readonly name: string;
  readonly recorded: string;
  readonly here: string;
}

/** The first difference between a stored report and its replay. */
export interface ReplayDifference {
  /** Measured frame, zero-based; -1 before it; null if only the end of the run shows the difference. */
  readonly frame: number | null;
  /** The root whose scene differs, or the realm; null for the game as a whole. */
  readonly root: string | null;
  readonly part: string;
  readonly recorded: string;
  readonly here: string;
}

/** The result of `framegate replay`. */
export interface ReplayReport {
  readonly identical: boolean;
  /** True if the game's files, manifest and tape equal the recorded ones byte by byte. */
  readonly sameGame: boolean;
  readonly frames: number;
  readonly surroundings: readonly SurroundingDifference[];
  readonly difference: ReplayDifference | null;
}
