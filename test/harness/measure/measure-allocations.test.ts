import { describe, expect, it } from "vitest";
import type { AllocationProfile } from "../../../src/formats/allocations.ts";
import { measureAllocations } from "../../../harness/measure/measure-allocations.ts";

const allocations: AllocationProfile = {
  frameBytes: 40.4,
  functions: [],
  frames: [8, 72, 72].map((bytes, frame) => ({ frame, bytes, isExact: true, functions: [], selfBytes: [] })),
  heapBefore: { usedBytes: 900, bufferBytes: 1 },
  heapAfter: { usedBytes: 1000, bufferBytes: 24 },
};

describe("the metrics of allocations", () => {
  it("are the mean, the first of the worst frames, and the heap with its buffers", () => {
    const { allocatedBytesMean, allocatedBytesMax, heapBytes } = measureAllocations([
      { allocations: null },
      { allocations },
    ]);
    expect(allocatedBytesMean).toMatchObject({ value: 40, low: 40, high: 40 });
    expect(allocatedBytesMax).toMatchObject({ value: 72, frame: 1, mean: 40 });
    expect(heapBytes).toMatchObject({ value: 1024, frame: null });
  });

  it("say which option counts them", () => {
    expect(measureAllocations([{ allocations: null }]).heapBytes).toMatchObject({
      value: null,
      reason: "there was no allocations pass; --allocations adds one",
    });
  });
});
