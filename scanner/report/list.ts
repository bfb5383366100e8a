import { createColors } from "picocolors";
import { adviceFor, packageOf } from "../findings/advice.ts";
import type { Finding, Notice } from "../findings/finding.ts";
import { groupBy } from "./group-by.ts";
import { count, harmless, type ListContext, type ListOptions, mostShown, wrap } from "./list-text.ts";
import { renderFile } from "./list-file.ts";
import { renderForeign, renderNotices, renderPackages, renderRepeated, renderRest } from "./list-sums.ts";
import type { ScanReport } from "./scan-report.ts";

/**
 * The report for a terminal: findings by file with their lines of code, then what is only counted, then each explanation
 * once, and a sum at the end, where people look first.
 */
export function renderList(report: ScanReport, options: ListOptions): string {
  const context: ListContext = { ...options, paint: createColors(options.colour) };
  const { own, foreign, packaged, repeated } = sortFindings(report.findings, options);
  const notices = sortNotices(report.notices, options);
  const shown = options.all ? own : own.slice(0, mostShown);
  const sections = [
    ...Array.from(groupBy(shown, ({ file }) => file).values(), (ofFile) => renderFile(ofFile, context)),
    renderRest(own.slice(shown.length), context),
    renderRepeated(repeated, context),
    renderForeign(foreign, notices.foreign, context),
    renderPackages(packaged, report.hasContext, context),
    renderNotices(notices.own, context),
    renderStale(report, context),
    renderAdvice(own, report.hasContext, context),
    summarise(report, context),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

interface SortedFindings {
  readonly own: readonly Finding[];
  /** Findings about the scan that are the same in many files. */
  readonly repeated: readonly Finding[];
  /** In files of other people, or of tools, among the game's sources. */
  readonly foreign: readonly Finding[];
  readonly packaged: readonly Finding[];
}

function sortFindings(findings: readonly Finding[], { all, foreignKindOf }: ListOptions): SortedFindings {
  const byMessage = groupBy(findings, ({ message }) => message);
  const isRepeated = ({ group, message }: Finding): boolean =>
    group === "scan" && (byMessage.get(message)?.length ?? 0) > mostAlike;
  const single = findings.filter((finding) => !isRepeated(finding));
  const isPackaged = ({ file }: Finding): boolean => !all && packageOf(file) !== null;
  const isForeign = (finding: Finding): boolean => !all && !isPackaged(finding) && foreignKindOf(finding.file) !== null;
  return {
    own: single.filter((finding) => !isPackaged(finding) && !isForeign(finding)),
    repeated: findings.filter(isRepeated),
    foreign: single.filter(isForeign),
    packaged: single.filter(isPackaged),
  };
}

interface SortedNotices {
  readonly own: readonly Notice[];
  readonly foreign: readonly Notice[];
}

function sortNotices(notices: readonly Notice[], { all, foreignKindOf }: ListOptions): SortedNotices {
  const isForeign = ({ file }: Notice): boolean => !all && foreignKindOf(file) !== null;
  return { own: notices.filter((notice) => !isForeign(notice)), foreign: notices.filter(isForeign) };
}

/** A reader sees two lines of code as two places, and more as one kind of file. */
const mostAlike = 2;

function renderStale({ stale }: ScanReport, { paint }: ListContext): string {
  return stale
    .map(({ file, api, symbol }) => {
      const where = symbol === "" ? "" : ` in ${symbol}`;
      return `${paint.yellow("stale")} ${harmless(`${file}: the baseline lists ${api}${where}, which is no longer found.`)}`;
    })
    .join("\n");
}

/** Each explanation once, with what to do. What a finding says about the scan itself stands beside the finding. */
function renderAdvice(findings: readonly Finding[], hasContext: boolean, { paint, columns }: ListContext): string {
  const explained = findings.filter(({ group }) => group !== "scan");
  const byText = groupBy(explained, (finding) => `${reasonIn(finding)} ${adviceFor(finding, hasContext) ?? ""}`);
  return Array.from(byText, ([text, same]) => {
    const apis = [...new Set(same.map(({ api }) => api))].join(", ");
    return wrap(harmless(`${apis}: ${text}`), columns)
      .map((line) => paint.cyan(line))
      .join("\n");
  }).join("\n");
}

/** A message without its first sentence, if that only says which function is banned. */
function reasonIn({ api, message }: Finding): string {
  return message.startsWith(`${api} is banned. `) ? message.slice(message.indexOf(". ") + 2) : message;
}

/** How much was found, in one line. */
function summarise(
  { findings, notices, filesScanned, suppressedCount, baselinedCount, stale }: ScanReport,
  { paint }: ListContext,
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
