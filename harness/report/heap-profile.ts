import type { AllocationSamples } from "../../src/formats/allocations.ts";
import { callFrameOf, idOf } from "./chrome-profile.ts";

/** V8's format of sampled allocations. */
interface HeapNode {
  readonly callFrame: ReturnType<typeof callFrameOf>;
  readonly selfSize: number;
  readonly id: number;
  readonly children: HeapNode[];
}

/**
 * The allocations of the sampled frames together as a `.heapprofile`, for DevTools and VS Code. Functions have their
 * source positions. The harness's own are in it.
 */
export function renderHeapProfile(samples: AllocationSamples): string {
  const sizes = new Map<number, number>();
  for (const { nodes, bytes } of samples.frames) {
    for (const [place, node] of nodes.entries()) sizes.set(node, (sizes.get(node) ?? 0) + (bytes[place] ?? 0));
  }
  const made: HeapNode[] = [];
  // Callers come before callees.
  for (const [index, { function: place, parent }] of samples.nodes.entries()) {
    const each = samples.functions[place];
    if (each === undefined) throw new Error("A node has a function.");
    const node = { callFrame: callFrameOf(each), selfSize: sizes.get(index) ?? 0, id: idOf(index), children: [] };
    made.push(node);
    if (parent !== null) made[parent]?.children.push(node);
  }
  const listed = [...sizes].map(([node, size], ordinal) => ({ size, nodeId: idOf(node), ordinal }));
  return `${JSON.stringify({ head: made[0], samples: listed })}\n`;
}
