import {
  type BaselineComparison,
  type ColumnComparison,
  comparedLabels,
  type DuetEffect,
} from "../../src/formats/baseline.ts";
import { metricDefinitions } from "../../src/formats/metrics.ts";
import type { RunReport } from "../../src/formats/report.ts";
import {
  formatBytes,
  formatCount,
  formatFigure,
  formatMs,
  formatPart,
  formatShare,
} from "../../src/formats/format-figures.ts";
import type { DrawCounts } from "../../src/formats/frame-draws.ts";
import { type DrawColumn, drawColumns } from "./draw-columns.ts";
import { formatChange } from "./list-allocations.ts";
import { drawerPosition } from "./list-draws.ts";
import { nameWidth, positionWidth, shortenedTo, shortPosition } from "./list-profile.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { nameOf } from "./list-work.ts";
import { describeMostGrown, describeSlowest, differingColumns, formatGrowth, isByNewCode } from "./most-grown.ts";
import { type Cell, layOutTable, left, plainText, right, type TableColumn, wrapBehind } from "./text-layout.ts";

const columns: readonly TableColumn[] = [left(0), right(0), right(0), right(0), left(1), left(2)];

// The report has all.
const shownColumns = 8;

/** Comparison of the run with another build. Empty without one. */
export function renderBaseline({ baseline }: RunReport, style: ListStyle): readonly string[] {
  if (baseline === null) return [];
  const { paint, columns: width } = style;
  const allocated = describeAllocated(baseline);
  const sentence = (text: string): readonly string[] => wrapBehind(margin, plainText(text), width);
  return [
    ...sentence(describeComparison(baseline)),
    ...renderColumns(baseline, style),
    ...(baseline.loads.length === 0 ? [] : sentence(describeLoadChanges(baseline))),
    ...causesInOrder(baseline, renderDrawers(baseline, style), renderFunctions(functionRows(baseline), style)).flat(),
    ...(allocated === "" ? [] : sentence(allocated)),
    ...renderFunctions(functionBytesRows(baseline), style),
    ...sentence(describeTimes(baseline)).map((line) => paint.dim(line)),
    ...renderFunctions(functionTimeRows(baseline), style),
  ];
}

/** Those who draw more and the functions that execute more, with the cause first. */
export function causesInOrder<Block>(baseline: BaselineComparison, drawers: Block, functions: Block): readonly Block[] {
  return isByNewCode(baseline) ? [functions, drawers] : [drawers, functions];
}

/** Both sources, and which of the two does more. */
export function describeComparison(baseline: BaselineComparison): string {
  return `Compared with ${describeSource(baseline)}: ${describeWork(baseline)}`;
}

/** The differences in what the page loads, in a sentence. */
export function describeLoadChanges({ loads }: BaselineComparison): string {
  const changes = loads.map(({ metric, baseline, current }) => {
    const { label, unit } = metricDefinitions[metric];
    const [before, now] = [baseline, current].map((value) =>
      value === null ? "not measured" : formatFigure(value, unit),
    );
    if (before !== now || baseline === null || current === null) return `${label} ${before ?? ""}, now ${now ?? ""}`;
    // They differ by less than the figures show.
    const more = formatFigure(Math.abs(current - baseline), unit);
    return `${label} ${now ?? ""}, ${more} ${current > baseline ? "more" : "less"}`;
  });
  return `Loads that differ, which are not judged: ${changes.join("; ")}.`;
}

/** `main (3f2a1b9)`. */
function describeSource({ source }: BaselineComparison): string {
  return source.commit === null ? source.name : `${source.name} (${source.commit.slice(0, 7)})`;
}

function describeWork({ work, columns: compared }: BaselineComparison): string {
  const counts = compared.filter(({ count }) => count !== "work" && count !== "wasm").length;
  const code = counts === compared.length ? "" : ", and the executed code";
  switch (work) {
    case "same":
      return `the same work. Equal in every frame: ${counts === 1 ? "1 count" : `${String(counts)} counts`}${code}.`;
    case "less":
      return "less work.";
    case "more":
      return "more work, within the allowed growth.";
    case "too-much":
      return "more work than is allowed.";
  }
}

function renderColumns(baseline: BaselineComparison, { paint, columns: width }: ListStyle): readonly string[] {
  const differing = differingColumns(baseline);
  if (differing.length === 0) return [];
  const dim = (text: string): { readonly text: string; readonly paint: (text: string) => string } => ({
    text,
    paint: paint.dim,
  });
  const plain = (text: string): ReturnType<typeof dim> => ({ text, paint: (painted) => painted });
  const rows = differing.slice(0, shownColumns).map((column) => columnCells(column).map(plain));
  const table = layOutTable(columns, [comparisonHeadings.map(dim), ...rows], width - margin.length * 2);
  const more = differing.length - rows.length;
  return [...table, ...(more === 0 ? [] : [paint.dim(`and ${String(more)} more in the report`)])].map(
    (line) => `${margin}${margin}${line}`,
  );
}

