import type { PlannedRun } from "../src/formats/run-plan.ts";
import type { CaptureOutcome } from "./capture/capture-outcome.ts";
import { launchSlow, type WorkWorkshop } from "./launch-work.ts";
import { profileAllocations } from "./measure/allocations.ts";
import { allocationFlags, AllocationSampler } from "./profile/allocation-sampler.ts";

/** Captures an allocations pass in its own browser, because V8's flags apply to a whole process. */
export async function launchAllocations(workshop: WorkWorkshop, run: PlannedRun): Promise<CaptureOutcome> {
  const heap = new AllocationSampler(0);
  const outcome = await launchSlow(workshop, run, { jsFlags: allocationFlags, heap });
  if (outcome.kind !== "captured") return outcome;
  const allocationSamples = heap.samples();
  const allocations = profileAllocations(allocationSamples, 0);
  return { ...outcome, samples: { ...outcome.samples, allocations, allocationSamples } };
}
