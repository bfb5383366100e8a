import type { AllocationProfile, AllocationSamples } from "../../src/formats/allocations.ts";
import { largestOf, StackTable, type StackTree } from "./stack-table.ts";

const functionsOfFrame = 6;

/**
 * The functions that allocate in the sampled frames, which are the measured ones from `first` on. Allocations by the
 * harness are left out, and so are those that the browser makes without a call. Bytes are means per frame, rounded to a
 * tenth of a byte.
 */
export function profileAllocations(samples: AllocationSamples, first: number): AllocationProfile {
  const table = new StackTable();
  const lines = samples.nodes.map((_, node) => (isOfHarness(samples, node) ? null : table.lineOf(samples, node)));
  const frames = samples.frames.map(({ intervalBytes, nodes, bytes }, index) => {
    const amounts = new Map<number, number>();
    for (const [place, node] of nodes.entries()) {
      const line = lines[node] ?? null;
      if (line === null) continue;
      const amount = bytes[place] ?? 0;
      table.count(line, amount);
      amounts.set(line.self, (amounts.get(line.self) ?? 0) + amount);
    }
    return { frame: first + index, isExact: intervalBytes === 1, amounts };
  });
  const { functions, indexes } = table.list(frames.flatMap(({ amounts }) => largestOf(amounts, functionsOfFrame)));
  const meanOf = (bytes: number): number => Math.round((10 * bytes) / Math.max(1, frames.length)) / 10;
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
