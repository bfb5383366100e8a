import type { AllocationProfile, HeapUse } from "../../src/formats/allocations.ts";
import { formatBytes, formatCount, formatPart } from "../../src/formats/format-figures.ts";
import { nameWidth, positionWidth, shortenedTo, shortPosition } from "./list-profile.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { nameOf } from "./list-work.ts";
import { layOutTable, wrapBehind, type Cell, type TableColumn, left, right } from "./text-layout.ts";

// The JSON has more.
const shownFunctions = 12;
const shownFrames = 5;
const shownInFrame = 4;

const columns: readonly TableColumn[] = [right(0), right(2), left(0), left(1)];

/** The same figures as sentences. */
export function describeAllocations(allocations: AllocationProfile): readonly string[] {
  const { frameBytes, frames } = allocations;
  const heap = describeHeap(allocations).map((line) => `After a collection, ${line}.`);
  return [`The game allocates ${formatBytes(frameBytes)} a frame.`, describeExactness(frames), ...heap];
}

/** Functions that allocate, the frames that allocate most, and what is left after a collection. */
export function renderAllocations(allocations: AllocationProfile, style: ListStyle): readonly string[] {
  const { paint } = style;
  const { frames, functions, frameBytes } = allocations;
  const dim = (text: string): Cell => ({ text, paint: paint.dim });
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const rows = functions
    .slice(0, shownFunctions)
    .map((each) => [
      { text: formatBytes(each.selfBytes), paint: paint.bold },
      plain(formatBytes(each.totalBytes)),
      plain(shortenedTo(nameWidth, nameOf(each), "end")),
      dim(shortenedTo(positionWidth, shortPosition(each.position), "start")),
    ]);
  const table = [[dim("own bytes"), dim("with calls"), dim("function"), dim("")], ...rows];
  const worst = frames.toSorted((one, other) => other.bytes - one.bytes || one.frame - other.frame);
  return [
    `${margin}${paint.bold("Allocations")}  ${formatBytes(frameBytes)} a frame, mean of ${formatCount(frames.length)}`,
    ...(rows.length === 0 ? [] : layOutTable(columns, table, style.columns - margin.length)).map(
      (text) => `${margin}${text}`,
    ),
    ...wrapBehind(margin, describeExactness(frames), style.columns).map((line) => paint.dim(line)),
    "",
    `${margin}${paint.bold("Worst frames")}`,
    ...worst.slice(0, shownFrames).flatMap((frame) => {
      const opening = `${margin}frame ${String(frame.frame)}, ${formatBytes(frame.bytes)}: `;
      return wrapBehind(opening, describeFrame(functions, frame), style.columns);
    }),
    "",
    `${margin}${paint.bold("After a collection")}`,
    ...describeHeap(allocations).flatMap((line) => wrapBehind(margin, line, style.columns)),
  ];
}

function describeExactness(frames: AllocationProfile["frames"]): string {
  const coarse = frames.filter(({ isExact }) => !isExact).length;
  if (coarse === 0) return "Every allocation was counted.";
  if (coarse === frames.length) return "They allocate so much that only every 512th byte was sampled.";
  return `Every allocation was counted in ${formatCount(frames.length - coarse)} frames, and every 512th byte sampled in the other ${formatCount(coarse)}.`;
}

function describeFrame(
  functions: AllocationProfile["functions"],
  { functions: indexes, selfBytes, bytes }: AllocationProfile["frames"][number],
): string {
  const names = indexes.slice(0, shownInFrame).flatMap((index, place) => {
    const each = functions[index];
    return each === undefined ? [] : [`${nameOf(each)} ${formatPart(selfBytes[place] ?? 0, bytes)}`];
  });
  return names.length === 0 ? "nothing" : names.join(", ");
}

function describeHeap({ heapBefore, heapAfter, frames }: AllocationProfile): readonly string[] {
  const [first, last] = [frames[0]?.frame ?? 0, frames.at(-1)?.frame ?? 0];
  const line = (what: string, use: keyof HeapUse): string =>
    `${what} ${formatBytes(heapBefore[use])} before frame ${String(first)}, ${formatBytes(heapAfter[use])} after frame ${String(last)}: ${formatChange(heapAfter[use] - heapBefore[use])}`;
  return [line("heap", "usedBytes"), line("array buffers", "bufferBytes")];
}

/** Formats a change of bytes with its sign. */
export function formatChange(bytes: number): string {
  return `${bytes < 0 ? "-" : "+"}${formatBytes(Math.abs(bytes))}`;
}
