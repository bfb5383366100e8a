import type { AllocationProfile, AllocationSamples } from "../src/formats/allocations.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import { profileAllocations } from "./measure/allocations.ts";
import { allocationFlags, AllocationSampler } from "./profile/allocation-sampler.ts";
import { type HeapContext, readHeap } from "./read-heap.ts";

/** The allocations of a game's frames. */
export interface AllocationsResult {
  readonly allocations: AllocationProfile;
  readonly samples: AllocationSamples;
}

/**
 * Samples the allocations of a game's frames in one run, whose repeats would be equal. Writes nothing. Throws
 * `FramegateError` if the game could not be run.
 */
export async function runAllocations(plan: RunPlan, context: HeapContext): Promise<AllocationsResult> {
  const { first } = context;
  const sampler = await readHeap(plan, context, {
    ...{ kind: "sampling-allocations", jsFlags: allocationFlags },
    create: () => new AllocationSampler(first),
  });
  const samples = sampler.samples();
  return { allocations: profileAllocations(samples, first), samples };
}
