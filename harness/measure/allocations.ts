import type { AllocationProfile, AllocationSamples } from "../../src/formats/allocations.ts";
import { type IsEdited, nothingEdited } from "./edited-code.ts";
import { largestOf, type Line, StackTable, type StackTree } from "./stack-table.ts";

const functionsOfFrame = 6;

/**
 * The functions that allocate in the sampled frames, which are the measured ones from `first` on. Allocations by the
 * harness are left out, and so are those that the browser makes without a call. Bytes are means per frame, rounded to a
 * tenth of a byte.
 */
export function profileAllocations(samples: AllocationSamples, first: number): AllocationProfile {
  const { table, lines } = countAllocations(samples);
  const frames = samples.frames.map(({ intervalBytes, nodes, bytes }, index) => {
    const amounts = new Map<number, number>();
    for (const [place, node] of nodes.entries()) {
      const line = lines[node] ?? null;
      if (line !== null) amounts.set(line.self, (amounts.get(line.self) ?? 0) + (bytes[place] ?? 0));
    }
    return { frame: first + index, isExact: intervalBytes === 1, amounts };
  });
  const { functions, indexes } = table.list(frames.flatMap(({ amounts }) => largestOf(amounts, functionsOfFrame)));
  const meanOf = (bytes: number): number => meanBytes(bytes, samples);
  return {
    frameBytes: meanOf(table.counted),
    functions: functions.map(({ self, total, ...each }) => {
      return { ...each, selfBytes: meanOf(self), totalBytes: meanOf(total) };
    }),
    frames: frames.map(({ frame, isExact, amounts }) => {
      const largest = largestOf(amounts, functionsOfFrame);
      return {
        ...{ frame, isExact, bytes: [...amounts.values()].reduce((sum, each) => sum + each, 0) },
        functions: largest.map((index) => indexes.get(index) ?? 0),
        selfBytes: largest.map((index) => amounts.get(index) ?? 0),
      };
    }),
    heapBefore: samples.heapBefore,
    heapAfter: samples.heapAfter,
  };
}

/** The mean of a sum over all sampled frames, rounded. */
export function meanBytes(sum: number, { frames }: Pick<AllocationSamples, "frames">): number {
  return roundBytes(sum / Math.max(1, frames.length));
}

/** Rounds to a tenth of a byte. */
export function roundBytes(bytes: number): number {
  return Math.round(10 * bytes) / 10;
}

/** The allocations of a run, by function. */
export interface CountedAllocations {
  readonly table: StackTable;
  /** The functions of each node; null for a node that does not count. */
  readonly lines: readonly (Line | null)[];
}

/** Counts the bytes of all sampled frames. `isEdited` tells what another build does not have. */
export function countAllocations(samples: AllocationSamples, isEdited: IsEdited = nothingEdited): CountedAllocations {
  const table = new StackTable(isEdited);
  const lines = samples.nodes.map((_, node) => (isOfHarness(samples, node) ? null : table.lineOf(samples, node)));
  for (const { nodes, bytes } of samples.frames) {
    for (const [place, node] of nodes.entries()) {
      const line = lines[node] ?? null;
      if (line !== null) table.count(line, bytes[place] ?? 0);
    }
  }
  return { table, lines };
}

/** Whether the innermost script on a stack is the harness's, such as its clock under a call by the game. */
function isOfHarness({ nodes, functions }: StackTree, innermost: number): boolean {
  for (let at: number | null = innermost; at !== null;) {
    const node: StackTree["nodes"][number] | undefined = nodes[at];
    const owner = functions[node?.function ?? -1]?.owner;
    if (owner !== "browser") return owner === "framegate";
    at = node?.parent ?? null;
  }
  return false;
}
