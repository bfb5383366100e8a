import { createColors } from "picocolors";
import type { Finding, Notice, Place, RelatedPlace } from "../findings/finding.ts";
import { replacementFor } from "../findings/replacements.ts";
import type { LineReader, ScanReport } from "./scan-report.ts";

export interface ListOptions {
  readonly colour: boolean;
  readonly readLine: LineReader;
}

type Paint = ReturnType<typeof createColors>;

/** The report for a terminal: every finding with the line it stands in and what to write instead, and a sum at the end. */
export function renderList(report: ScanReport, { colour, readLine }: ListOptions): string {
  const paint = createColors(colour);
  const findings = report.findings.map((finding) => renderFinding(finding, readLine, paint));
  const notices = report.notices.map((notice) => renderNotice(notice, paint));
  const stale = report.stale.map(({ file, api, symbol }) => {
    const where = symbol === "" ? "" : ` in ${symbol}`;
    return `${paint.yellow("stale")} ${harmless(`${file}: the baseline lists ${api}${where}, which is not found any more.`)}`;
  });
  const blocks = [...findings, ...notices, ...stale, summarise(report, paint)];
  return `${blocks.join("\n\n")}\n`;
}

/** How much was found, in one line. */
function summarise(
  { findings, notices, filesScanned, suppressedCount, baselinedCount, stale }: ScanReport,
  paint: Paint,
): string {
  const parts = [
    findings.length === 0 ? paint.green("Nothing found") : paint.red(count(findings.length, "finding")),
    ...(notices.length === 0 ? [] : [count(notices.length, "notice")]),
    ...(suppressedCount === 0 ? [] : [`${String(suppressedCount)} suppressed`]),
    ...(baselinedCount === 0 ? [] : [`${String(baselinedCount)} in the baseline`]),
    ...(stale.length === 0 ? [] : [`${String(stale.length)} stale in the baseline: --update-baseline removes them`]),
  ];
  return `${parts.join(", ")}. ${count(filesScanned, "file")} scanned.`;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function renderFinding(finding: Finding, readLine: LineReader, paint: Paint): string {
  const { api, group, severity, message, related, chain } = finding;
  const word = severity === "error" ? paint.red("error") : paint.yellow("warning");
  const replacement = replacementFor(finding);
  return [
    `${paint.bold(placeOf(finding))} - ${word} ${paint.dim(`${group}:`)} ${harmless(api)}`,
    `  ${harmless(message)}`,
    ...frameOf(finding, readLine, paint),
    ...related.map((place) => `  ${paint.dim(`${placeOf(place)} ${harmless(place.message)}`)}`),
    ...renderChain(chain, paint),
    ...(replacement === null ? [] : [`  ${paint.cyan(`Use ${replacement}.`)}`]),
  ].join("\n");
}

function renderChain(chain: readonly RelatedPlace[], paint: Paint): readonly string[] {
  return chain.map(
    (place, index) => `  ${paint.dim(`${index === 0 ? "from" : "  to"} ${placeOf(place)} ${harmless(place.message)}`)}`,
  );
}

function renderNotice(notice: Notice, paint: Paint): string {
  return `${paint.bold(placeOf(notice))} - ${paint.blue("notice")} ${paint.dim(`${notice.kind}:`)} ${harmless(notice.message)}`;
}

function placeOf({ file, line, column }: Place): string {
  return `${harmless(file)}:${String(line)}:${String(column)}`;
}

/** As much of a line as is shown; minified code has one line. */
const shownWidth = 96;

function frameOf(place: Place, readLine: LineReader, paint: Paint): readonly string[] {
  const source = readLine(place.file, place.line);
  if (source === null || source.trim() === "") return [];
  const start = Math.max(0, Math.min(place.column - 1 - shownWidth / 2, source.length - shownWidth));
  const shown = source.slice(start, start + shownWidth);
  const margin = String(place.line);
  // Tabs stay tabs, so that the mark stands below what it marks.
  const indent = shown.slice(0, place.column - 1 - start).replaceAll(/[^\t]/g, " ");
  return [
    `  ${paint.dim(`${margin} |`)} ${harmless(shown)}`,
    `  ${paint.dim(`${" ".repeat(margin.length)} |`)} ${indent}${paint.red("^")}`,
  ];
}

/** Without what a terminal would obey: a file's name or text may hold anything. */
function harmless(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
