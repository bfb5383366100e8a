import type { CpuProfile } from "../../src/formats/cpu-profile.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { formatCount, formatMs, formatPart } from "../../src/formats/format-figures.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { nameOf } from "./list-work.ts";
import { layOutTable, plainText, wrapBehind, type Cell, type TableColumn, left, right } from "./text-layout.ts";

// The report has more.
const shownFunctions = 8;
const shownInWorst = 3;

const columns: readonly TableColumn[] = [right(0), right(2), left(0), left(1)];
// Both fit beside two figures in a line of 100 characters.
export const nameWidth = 36;
export const positionWidth = 38;

/** Functions that took a frame's time, and those of the worst frames. Empty without a profile. */
export function renderProfile({ profile, worstFrames }: RunReport, style: ListStyle): readonly string[] {
  if (profile === null) return [];
  return [
    ...renderFunctions(profile, style),
    ...wrapBehind(margin, describeWorst(profile, worstFrames), style.columns).map((line) => style.paint.dim(line)),
  ];
}

/** Functions that took a frame's time, highest self time first. */
export function renderFunctions(profile: CpuProfile, style: ListStyle): readonly string[] {
  const { paint } = style;
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const dim = (text: string): Cell => ({ text, paint: paint.dim });
  const rows = profile.functions
    .slice(0, shownFunctions)
    .map((each) => [
      { text: formatPart(each.selfMs, profile.frameMs), paint: paint.bold },
      plain(formatPart(each.totalMs, profile.frameMs)),
      plain(shortenedTo(nameWidth, nameOf(each), "end")),
      dim(shortenedTo(positionWidth, shortPosition(each.position), "start")),
    ]);
  const table = [[dim("own time"), dim("with calls"), dim("function"), dim("")], ...rows];
  const figures = `of ${formatMs(profile.frameMs)} a frame, ${formatCount(profile.samples)} samples of ${formatCount(profile.passes)} runs`;
  return [
    `${margin}${paint.bold("Functions")}  ${figures}`,
    ...layOutTable(columns, table, style.columns - margin.length).map((text) => `${margin}${text}`),
  ];
}

/** A position in an installed package, without the parent folders. */
export function shortPosition(position: string): string {
  return plainText(position).replace(/^.*node_modules\//u, "");
}

/** Shortens a text at its start or end. */
export function shortenedTo(width: number, text: string, without: "start" | "end"): string {
  if (text.length <= width) return text;
  return without === "start" ? `…${text.slice(1 - width)}` : `${text.slice(0, width - 1)}…`;
}

/** Functions of the worst frames together, because one frame has few samples. */
function describeWorst({ functions, frames }: CpuProfile, worst: RunReport["worstFrames"]): string {
  const inWorst = new Set(worst.map(({ frame }) => frame));
  const ownMs = new Map<number, number>();
  for (const { functions: indexes, selfMs } of frames.filter(({ frame }) => inWorst.has(frame))) {
    for (const [place, index] of indexes.entries()) {
      ownMs.set(index, (ownMs.get(index) ?? 0) + (selfMs[place] ?? 0));
    }
  }
  const worstMs = worst.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const longest = [...ownMs].sort(([, one], [, other]) => other - one).slice(0, shownInWorst);
  const names = longest.flatMap(([index, ms]) => {
    const each = functions[index];
    return each === undefined ? [] : [`${nameOf(each)} ${formatPart(ms, worstMs)}`];
  });
  return names.length === 0 ? "" : `In the worst frames: ${names.join(", ")}.`;
}
