import { definitionOf, recordByCount } from "../../src/formats/frame-counts.ts";
import type { RandomCallSite, RunNotice } from "../../src/formats/frame-sample.ts";
import type { Divergence, RunReport } from "../../src/formats/report.ts";
import type { VerifyDivergence } from "../../src/formats/verify-report.ts";
import { describeDivergence } from "./describe-divergence.ts";
import { formatRunName } from "../../src/formats/format-figures.ts";
import { isAboutBrowser } from "./list-heading.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { reproduceCommand } from "./reproduce-command.ts";
import { layOutTable, plainText, wrapBehind, left, right } from "./text-layout.ts";

// The rest is only counted. report.json has all.
const shownSiteCount = 8;
const shownNoticeCount = 12;

/**
 * Everything besides the figures: notices, raw randomness, the divergence of two runs, and the command to reproduce the
 * run.
 */
export function renderFindings(report: RunReport, style: ListStyle): readonly string[] {
  const sections = [
    renderNotices(report, style),
    renderCallSites(report.randomCallSites, style),
    report.divergence === null ? [] : renderDivergence(report, report.divergence, style),
    [`${margin}${style.paint.dim("Again:")} ${reproduceCommand(report)}`],
  ];
  const shown = sections.filter((lines) => lines.length > 0);
  return shown.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function renderNotices({ notices, seed }: RunReport, style: ListStyle): readonly string[] {
  const ofSeed = seed.notices.map((message): RunNotice => ({
    code: "seed",
    message,
    severity: "warning",
    where: null,
  }));
  // A stable sort: failures first, then in their own order.
  const ordered = [...notices.filter((notice) => !isAboutBrowser(notice)), ...ofSeed].sort(
    (left, right) => rank(left) - rank(right),
  );
  const lines = ordered.slice(0, shownNoticeCount).flatMap((notice) => renderNotice(notice, style));
  return [...lines, ...andMore(ordered.length - shownNoticeCount, style)];
}

function rank(notice: RunNotice): number {
  return notice.severity === "failure" ? 0 : 1;
}

function renderNotice({ message, severity, where }: RunNotice, { paint, columns }: ListStyle): readonly string[] {
  const failed = severity === "failure";
  const mark = `${margin}${failed ? "✗" : "!"} `;
  const text = where === null ? message : `${message} (${where})`;
  const colour = failed ? paint.red : paint.yellow;
  return wrapBehind(mark, plainText(text), columns).map((line) => colour(line));
}

function renderCallSites(sites: readonly RandomCallSite[], style: ListStyle): readonly string[] {
  if (sites.length === 0) return [];
  const plain = (text: string): string => text;
  const rows = sites.slice(0, shownSiteCount).map((site) => [
    { text: plainText(site.api), paint: plain },
    { text: plainText(site.site), paint: style.paint.bold },
    { text: describeFrame(site.frame), paint: style.paint.dim },
    { text: site.through.length === 0 ? "" : `through ${plainText(site.through.join(", "))}`, paint: style.paint.dim },
  ]);
  const columns = [0, 0, 1, 2].map((dispensable) => ({ align: "left", dispensable }) as const);
  const title = "Raw randomness, in a game that declares seededRandom";
  return [
    `${margin}${style.paint.bold(style.paint.yellow(title))}`,
    ...layOutTable(columns, rows, style.columns - margin.length).map((line) => `${margin}${line}`),
    ...andMore(sites.length - shownSiteCount, style),
  ];
}

function describeFrame(frame: number): string {
  return frame < 0 ? "in the warm-up" : `from frame ${String(frame)}`;
}

const columnTexts: Readonly<Record<Divergence["column"], string>> = {
  ...recordByCount((name) => definitionOf(name).label),
  stateHash: "the hash of the state",
  entities: "entities at the end",
  finalStateHash: "the hash of the state at the end",
  failure: "a failure that not every run has",
};

function renderDivergence(report: RunReport, divergence: Divergence, style: ListStyle): readonly string[] {
  const { paint, columns } = style;
  const { column, frame, runs, values } = divergence;
  const place = frame === null ? columnTexts[column] : `frame ${String(frame)}, ${columnTexts[column]}`;
  const sides = runs.map((run, side) => [
    { text: formatRunName(report, run), paint: paint.dim },
    { text: plainText(values[side] ?? ""), paint: paint.bold },
  ]);
  const alignment = [left(0), right(0)];
  const advice =
    frame === 0 || frame === null
      ? "The same seed must give the same frames. Look for the clock, raw randomness, or what loads in a varying order."
      : `Frames before ${String(frame)} are equal. Look for the clock, raw randomness, or what loads in a varying order.`;
  return [
    `${margin}${paint.bold(paint.red("Two runs of the same seed differ"))}`,
    `${margin}first in ${place}`,
    ...layOutTable(alignment, sides, columns - margin.length).map((line) => `${margin}${line}`),
    ...(report.explanation === null ? [] : renderExplanation(report.explanation, columns)),
    ...wrapBehind(margin, advice, columns).map((line) => paint.dim(line)),
  ];
}

/** Lists the first difference between two count runs, with its cause. */
function renderExplanation(explanation: VerifyDivergence, columns: number): readonly string[] {
  return describeDivergence(explanation, ["one has", "other has"]).flatMap(([label, text]) =>
    wrapBehind(`${margin}${label.padEnd(10)} `, plainText(text), columns),
  );
}

function andMore(count: number, { paint }: ListStyle): readonly string[] {
  return count > 0 ? [paint.dim(`${margin}and ${String(count)} more in report.json`)] : [];
}
