import type { CDPSession, Protocol } from "puppeteer-core";
import type { AllocationSamples, HeapUse, SampledFrame } from "../../src/formats/allocations.ts";
import { type DescribeFunction, FunctionTable } from "./function-table.ts";

type SampledSession = Pick<CDPSession, "send">;
type HeapNode = Protocol.HeapProfiler.SamplingHeapProfileNode;
type HeapSample = Protocol.HeapProfiler.SamplingHeapProfileSample;

/**
 * V8 flags for equal figures in every run. V8 draws the distances between samples at random otherwise, and its
 * optimised code, which allocates less, comes at a moment that depends on the machine.
 */
export const allocationFlags = [
  "--single-threaded",
  "--sampling-heap-profiler-suppress-randomness",
  // Otherwise collections drop code that has not run for a while, and a heap that grows seems to shrink.
  "--no-flush-bytecode",
] as const;

/** Samples every allocation. */
const exactBytes = 1;
// For frames that allocate too much for that: a sample takes 10 us, and 50 us on a busy machine.
const coarseBytes = 512;
const samplesOfExactMax = 10_000;
// As many objects of 12 bytes, the size of a number and the smallest one.
const bytesForExactMax = 12 * samplesOfExactMax;

/** A node of the merged tree. */
interface TreeNode {
  readonly callFrame: Protocol.Runtime.CallFrame;
  readonly parent: number | null;
  /** Indexes of nodes, by their function. */
  readonly children: Map<string, number>;
}

/**
 * Samples what a page's main thread allocates, frame by frame, garbage included. The interval depends on the frame
 * before: it is exact as long as that is affordable. One sampler per run.
 */
export class AllocationSampler {
  readonly #first: number;
  #session: SampledSession | null = null;
  readonly #tree: TreeNode[] = [];
  readonly #frames: SampledFrame[] = [];
  readonly #heaps: HeapUse[] = [];
  #samples: AllocationSamples | null = null;
  #intervalBytes = coarseBytes;
  #isSampling = false;
  #last = 0;

  /** `first` is the index of the first measured frame to sample. */
  constructor(first: number) {
    this.#first = first;
  }

  async start(session: SampledSession): Promise<void> {
    this.#session = session;
    await session.send("HeapProfiler.enable");
  }

  /** Before and after each frame, and the frame before the first one, whose bytes decide the interval of the first. */
  moments(warmup: number, frames: number): readonly number[] {
    this.#last = frames;
    const start = Math.max(this.#first - 1, -warmup);
    return Array.from({ length: frames - start + 1 }, (_, index) => start + index);
  }

  async look(framesOver: number): Promise<void> {
    const session = this.#session;
    if (session === null) throw new Error("A sampler is used before its start.");
    if (this.#isSampling) await this.#endFrame(session, framesOver > this.#first);
    if (framesOver === this.#first || framesOver === this.#last) this.#heaps.push(await readHeap(session));
    if (framesOver < this.#last) await this.#beginFrame(session);
  }

  finish(describe: DescribeFunction): void {
    const [heapBefore, heapAfter] = this.#heaps;
    if (heapBefore === undefined || heapAfter === undefined) throw new Error("A sampler ends after the last frame.");
    const table = new FunctionTable(describe);
    const nodes = this.#tree.map(({ callFrame, parent }) => ({ function: table.indexOf(callFrame), parent }));
    this.#samples = { functions: table.list, nodes, frames: this.#frames, heapBefore, heapAfter };
  }

  /** After the end. */
  samples(): AllocationSamples {
    if (this.#samples === null) throw new Error("A sampler has no samples before its end.");
    return this.#samples;
  }

  async #beginFrame(session: SampledSession): Promise<void> {
    await session.send("HeapProfiler.startSampling", {
      samplingInterval: this.#intervalBytes,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    this.#isSampling = true;
  }

  async #endFrame(session: SampledSession, isKept: boolean): Promise<void> {
    const { profile } = await session.send("HeapProfiler.stopSampling");
    const intervalBytes = this.#intervalBytes;
    const bytes = bytesOfNodes(profile.samples, intervalBytes);
    if (isKept) this.#frames.push({ intervalBytes, ...this.#merge(profile.head, bytes) });
    const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
    if (profile.samples.length > samplesOfExactMax) this.#intervalBytes = coarseBytes;
    else if (total <= bytesForExactMax) this.#intervalBytes = exactBytes;
  }

  /** Finds the nodes that allocated in the tree of all frames. */
  #merge(head: HeapNode, bytes: ReadonlyMap<number, number>): Pick<SampledFrame, "nodes" | "bytes"> {
    const found: { node: number; bytes: number }[] = [];
    const waiting: { readonly node: HeapNode; readonly parent: number | null }[] = [{ node: head, parent: null }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const index = this.#indexOf(next.node.callFrame, next.parent);
      const allocated = bytes.get(next.node.id);
      if (allocated !== undefined) found.push({ node: index, bytes: allocated });
      for (const child of next.node.children) waiting.push({ node: child, parent: index });
    }
    return { nodes: found.map(({ node }) => node), bytes: found.map((each) => each.bytes) };
  }

  #indexOf(callFrame: Protocol.Runtime.CallFrame, parent: number | null): number {
    const { functionName, scriptId, lineNumber, columnNumber } = callFrame;
    const key = JSON.stringify([functionName, scriptId, lineNumber, columnNumber]);
    const siblings = parent === null ? null : this.#tree[parent]?.children;
    // The first node is the root.
    const known = siblings === null ? (this.#tree.length > 0 ? 0 : undefined) : siblings?.get(key);
    if (known !== undefined) return known;
    const index = this.#tree.push({ callFrame, parent, children: new Map() }) - 1;
    siblings?.set(key, index);
    return index;
  }
}

/** Bytes by the id of a node. */
export function bytesOfNodes(
  samples: readonly Pick<HeapSample, "size" | "nodeId">[],
  intervalBytes: number,
): ReadonlyMap<number, number> {
  const bytes = new Map<number, number>();
  for (const { size, nodeId } of samples)
    bytes.set(nodeId, (bytes.get(nodeId) ?? 0) + bytesOfSample(size, intervalBytes));
  return bytes;
}

/**
 * V8 multiplies the size of a sampled object by 1 / (1 - exp(-size / interval)), rounded, which is right for random
 * distances. With equal ones a small object stands for the bytes since the sample before, and a large one for itself.
 * Small ones are shown as up to 2.2 intervals.
 */
function bytesOfSample(shown: number, intervalBytes: number): number {
  return intervalBytes === exactBytes || shown >= 2.2 * intervalBytes ? shown : intervalBytes;
}

async function readHeap(session: SampledSession): Promise<HeapUse> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
  return { usedBytes: usedSize, bufferBytes: backingStorageSize };
}
