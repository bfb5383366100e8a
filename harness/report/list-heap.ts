import type { GrownType, HeapAmount, HeapGrowth } from "../../src/formats/heap-growth.ts";
import { formatBytes, formatCount } from "../../src/formats/format-figures.ts";
import type { FrameRange } from "./chrome-profile.ts";
import { formatChange } from "./list-allocations.ts";
import { nameWidth, positionWidth, shortenedTo, shortPosition } from "./list-profile.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { layOutTable, plainText, wrapBehind, type Cell, type TableColumn, left, right } from "./text-layout.ts";

// The JSON has more.
const shownTypes = 12;
const shownPaths = 5;

const columns: readonly TableColumn[] = [right(0), right(2), left(0), left(1)];

/** Classes with more objects after the frames than before them, and the keeper of one of each. */
export function renderHeapGrowth(growth: HeapGrowth, { first, last }: FrameRange, style: ListStyle): readonly string[] {
  const { paint } = style;
  const { before, after, framegate, types } = growth;
  const dim = (text: string): Cell => ({ text, paint: paint.dim });
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const rows = types
    .slice(0, shownTypes)
    .map((each) => [
      { text: formatChange(each.after.bytes - each.before.bytes), paint: paint.bold },
      plain(describeCount(each)),
      plain(shortenedTo(nameWidth, plainText(each.name), "end")),
      dim(shortenedTo(positionWidth, shortPosition(each.position), "start")),
    ]);
  const table = [[dim("bytes"), dim("objects"), dim("kind"), dim("")], ...rows];
  const kept = types.filter(({ path, isInternal }) => path.length > 1 && !isInternal).slice(0, shownPaths);
  return [
    `${margin}${paint.bold("Heap")}  ${formatBytes(before.bytes)} before frame ${String(first)}, ${formatBytes(after.bytes)} after frame ${String(last)}: ${changeOf(before, after)}`,
    ...(rows.length === 0
      ? [`${margin}Nothing has grown.`]
      : layOutTable(columns, table, style.columns - margin.length).map((text) => `${margin}${text}`)),
    `${margin}${paint.dim(`Framegate's own objects are left out: ${changeOf(framegate.before, framegate.after)}.`)}`,
    ...(kept.length === 0 ? [] : ["", `${margin}${paint.bold("Retaining path of one new object of each kind")}`]),
    ...kept.flatMap(({ name, path }) =>
      wrapBehind(
        `${margin}${shortenedTo(nameWidth, plainText(name), "end")}: `,
        plainText(path.join(" → ")),
        style.columns,
      ),
    ),
  ];
}

function changeOf(before: HeapAmount, after: HeapAmount): string {
  return formatChange(after.bytes - before.bytes);
}

function describeCount({ before, after }: GrownType): string {
  const change = after.count - before.count;
  return `${change < 0 ? "-" : "+"}${formatCount(Math.abs(change))}`;
}
