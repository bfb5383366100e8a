import type { AllocationProfile, AllocationSamples } from "../src/formats/allocations.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { HeapReader } from "./capture/capture-run.ts";
import { launchSlow, type WorkWorkshop } from "./launch-work.ts";
import { profileAllocations } from "./measure/allocations.ts";
import { planPixels } from "./plan/plan-runs.ts";
import { allocationFlags, AllocationSampler } from "./profile/allocation-sampler.ts";
import { serveSite } from "./serve/serve-site.ts";

/** A step of `runAllocations`. */
export type AllocationsEvent = { readonly kind: "building" } | { readonly kind: "sampling" };

export interface AllocationsContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the browser, and `runAllocations` rejects. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: AllocationsEvent) => void;
  /** Index of the first measured frame to look at. */
  readonly first: number;
}

/** What a game's frames allocate. */
export interface AllocationsResult {
  readonly allocations: AllocationProfile;
  readonly samples: AllocationSamples;
}

/**
 * Samples the allocations of a game's frames in one run, whose repeats would be equal. Writes nothing. Throws
 * `FramegateError` if the game could not be run.
 */
export async function runAllocations(plan: RunPlan, context: AllocationsContext): Promise<AllocationsResult> {
  const { env, signal, onEvent, first } = context;
  const found = await findBrowser(env, { signal });
  onEvent({ kind: "building" });
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  onEvent({ kind: "sampling" });
  const sampler = await readHeap(
    { plan, site, found, env, signal },
    allocationFlags,
    () => new AllocationSampler(first),
  );
  const samples = sampler.samples();
  return { allocations: profileAllocations(samples, first), samples };
}

/** Runs a game with a reader, once more if it must be rendered. The run has the draws of a timed one. */
async function readHeap<Reader extends HeapReader>(
  workshop: WorkWorkshop,
  jsFlags: readonly string[],
  create: () => Reader,
): Promise<Reader> {
  for (let { plan } = workshop; ;) {
    const heap = create();
    const { runs, seed, raster } = plan;
    const run = { index: runs.length, pass: "timed", repeat: 0, seed: seed.value, raster } as const;
    const outcome = await launchSlow({ ...workshop, plan }, run, { jsFlags, heap });
    if (outcome.kind === "captured") return heap;
    plan = planPixels(plan, outcome);
  }
}