/** Headings for the cells of a differing column. */
export const comparisonHeadings = ["", "baseline", "now", "growth", "at its most in frames", "differs from frame"];

/** Cells of a differing column, below `comparisonHeadings`. */
export function columnCells(column: ColumnComparison): readonly string[] {
  const { count, baseline, current, firstDifference, worstWindow } = column;
  return [
    comparedLabels[count],
    formatCount(baseline),
    formatCount(current),
    formatGrowth(column),
    worstWindow === null ? "" : worstWindow.frames.map(String).join(" to "),
    String(firstDifference),
  ];
}

/** A function that does more or less than before, as texts. */
export interface FunctionRow {
  /** `+2,700,000`. */
  readonly change: string;
  /** The change as a part of the whole run: of what it does now, or of what it did if that is more. */
  readonly part: string;
  readonly name: string;
  readonly position: string;
}

function renderFunctions(functions: readonly FunctionRow[], { paint, columns: width }: ListStyle): readonly string[] {
  const plain = (text: string): string => text;
  const rows = functions.map(({ change, part, name, position }) => [
    { text: change, paint: paint.bold },
    { text: part, paint: plain },
    // One long name or path must not cost the others their positions.
    { text: shortenedTo(nameWidth, name, "end"), paint: plain },
    { text: shortenedTo(positionWidth, position, "start"), paint: paint.dim },
  ]);
  const table = layOutTable([right(0), right(0), left(0), left(1)], rows, width - margin.length * 2);
  return table.map((line) => `${margin}${margin}${line}`);
}

/** Functions that execute more or less than before, with the change as a part of all executed code. */
export function functionRows({ functions, columns: compared }: BaselineComparison): readonly FunctionRow[] {
  const work = compared.find(({ count }) => count === "work");
  const whole = Math.max(work?.baseline ?? 0, work?.current ?? 0);
  return functions.map(({ name, position, owner, baseline, current }) => ({
    change: `${current > baseline ? "+" : ""}${formatCount(current - baseline)}`,
    part: whole === 0 ? "" : formatPart(Math.abs(current - baseline), whole),
    name: nameOf({ name, owner }),
    position: shortPosition(position),
  }));
}

/** Functions that take more or less time than before, with the change as a part of a frame. */
export function functionTimeRows({ functionTimes }: BaselineComparison): readonly FunctionRow[] {
  return functionTimes.map(({ name, position, owner, baselineMs, currentMs, part }) => ({
    change: `${currentMs > baselineMs ? "+" : "-"}${formatMs(Math.abs(currentMs - baselineMs))}`,
    part: formatPart(part, 1),
    name: nameOf({ name, owner }),
    position: shortPosition(position),
  }));
}

/** Functions that allocate more or less than before, with the change as a part of a frame's bytes. */
export function functionBytesRows({ allocations }: BaselineComparison): readonly FunctionRow[] {
  if (allocations === null) return [];
  const whole = Math.max(allocations.baselineBytes, allocations.currentBytes);
  return allocations.functions.map(({ name, position, owner, baselineBytes, currentBytes }) => {
    const change = currentBytes - baselineBytes;
    return {
      change: formatChange(Math.round(change)),
      part: formatPart(Math.abs(change), whole),
      name: nameOf({ name, owner }),
      position: shortPosition(position),
    };
  });
}

/** Who draws or uploads more or less, in the frame that grew the most. */
function renderDrawers({ draws }: BaselineComparison, { paint, columns: width }: ListStyle): readonly string[] {
  if (draws === null) return [];
  const dim = (text: string): Cell => ({ text, paint: paint.dim });
  const { headings, rows } = drawerTable(draws);
  const painted = rows.map((cells) =>
    cells.map((text, index): Cell => ({ text, paint: index === 0 ? paint.bold : (plain) => plain })),
  );
  const title = `drawn in frame ${String(draws.frame)}`;
  const columns = [...headings.map((_, index) => right(index === 0 ? 0 : 5 - index)), left(0), left(1)];
  const table = layOutTable(columns, [[...headings, title, ""].map(dim), ...painted], width - margin.length * 2);
  return table.map((line) => `${margin}${margin}${line}`);
}

/** A table of those who draw another amount. */
export interface DrawerTable {
  /** Of the changes: each counts something that somebody does more or less of. */
  readonly headings: readonly string[];
  /** The changes, the name, and the position of a function. */
  readonly rows: readonly (readonly string[])[];
}

