import type { AllocationProfile } from "../../src/formats/allocations.ts";
import type { CpuProfile, FrameFunctions } from "../../src/formats/cpu-profile.ts";
import { formatMs, formatPart } from "../../src/formats/format-figures.ts";
import type { HeapGrowth } from "../../src/formats/heap-growth.ts";
import type { FrameRange } from "../report/chrome-profile.ts";
import type { ListOptions } from "../report/list.ts";
import { renderAllocations } from "../report/list-allocations.ts";
import { renderHeapGrowth } from "../report/list-heap.ts";
import { renderFunctions } from "../report/list-profile.ts";
import { nameOf } from "../report/list-work.ts";
import { createPaint } from "../report/terminal-text.ts";
import { wrapBehind } from "../report/text-layout.ts";

const shownFrames = 5;
const shownFunctions = 4;

/** The functions of a profile and those of its slowest frames, for a terminal. */
export function renderProfiled(profile: CpuProfile, { colour, columns }: ListOptions): string {
  const style = { paint: createPaint(colour), columns };
  const slowest = profile.frames.toSorted((one, other) => other.cpuMs - one.cpuMs).slice(0, shownFrames);
  const lines = slowest.flatMap((frame) => {
    const opening = `  frame ${String(frame.frame)}, ${formatMs(frame.cpuMs)}: `;
    return wrapBehind(opening, describeFrame(profile.functions, frame), columns);
  });
  const heading = `  ${style.paint.bold("Slowest frames")}  while they were sampled, which takes longer`;
  return `\n${[...renderFunctions(profile, style), "", heading, ...lines].join("\n")}\n\n`;
}

/** The allocations of the frames, as text for a terminal. */
export function renderAllocated(allocations: AllocationProfile, { colour, columns }: ListOptions): string {
  return `\n${renderAllocations(allocations, { paint: createPaint(colour), columns }).join("\n")}\n\n`;
}

/** The growth of the heap, as text for a terminal. */
export function renderGrown(growth: HeapGrowth, frames: FrameRange, { colour, columns }: ListOptions): string {
  return `\n${renderHeapGrowth(growth, frames, { paint: createPaint(colour), columns }).join("\n")}\n\n`;
}

function describeFrame(
  functions: CpuProfile["functions"],
  { functions: indexes, selfMs, cpuMs }: FrameFunctions,
): string {
  const names = indexes.slice(0, shownFunctions).flatMap((index, place) => {
    const each = functions[index];
    return each === undefined ? [] : [`${nameOf(each)} ${formatPart(selfMs[place] ?? 0, cpuMs)}`];
  });
  return names.join(", ");
}
