import type { ProfiledFunction } from "../../src/formats/cpu-profile.ts";
import type { ReportedWork, RunReport } from "../../src/formats/report.ts";
import { formatCount, formatPart } from "../../src/formats/format-figures.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { layOutTable, plainText, wrapBehind, type Cell, type TableColumn, left, right } from "./text-layout.ts";

// The report has more.
const shownFunctions = 5;
const shownNatives = 6;

const columns: readonly TableColumn[] = [right(0), right(2), left(0), left(1)];

/** Code that the game executed, with the functions that executed most of it. Empty without a work pass. */
export function renderWork({ work, frames }: RunReport, style: ListStyle): readonly string[] {
  if (work === null) return [];
  const { paint } = style;
  const plain = (text: string): Cell => ({ text, paint: (painted) => painted });
  const rows = work.functions
    .slice(0, shownFunctions)
    .map((each) => [
      { text: formatPart(each.work, work.total), paint: paint.bold },
      plain(formatCount(each.work)),
      plain(nameOf(each)),
      { text: plainText(each.position), paint: paint.dim },
    ]);
  const heading = `${paint.bold("Executed code")}  ${describeTotal(work, frames)}`;
  return [
    `${margin}${heading}`,
    ...layOutTable(columns, rows, style.columns - margin.length).map((text) => `${margin}${text}`),
    ...wrapBehind(margin, describeWork(work).join(" "), style.columns).map((line) => paint.dim(line)),
  ];
}

/** Executed code over all frames. */
export function describeTotal({ total }: ReportedWork, { measured }: RunReport["frames"]): string {
  return `${formatCount(total)} tokens in ${formatCount(measured)} frames`;
}

/** Name of a function, and whether it belongs to a library. */
export function nameOf({ name, owner }: Pick<ProfiledFunction, "name" | "owner">): string {
  const text = name === "" ? "(anonymous)" : plainText(name);
  return owner === "library" ? `${text} (library)` : text;
}

/** Meaning and limits of the figures. */
export function describeWork({ natives, notes, wasm }: ReportedWork): readonly string[] {
  const shown = natives.slice(0, shownNatives).map(({ name, calls }) => `${name} ${formatCount(calls)}`);
  const others = natives.length > shownNatives ? " and others" : "";
  return [
    "It tells whether a game does more than before, and not how long that takes.",
    ...(wasm === null ? [] : [`WebAssembly executed ${formatCount(sumOf(wasm))} instructions more.`]),
    ...(shown.length === 0 ? [] : [`Not in it is the browser's own part of calls: ${shown.join(", ")}${others}.`]),
    ...notes.map(plainText),
  ];
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, each) => sum + each, 0);
}
