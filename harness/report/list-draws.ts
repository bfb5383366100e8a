import type { DrawCounts, FrameDraws } from "../../src/formats/frame-draws.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { formatBytes, formatCount } from "../../src/formats/format-figures.ts";
import { positionWidth, shortenedTo, shortPosition } from "./list-profile.ts";
import { nameOf } from "./list-work.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { layOutTable, plainText, type Cell, type TableColumn, left, right } from "./text-layout.ts";

// The report has more.
const shownRows = 6;

const columns: readonly TableColumn[] = [right(0), right(3), right(2), left(0), left(1)];

/** Who draws in a frame: the calling functions, and the nodes of its scenes. Empty if no frame was broken down. */
export function renderDraws({ draws }: RunReport, style: ListStyle): readonly string[] {
  if (draws === null) return [];
  const { paint } = style;
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const dim = (text: string): Cell => ({ text, paint: paint.dim });
  const row = (counts: DrawCounts, name: string, where: string): readonly Cell[] => [
    { text: formatCount(counts.drawCalls), paint: paint.bold },
    plain(formatCount(counts.triangles)),
    plain(uploads(counts)),
    plain(name),
    dim(where),
  ];
  const table = [
    [dim("draws"), dim("triangles"), dim(uploads(draws) === "" ? "" : "uploads"), dim("for"), dim("")],
    ...draws.functions.slice(0, shownRows).map((each) => row(each, nameOf(each), drawerPosition(each.position))),
    ...draws.nodes.slice(0, shownRows).map((each) => row(each, plainText(each.path), "")),
  ];
  return [
    `${margin}${paint.bold(`Drawn in frame ${String(draws.frame)}`)}  ${describeDraws(draws)}`,
    ...layOutTable(columns, table, style.columns - margin.length).map((text) => `${margin}${text}`),
  ];
}

/** The position of a function that draws, or the end of a long one: the figures need room. */
export function drawerPosition(position: string): string {
  return shortenedTo(positionWidth, shortPosition(position), "start");
}

/** A frame's draws in a few words. */
export function describeDraws(draws: FrameDraws): string {
  const uploaded = uploads(draws);
  const figures = `${formatCount(draws.drawCalls)} draws, ${formatCount(draws.triangles)} triangles`;
  return uploaded === "" ? figures : `${figures}, ${uploaded} of uploads`;
}

/** Empty if nothing was uploaded. */
function uploads({ textureUploadBytes, bufferUploadBytes }: DrawCounts): string {
  const bytes = textureUploadBytes + bufferUploadBytes;
  return bytes === 0 ? "" : formatBytes(bytes);
}
