import { describe, expect, it } from "vitest";
import { AllocationSampler, bytesOfNodes } from "../../../harness/profile/allocation-sampler.ts";

const describeFunction = (functionName: string, url: string, line: number) =>
  ({ functionName, position: `${url}:${String(line)}`, owner: "game" }) as const;

/** A session that answers with the given numbers of samples of 16 bytes, one number for each frame. */
function sessionOf(samplesPerFrame: readonly number[]) {
  const intervals: number[] = [];
  const answer = (name: string, parameters?: { samplingInterval?: number }): unknown => {
    if (name === "HeapProfiler.startSampling") intervals.push(parameters?.samplingInterval ?? 0);
    if (name === "Runtime.getHeapUsage") return { usedSize: intervals.length, backingStorageSize: 0 };
    if (name !== "HeapProfiler.stopSampling") return {};
    const count = samplesPerFrame[intervals.length - 1] ?? 0;
    const callFrame = { functionName: "spawn", scriptId: "1", url: "a.js", lineNumber: 2, columnNumber: 1 };
    const root = { ...callFrame, functionName: "(root)", url: "", lineNumber: -1 };
    const child = { callFrame, id: 7, selfSize: 16 * count, children: [] };
    const samples = Array.from({ length: count }, (_, ordinal) => ({ size: 16, nodeId: 7, ordinal }));
    return { profile: { head: { callFrame: root, id: 1, selfSize: 0, children: [child] }, samples } };
  };
  return { intervals, session: { send: async (...call: Parameters<typeof answer>) => await answer(...call) } };
}

async function sample(first: number, warmup: number, samplesPerFrame: readonly number[], frames: number) {
  const { intervals, session } = sessionOf(samplesPerFrame);
  const sampler = new AllocationSampler(first);
  await sampler.start(session as unknown as Parameters<AllocationSampler["start"]>[0]);
  for (const over of sampler.moments(warmup, frames)) await sampler.look(over);
  sampler.finish(describeFunction);
  return { intervals, samples: sampler.samples() };
}

describe("the bytes of sampled allocations", () => {
  it("are their sizes, if all are sampled", () => {
    const samples = [16, 16, 4000].map((size) => ({ size, nodeId: 3 }));
    expect([...bytesOfNodes(samples, 1)]).toEqual([[3, 4032]]);
  });

  it("are those between two samples for small objects, and their own for large ones", () => {
    // V8 shows 516 for an object of 12 bytes, and 1,024 for one of 512.
    const samples = [516, 1024, 4000].map((size, nodeId) => ({ size, nodeId }));
    expect([...bytesOfNodes(samples, 512).values()]).toEqual([512, 512, 4000]);
  });
});

describe("a sampler of allocations", () => {
  it("counts every allocation from its first frame on, with the frame before as a probe", async () => {
    const { intervals, samples } = await sample(0, 5, [2, 3, 4], 2);
    expect(intervals).toEqual([512, 1, 1]);
    expect(samples.frames.map(({ bytes }) => bytes)).toEqual([[48], [64]]);
    const spawn = samples.frames[0]?.nodes[0] ?? -1;
    expect(samples.functions[samples.nodes[spawn]?.function ?? -1]).toMatchObject({
      name: "spawn",
      position: "a.js:3",
    });
    expect(samples.nodes[spawn]?.parent).toBe(0);
  });

  it("reads the heap before the first frame and after the last one", async () => {
    const { samples } = await sample(3, 0, [1, 1, 1, 1], 5);
    expect(samples.frames).toHaveLength(2);
    expect([samples.heapBefore.usedBytes, samples.heapAfter.usedBytes]).toEqual([1, 3]);
  });

  it("samples fewer allocations after a frame with too many, until a frame has few again", async () => {
    const { intervals, samples } = await sample(0, 0, [1, 10_001, 400, 2, 1], 5);
    expect(intervals).toEqual([512, 1, 512, 512, 1]);
    expect(samples.frames.map(({ intervalBytes }) => intervalBytes)).toEqual(intervals);
    expect(samples.frames[2]?.bytes).toEqual([400 * 512]);
  });
});
