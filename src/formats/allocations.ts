import type { ProfiledFunction } from "./cpu-profile.ts";
import type { SampledFunction, SampledNode } from "./stack-samples.ts";

/** Memory that a page holds after a collection of all garbage, in bytes. */
export interface HeapUse {
  /** Objects, strings and code of V8, the harness's included. */
  readonly usedBytes: number;
  /** The content of array buffers, and so of typed arrays, which is not on V8's heap. */
  readonly bufferBytes: number;
}

/** The allocations of a frame on V8's heap. */
export interface SampledFrame {
  /** Bytes between two samples; 1 if every allocation was sampled. */
  readonly intervalBytes: number;
  /** Indexes of the innermost nodes, and the bytes that each allocated. */
  readonly nodes: readonly number[];
  readonly bytes: readonly number[];
}

/** Allocations of a run's measured frames, by stack. */
export interface AllocationSamples {
  readonly functions: readonly SampledFunction[];
  readonly nodes: readonly SampledNode[];
  readonly frames: readonly SampledFrame[];
  /** After a collection before the first measured frame, and after the last one. */
  readonly heapBefore: HeapUse;
  readonly heapAfter: HeapUse;
}

/** A function that allocates in measured frames. */
export interface AllocatingFunction extends Pick<ProfiledFunction, "name" | "position" | "owner"> {
  /**
   * Mean bytes per frame in the function itself, in browser functions that it calls, and in functions that V8 has
   * inlined into it.
   */
  readonly selfBytes: number;
  /** The same, including everything that it calls. */
  readonly totalBytes: number;
}

/** Functions of one frame, those that allocate most first. */
export interface FrameAllocations {
  /** Measured frame, zero-based. */
  readonly frame: number;
  /** Bytes allocated in it, including those of functions that are not listed. */
  readonly bytes: number;
  /** True if every allocation was counted, false if every 512th byte was sampled. */
  readonly isExact: boolean;
  /** Indexes of functions. */
  readonly functions: readonly number[];
  /** Their own bytes in this frame. */
  readonly selfBytes: readonly number[];
}

/** The allocations of a game on V8's heap in its measured frames, by function. The harness's own are left out. */
export interface AllocationProfile {
  /** Mean bytes per frame. */
  readonly frameBytes: number;
  /** Those with the most bytes of their own first. */
  readonly functions: readonly AllocatingFunction[];
  /** All measured frames, in order. */
  readonly frames: readonly FrameAllocations[];
  /** After a collection before the first measured frame, and after the last one. */
  readonly heapBefore: HeapUse;
  readonly heapAfter: HeapUse;
}
