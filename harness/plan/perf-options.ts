import type { Budget } from "../../src/formats/metrics.ts";
import type { RasterMode } from "../../src/formats/run-plan.ts";

/** What `framegate perf` was asked for, parsed. Null where the user said nothing. */
export interface PerfOptions {
  readonly game: string;
  readonly assertBudget: boolean;
  readonly seed: number | null;
  readonly frames: number;
  readonly warmup: number;
  readonly repeat: number;
  readonly tape: string | null;
  readonly query: string;
  /** Budget lines that add to the manifest's or override it. */
  readonly budget: Budget;
  readonly raster: RasterMode;
  readonly screenshotFrames: readonly number[];
  readonly bootTimeoutMs: number;
  readonly frameTimeoutMs: number;
  readonly allowEmpty: boolean;
}