/** Tabulates those who draw another amount. */
export function drawerTable({ functions, nodes }: NonNullable<BaselineComparison["draws"]>): DrawerTable {
  const ordered = [
    ...functions.filter(({ owner }) => owner === "game"),
    ...nodes,
    // An engine that draws by itself says less than what it draws.
    ...functions.filter(({ owner }) => owner !== "game"),
  ];
  const columns = drawColumns.filter(({ amount }) =>
    ordered.some(({ baseline, current }) => amount(baseline) !== amount(current)),
  );
  const rows = ordered.map((each) => [
    ...columns.map((column) => describeChange(column, each)),
    "path" in each ? plainText(each.path) : nameOf(each),
    "path" in each ? "" : drawerPosition(each.position),
  ]);
  return { headings: columns.map(({ heading }) => heading), rows };
}

/** `+18`, `+72,328` or `-4.2 MB`. */
function describeChange(
  { amount, format }: DrawColumn,
  { baseline, current }: Readonly<Record<"baseline" | "current", DrawCounts>>,
): string {
  const change = amount(current) - amount(baseline);
  return change === 0 ? "" : `${change > 0 ? "+" : "-"}${format(Math.abs(change))}`;
}

/** Comparison of the two builds' allocations. Empty for a run without an allocations pass. */
export function describeAllocated({ allocations, allocationsNote }: BaselineComparison): string {
  if (allocations === null)
    return allocationsNote === null ? "" : `Allocations: not compared, because ${allocationsNote}.`;
  const { baselineBytes, currentBytes, minimumBytes } = allocations;
  const change = currentBytes - baselineBytes;
  const now = `Allocations: ${formatBytes(Math.round(currentBytes))} a frame`;
  if (Math.abs(change) < minimumBytes) return `${now}, no difference larger than ${formatBytes(minimumBytes)}.`;
  const share = baselineBytes === 0 ? "new" : formatShare(change / baselineBytes);
  return `${now}, ${formatBytes(Math.round(baselineBytes))} before: ${formatChange(Math.round(change))}, ${share}.`;
}

/** Comparison of the two builds' times. */
export function describeTimes({ times, timesNote }: BaselineComparison): string {
  if (times === null) return `Times: ${timesNote ?? "not compared"}.`;
  const { pairs, body, tail, effect, verdict } = times;
  if (effect.scope === "p95") return `Times: ${describeEffect(effect)}, against ${String(pairs)} stored repeats.`;
  const found =
    verdict === "slower" || verdict === "faster" ? ` The clearest difference: ${describeEffect(effect)}.` : "";
  return `Times, ${String(pairs)} pairs of browsers in lockstep: ${describeEffect(body)}; ${describeEffect(tail)}.${found}`;
}

/** `the typical frame +3.1 % (2.4 to 3.8 %)`. */
export function describeEffect({ scope, frames, ratio, low, high }: DuetEffect): string {
  const interval = `${(100 * (low - 1)).toFixed(1)} to ${(100 * (high - 1)).toFixed(1)} %`;
  return `${describePart(scope, frames)} ${formatShare(ratio - 1)} (${interval})`;
}

function describePart(scope: DuetEffect["scope"], frames: DuetEffect["frames"]): string {
  switch (scope) {
    case "body":
      return "the typical frame";
    case "tail":
      return "the slowest frames";
    case "window":
      return `frames ${(frames ?? []).map(String).join(" to ")}`;
    case "p95":
      return "the p95";
  }
}

/** The comparison in one clause, for the verdict. Null without one. */
export function summariseBaseline(baseline: RunReport["baseline"]): string | null {
  if (baseline === null) return null;
  const { work, times, failsOnTime } = baseline;
  const name = plainText(baseline.source.name);
  if (work === "too-much") return `more work than ${name}: ${describeMostGrown(baseline)}`;
  const amount = work === "same" ? "the same work as" : work === "less" ? "less work than" : "hardly more work than";
  const opening = `${amount} ${name}`;
  if (times === null) return opening;
  switch (times.verdict) {
    case "slower":
      return `${opening}, slower: ${describeEffect(times.effect)}${describeSlowest(baseline)}${failsOnTime ? "" : "; --fail-on time would fail it"}`;
    case "faster":
      return `${opening}, faster: ${describeEffect(times.effect)}`;
    case "no-difference":
      return `${opening}, and no difference in time larger than ${largest(times.body, times.tail)} %`;
    case "undecided":
      return `${opening}; a difference in time up to ${largest(times.body, times.tail)} % cannot be told from noise`;
  }
}

function largest(...effects: readonly DuetEffect[]): string {
  return (100 * Math.max(0, ...effects.map(({ high }) => high - 1))).toFixed(1);
}
