import { definitionOf, recordByCount } from "../../src/formats/frame-counts.ts";
import type { RandomCallSite, RunNotice } from "../../src/formats/frame-sample.ts";
import type { Divergence, RunReport } from "../../src/formats/report.ts";
import type { VerifyDivergence } from "../../src/formats/verify-report.ts";
import { adviseOn } from "./advice.ts";
import { describeDivergence, type DivergenceLine } from "./describe-divergence.ts";
import { formatRunName } from "../../src/formats/format-figures.ts";
import { isAboutBrowser } from "./list-heading.ts";
import { margin, type ListStyle } from "./list-style.ts";
import { reproduceCommand } from "./reproduce-command.ts";
import { layOutTable, plainText, wrapBehind, left, right } from "./text-layout.ts";

// The rest is only counted. report.json has all.
const shownSiteCount = 8;
const shownNoticeCount = 12;

/** Everything besides the figures: notices, raw randomness, a divergence, and the command to reproduce the run. */
export function renderFindings(report: RunReport, style: ListStyle): readonly string[] {
  const sections = [
    renderNotices(report, style),
    renderAdvice(report, style),
    renderCallSites(report.randomCallSites, style),
    report.divergence === null ? [] : renderDivergence(report, report.divergence, style),
    [`${margin}${style.paint.dim("Again:")} ${reproduceCommand(report)}`],
  ];
  const shown = sections.filter((lines) => lines.length > 0);
  return shown.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function renderNotices(report: RunReport, style: ListStyle): readonly string[] {
  const ordered = orderNotices(report);
  const lines = ordered.slice(0, shownNoticeCount).flatMap((notice) => renderNotice(notice, style));
  return [...lines, ...andMore(ordered.length - shownNoticeCount, style)];
}

function renderAdvice(report: RunReport, { paint, columns }: ListStyle): readonly string[] {
  const opening = `${margin}› `;
  return adviseOn(report)
    .flatMap((sentence) => wrapBehind(opening, sentence, columns))
    .map((line) => (line.startsWith(opening) ? `${margin}${paint.cyan("›")} ${line.slice(opening.length)}` : line));
}

/** The notices about the game and the seed, failures first. */
export function orderNotices({ notices, seed }: RunReport): readonly RunNotice[] {
  const ofSeed = seed.notices.map((message): RunNotice => ({
    code: "seed",
    message,
    severity: "warning",
    where: null,
  }));
  // The sort is stable: failures first, then in their own order.
  return [...notices.filter((notice) => !isAboutBrowser(notice)), ...ofSeed].sort(
    (left, right) => rank(left) - rank(right),
  );
}

function rank(notice: RunNotice): number {
  return notice.severity === "failure" ? 0 : 1;
}

/** A notice with its place. */
export function describeNotice({ message, where }: RunNotice): string {
  return plainText(where === null ? message : `${message} (${where})`);
}

function renderNotice(notice: RunNotice, { paint, columns }: ListStyle): readonly string[] {
  const failed = notice.severity === "failure";
  const mark = `${margin}${failed ? "✗" : "!"} `;
  const colour = failed ? paint.red : paint.yellow;
  return wrapBehind(mark, describeNotice(notice), columns).map((line) => colour(line));
}

function renderCallSites(sites: readonly RandomCallSite[], style: ListStyle): readonly string[] {
  if (sites.length === 0) return [];
  const plain = (text: string): string => text;
  const paints = [plain, style.paint.bold, style.paint.dim, style.paint.dim];
  const rows = sites.slice(0, shownSiteCount).map((site) => {
    return callSiteCells(site).map((text, index) => ({ text, paint: paints[index] ?? plain }));
  });
  const columns = [0, 0, 1, 2].map((dispensable) => ({ align: "left", dispensable }) as const);
  return [
    `${margin}${style.paint.bold(style.paint.yellow(callSitesTitle))}`,
    ...layOutTable(columns, rows, style.columns - margin.length).map((line) => `${margin}${line}`),
    ...andMore(sites.length - shownSiteCount, style),
  ];
}

/** Title of a list of call sites. */
export const callSitesTitle = "Raw randomness, in a game that declares seededRandom";

/** Cells of a call that drew randomness: API, place, frame, and the libraries in between. */
export function callSiteCells({ api, site, frame, through }: RandomCallSite): readonly string[] {
  const between = through.length === 0 ? "" : `through ${plainText(through.join(", "))}`;
  return [plainText(api), plainText(site), describeFrame(frame), between];
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
  const { title, place, values, advice } = describeDifference(report, divergence);
  const sides = values.map(([run, value]) => [
    { text: run, paint: paint.dim },
    { text: value, paint: paint.bold },
  ]);
  const alignment = [left(0), right(0)];
  return [
    `${margin}${paint.bold(paint.red(title))}`,
    `${margin}${place}`,
    ...layOutTable(alignment, sides, columns - margin.length).map((line) => `${margin}${line}`),
    ...(report.explanation === null ? [] : renderExplanation(report.explanation, columns)),
    ...wrapBehind(margin, advice, columns).map((line) => paint.dim(line)),
  ];
}

/** The first difference between two runs, in words. */
export interface DescribedDifference {
  readonly title: string;
  readonly place: string;
  /** Each run with its value. */
  readonly values: readonly (readonly [run: string, value: string])[];
  readonly advice: string;
}

/** Where two runs of a report differ, and what to look for. */
export function describeDifference(report: RunReport, divergence: Divergence): DescribedDifference {
  const { column, frame, runs, values } = divergence;
  const place = frame === null ? columnTexts[column] : `frame ${String(frame)}, ${columnTexts[column]}`;
  const equal =
    frame === 0 || frame === null
      ? "The same seed must give the same frames."
      : `Frames before ${String(frame)} are equal.`;
  return {
    title: "Two runs of the same seed differ",
    place: `first in ${place}`,
    values: runs.map((run, side) => [formatRunName(report, run), plainText(values[side] ?? "")]),
    advice: `${equal} Look for the clock, raw randomness, or what loads in a varying order.`,
  };
}

/** The first difference between two count runs, with its cause. */
export function explainDifference(explanation: VerifyDivergence): readonly DivergenceLine[] {
  return describeDivergence(explanation, ["one has", "other has"]);
}

function renderExplanation(explanation: VerifyDivergence, columns: number): readonly string[] {
  return explainDifference(explanation).flatMap(([label, text]) =>
    wrapBehind(`${margin}${label.padEnd(10)} `, plainText(text), columns),
  );
}

function andMore(count: number, { paint }: ListStyle): readonly string[] {
  return count > 0 ? [paint.dim(`${margin}and ${String(count)} more in report.json`)] : [];
}
