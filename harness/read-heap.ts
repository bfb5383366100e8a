import type { RunPlan } from "../src/formats/run-plan.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { HeapReader } from "./capture/capture-outcome.ts";
import { launchSlow } from "./launch-work.ts";
import { planPixels } from "./plan/plan-runs.ts";
import { serveSite } from "./serve/serve-site.ts";

/** A step of a run whose heap is looked at. */
export interface HeapEvent {
  readonly kind: "building" | "sampling-allocations" | "taking-snapshots";
}

export interface HeapContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the browser, and the run rejects. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: HeapEvent) => void;
  /** Index of the first measured frame to look at. */
  readonly first: number;
}

/** A kind of reader of the heap, and the flags of V8 that it needs. */
export interface HeapReading<Reader extends HeapReader> {
  readonly kind: HeapEvent["kind"];
  readonly jsFlags: readonly string[];
  readonly create: () => Reader;
}

/**
 * Runs a game with a reader, once more if it must be rendered. The run has the draws of a timed one. Throws
 * `FramegateError` if the game could not be run.
 */
export async function readHeap<Reader extends HeapReader>(
  given: RunPlan,
  { env, signal, onEvent }: HeapContext,
  { kind, jsFlags, create }: HeapReading<Reader>,
): Promise<Reader> {
  const found = await findBrowser(env, { signal });
  onEvent({ kind: "building" });
  await using site = await serveSite(given, cacheFolder(env), signal);
  signal.throwIfAborted();
  onEvent({ kind });
  for (let plan = given; ;) {
    const heap = create();
    const { runs, seed, raster } = plan;
    const run = { index: runs.length, pass: "timed", repeat: 0, seed: seed.value, raster } as const;
    const outcome = await launchSlow({ plan, site, found, env, signal }, run, { jsFlags, heap });
    if (outcome.kind === "captured") return heap;
    plan = planPixels(plan, outcome);
  }
}
