import type { HeapGrowth, HeapSnapshot } from "../src/formats/heap-growth.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import { FramegateError } from "./errors.ts";
import { heapGrowth } from "./measure/heap-growth.ts";
import { HeapSnapshots, snapshotFlags } from "./profile/heap-snapshots.ts";
import { type HeapContext, readHeap } from "./read-heap.ts";

/** The objects that outlive the frames of a game. */
export interface HeapResult {
  readonly growth: HeapGrowth;
  /** The two snapshots, as the text of `.heapsnapshot` files. */
  readonly before: string;
  readonly after: string;
}

/** Characters of the longest string of V8, less a reserve. A heap of a gigabyte has about as many. */
const charactersMax = 500_000_000;

/**
 * Takes two snapshots of a page's heap in one run, before the first frame to look at and after the last one, and
 * compares them. Writes nothing. Throws `FramegateError` if the game could not be run, and `heap-too-large`.
 */
export async function runHeap(plan: RunPlan, context: HeapContext): Promise<HeapResult> {
  const snapshots = await readHeap(plan, context, {
    ...{ kind: "taking-snapshots", jsFlags: snapshotFlags },
    create: () => new HeapSnapshots(context.first),
  });
  const [before = "", after = ""] = snapshots.texts().map((chunks) => joinSnapshot(chunks));
  const growth = heapGrowth(parse(before), parse(after), (name, place) => snapshots.functionAt(name, place));
  return { growth, before, after };
}

/** Joins the pieces of a snapshot. @throws {FramegateError} `heap-too-large`. */
export function joinSnapshot(chunks: readonly string[], lengthMax = charactersMax): string {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  if (bytes > lengthMax) throw new FramegateError("heap-too-large", { megabytes: Math.round(bytes / 1e6) });
  return chunks.join("");
}

function parse(text: string): HeapSnapshot {
  // V8 has written it.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return JSON.parse(text);
}
