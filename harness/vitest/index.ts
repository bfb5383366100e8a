import { expect } from "vitest";
import type { Budget } from "../../src/formats/metrics.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { type RegressionOptions, regressNothing } from "./regress-nothing.ts";
import { replayIdentically, type ReplayedGame } from "./replay-identically.ts";
import { withinBudget } from "./within-budget.ts";

export type { RegressionOptions } from "./regress-nothing.ts";
export type { ReplayedGame } from "./replay-identically.ts";

/**
 * Matchers that `expect` has for the result of `runGame`, or for a parsed `report.json`, once this entry is imported.
 */
export interface FramegateMatchers {
  /**
   * Judges the run as `framegate judge` does. Passes if the verdict is a pass; negated, only if a limit is exceeded. An
   * inconclusive verdict fails either way.
   * @param budget Limits that add to those of the run, or override them.
   */
  toBeWithinBudget: (budget?: Budget) => void;
  /**
   * Runs the game once more and compares every frame, as `framegate replay` does. If they differ, it runs in fresh
   * browsers as with `framegate verify`, to find the value and the call behind the difference.
   */
  toReplayIdentically: (game?: ReplayedGame) => Promise<void>;
  /**
   * Compares the run with another one, as `framegate perf --baseline report.json` does: exact figures frame by frame,
   * then times. Passes if the verdict is a pass; negated, only if there is a regression.
   * @param baseline The result of `runGame`, a parsed `report.json`, or its path.
   */
  toRegressNothing: (baseline: ReportFile | string, options?: RegressionOptions) => void;
}

declare module "vitest" {
  // The type parameter must match vitest's own declaration.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars, @typescript-eslint/no-empty-object-type
  interface Matchers<T> extends FramegateMatchers {}
}

expect.extend({
  toBeWithinBudget: withinBudget,
  toReplayIdentically: replayIdentically,
  toRegressNothing: regressNothing,
});
