import type { DrawCounts, FrameDraws } from "../../src/formats/frame-draws.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { drawColumns } from "./draw-columns.ts";
import { positionWidth, shortenedTo, shortPosition } from "./list-profile.ts";
import { nameOf } from "./list-work.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { layOutTable, plainText, type Cell, type TableColumn, left, right } from "./text-layout.ts";

// The report has more.
const shownRows = 6;

const tableColumns: readonly TableColumn[] = [right(0), right(3), right(2), right(2), left(0), left(1)];

/** Who draws in a frame: the calling functions, and the nodes of its scenes. Empty if no frame was broken down. */
export function renderDraws({ draws }: RunReport, style: ListStyle): readonly string[] {
  if (draws === null) return [];
  const { paint } = style;
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const dim = (text: string): Cell => ({ text, paint: paint.dim });
  // Without amounts and a heading, the table leaves a column out.
  const headings = drawColumns.map(({ amount, heading }) => (amount(draws) === 0 ? "" : heading));
  const row = (counts: DrawCounts, name: string, where: string): readonly Cell[] => [
    ...drawColumns.map(({ amount, format }, index) => {
      const text = amount(counts) === 0 ? "" : format(amount(counts));
      return index === 0 ? { text, paint: paint.bold } : plain(text);
    }),
    plain(name),
    dim(where),
  ];
  const table = [
    [...headings.map(dim), dim("for"), dim("")],
    ...draws.functions.slice(0, shownRows).map((each) => row(each, nameOf(each), drawerPosition(each.position))),
    ...draws.nodes.slice(0, shownRows).map((each) => row(each, plainText(each.path), "")),
  ];
  return [
    `${margin}${paint.bold(`Drawn in frame ${String(draws.frame)}`)}  ${describeDraws(draws)}`,
    ...layOutTable(tableColumns, table, style.columns - margin.length).map((text) => `${margin}${text}`),
  ];
}

/** The position of a function that draws, or the end of a long one: the figures need room. */
export function drawerPosition(position: string): string {
  return shortenedTo(positionWidth, shortPosition(position), "start");
}

/** A frame's draws in a few words. */
export function describeDraws(draws: FrameDraws): string {
  return drawColumns
    .filter(({ amount }) => amount(draws) > 0)
    .map(({ amount, format, noun }) => `${format(amount(draws))} ${noun}`)
    .join(", ");
}
