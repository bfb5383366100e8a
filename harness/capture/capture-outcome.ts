import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { InspectConfig, RealmInspection } from "../../src/formats/page-port.ts";
import type { LaunchConditions } from "../../src/formats/launch-conditions.ts";
import type { CDPSession } from "#puppeteer-core";
import type { WorkSamples } from "../../src/formats/work.ts";
import type { LoadedFile } from "../../src/formats/verify-report.ts";
import type { StackSamples } from "../../src/formats/stack-samples.ts";
import type { FrameTrace } from "../../src/formats/trace-event.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { Screenshot } from "../../src/formats/run-pictures.ts";
import type { LaunchedBrowser } from "../browser/launch-browser.ts";
import type { Site } from "../serve/serve-site.ts";
import type { Pace } from "./lockstep.ts";
import type { PageMaps } from "./page-maps.ts";
import type { StackPositions } from "./stack-positions.ts";

export interface CaptureOptions {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  /** Null for a run under normal conditions. */
  readonly conditions: LaunchConditions | null;
  /** Null for a run that is not inspected. */
  readonly inspect: InspectConfig | null;
  /** Pace of a run that steps in turn with something else. */
  readonly pace?: Pace;
  /** Only in a work pass. */
  readonly work?: WorkReader;
  /** Only in a run that is profiled. */
  readonly stacks?: StackReader;
  /** Source maps of the page, for a caller that names functions of its own. A reader below brings them along. */
  readonly maps?: PageMaps;
  /** Only in a run whose heap is looked at. Its frames are not traced, because a trace ends at each look. */
  readonly heap?: HeapReader;
}

/** Looks at the heap of a page between its frames. */
export interface HeapReader {
  /** Prepares, before the page of `session` loads anything. */
  start(session: CDPSession): Promise<void>;
  /** Moments of its looks, ascending: how many measured frames are over, from minus the warm-up to `frames`. */
  moments(warmup: number, frames: number): readonly number[];
  /** Looks at one of the moments. */
  look(framesOver: number): Promise<void>;
  /** Ends with the names of functions. */
  finish(describe: StackPositions["frame"]): void;
}

/** Samples the stacks of a page. */
export interface StackReader {
  /** Starts sampling, before the page of `session` loads anything. */
  start(session: CDPSession): Promise<void>;
  finish(describe: StackPositions["frame"]): Promise<StackSamples>;
}

/** Counts the code that a page executes. */
export interface WorkReader {
  /** Starts counting, before the page of `session` loads anything. The secret is that of its preludes. */
  start(session: CDPSession, secret: string): Promise<void>;
  /** Reads the code executed since the last reading. A reading that is not kept counts in no figure. */
  read(isKept: boolean): Promise<void>;
  finish(every: number, describe: StackPositions["frame"]): WorkSamples;
}

/** Facts about the page besides the samples. They are the same in every run. */
export interface PageFacts {
  readonly crossOriginIsolated: boolean;
  readonly timerResolutionMs: number;
  readonly glRenderer: string | null;
}

export type CaptureOutcome =
  | {
      readonly kind: "captured";
      /** All columns cover all frames, warm-up included. Times are not in yet: they come from the trace. */
      readonly samples: RunSamples;
      readonly page: PageFacts;
      readonly screenshots: readonly Screenshot[];
      /** Of all frames; null in a run that is not traced. */
      readonly trace: FrameTrace | null;
      /** Null in a run without profiling. */
      readonly stacks: StackSamples | null;
      /** One per realm, in an inspected run; else empty. */
      readonly inspections: readonly RealmInspection[];
      /** In an inspected run; else empty. */
      readonly loads: readonly LoadedFile[];
    }
  | NeedsRaster;

/**
 * The game reads back pixels that were not rendered. All runs must start over and render them, at least while it boots
 * or in its frames.
 */
export interface NeedsRaster {
  readonly kind: "needs-raster";
  readonly during: "boot" | "frames";
  readonly api: string;
  readonly where: string | null;
}
