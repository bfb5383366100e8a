/** Baseline of a run, and the limits of the comparison. */
export interface BaselineOptions {
  /** Folder, manifest or HTML file of another build; a stored report.json; or a git reference. */
  readonly name: string;
  /** A command that builds a git reference, run in its checkout; null for none. */
  readonly build: string | null;
  /** The share by which a window of 60 frames may grow in an exact column, such as 0.02. */
  readonly maxWorkGrowth: number;
  /** Fails a build that does the same work but takes longer. */
  readonly failsOnTime: boolean;
}

/** Defaults of a comparison. No other file has any. */
export const baselineDefaults: Omit<BaselineOptions, "name"> = {
  build: null,
  maxWorkGrowth: 0.02,
  failsOnTime: false,
};
