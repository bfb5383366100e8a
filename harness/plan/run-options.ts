import type { Budget } from "../../src/formats/metrics.ts";
import type { RasterMode, Viewport } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import type { InconclusivePolicy } from "../exit-codes.ts";

/** The options of a run. The defaults are those of the command line. */
export interface RunOptions {
  /** Refuses a run whose budget cannot be judged, and lets the budget decide the exit code. Default: false. */
  readonly assertBudget?: boolean | undefined;
  /** Overrides the query and the manifest. */
  readonly seed?: number | null | undefined;
  /** Measured frames. Default: 600. */
  readonly frames?: number | undefined;
  /** Frames that run before the measured ones and count in no figure. Default: 60. */
  readonly warmup?: number | undefined;
  /**
   * Timed repeats, each in its own browser; more are added while a verdict is inconclusive. 0 for counts alone. Null:
   * 5, or under `assertBudget` as few as can decide: at least 2, or none if only exact metrics have a budget. Default:
   * null.
   */
  readonly repeat?: number | null | undefined;
  /** No repeats are added after this long, in real milliseconds; null for no limit. Default: null. */
  readonly timeLimitMs?: number | null | undefined;
  /**
   * Counts the code that the game executes, in a separate run, and reads the count every so many frames. A budget of
   * `workP95` or `workMax` reads it after every frame. Default: null, no such run.
   */
  readonly work?: number | null | undefined;
  /**
   * Counts the bytes that each function allocates, in a separate run. A budget of `allocatedBytesMean`,
   * `allocatedBytesMax` or `heapBytes` asks for it, too. Default: false.
   */
  readonly allocations?: boolean | undefined;
  /**
   * Looks for the functions that take the time, in three more runs that are sampled. Null: only if a time limit is
   * exceeded. Default: null.
   */
  readonly why?: boolean | null | undefined;
  /** The page's query, without the question mark. */
  readonly query?: string | undefined;
  /** Limits that add to the manifest's budget or override it. */
  readonly budget?: Budget | undefined;
  /**
   * Which nodes of an unmodified page's scene graphs count as entities, such as `Mesh[name^=enemy]`. Default: those
   * with an entity id.
   */
  readonly entities?: readonly string[] | undefined;
  /** `real` renders pixels, `skip` submits draws and leaves them unrendered. Default: `skip`. */
  readonly raster?: RasterMode | undefined;
  /** Size of the page in CSS pixels; overrides the manifest's resolution. Default: null, that one, or 1280 x 720. */
  readonly viewport?: Viewport | null | undefined;
  /** Measured frames, zero-based, after which a screenshot is taken. */
  readonly screenshotFrames?: readonly number[] | undefined;
  /** Takes a screenshot of frame 0 and of every so many frames after it. Default: null, none. */
  readonly screenshotEvery?: number | null | undefined;
  /** Takes screenshots of the worst frames, in an extra run. Default: false. */
  readonly screenshotWorst?: boolean | undefined;
  /** Measured frame, zero-based, whose fragments are counted in an extra run. Default: null, no such run. */
  readonly overdrawFrame?: number | null | undefined;
  /** Limit for loading the game and setting up its roots, real milliseconds. Default: 30,000. */
  readonly bootTimeoutMs?: number | undefined;
  /** Limit for one frame, real milliseconds. Default: 10,000. */
  readonly frameTimeoutMs?: number | undefined;
  /** Lets a run pass even if nothing changes and nothing is drawn. Default: false. */
  readonly allowVacuous?: boolean | undefined;
  /** Lets a run pass in which the page throws errors or rejects promises that it does not catch. Default: false. */
  readonly allowErrors?: boolean | undefined;
  /** Fails a run that uses an API whose results cannot be repeated, even if all runs are equal. Default: false. */
  readonly strict?: boolean | undefined;
  /** Glob patterns of files that may be missing, such as `saves/*.json`, matched against the URL's path. */
  readonly allowMissing?: readonly string[] | undefined;
  /**
   * Hosts that the game may reach, as `name` or `name:port`. The run is then only as repeatable as their responses.
   * Default: none.
   */
  readonly allowHosts?: readonly string[] | undefined;
  /** Exit code of an inconclusive verdict: its own (`keep`), or that of a pass or a failure. Default: `keep`. */
  readonly inconclusive?: InconclusivePolicy | undefined;
}

/** Run options with every default filled in. */
export type CompleteOptions = { readonly [Name in keyof RunOptions]-?: Exclude<RunOptions[Name], undefined> };

/** Defaults of a run. No other file has any. */
export const runDefaults: CompleteOptions = {
  assertBudget: false,
  seed: null,
  frames: 600,
  warmup: 60,
  repeat: null,
  timeLimitMs: null,
  work: null,
  allocations: false,
  why: null,
  query: "",
  budget: {},
  entities: [],
  raster: "skip",
  viewport: null,
  screenshotFrames: [],
  screenshotEvery: null,
  screenshotWorst: false,
  overdrawFrame: null,
  bootTimeoutMs: 30_000,
  frameTimeoutMs: 10_000,
  allowVacuous: false,
  allowErrors: false,
  strict: false,
  allowMissing: [],
  allowHosts: [],
  inconclusive: "keep",
};

/** Frames between two readings of the executed code. A reading takes 1 to 5 ms, as long as many a frame. */
export const framesOfReading = 10;

/** Anything above this is a mistake, be it frames, repeats or milliseconds. */
export const countMax = 1_000_000;

/** Minimum of each count. */
const countMinima = {
  frames: 1,
  warmup: 0,
  repeat: 0,
  timeLimitMs: 1,
  work: 1,
  screenshotEvery: 1,
  bootTimeoutMs: 1,
  frameTimeoutMs: 1,
} as const;

/** Counts that may be null. */
const openCounts: ReadonlySet<string> = new Set(["repeat", "timeLimitMs", "work", "screenshotEvery"]);

/** Fills in the defaults. Throws `usage` for a count out of range. */
export function completeOptions(options: RunOptions): CompleteOptions {
  // An undefined property must not override its default.
  const given: Partial<CompleteOptions> = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  const complete = { ...runDefaults, ...given };
  for (const [name, minimum] of Object.entries(countMinima)) {
    const count: unknown = Reflect.get(complete, name);
    if (count !== null || !openCounts.has(name)) checkCount(name, count, minimum);
  }
  return complete;
}

function checkCount(name: string, value: unknown, minimum: number): void {
  if (Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= countMax) return;
  const range = `a whole number from ${String(minimum)} to ${String(countMax)}`;
  throw new FramegateError("usage", {
    problem: `${name} is ${String(value)}, not ${range}.`,
    command: "framegate perf",
  });
}
