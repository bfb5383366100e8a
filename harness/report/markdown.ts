import { comparedLabels } from "../../src/formats/baseline.ts";
import { metricDefinitions } from "../../src/formats/metrics.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { VerdictLine } from "../../src/formats/verdict.ts";
import {
  formatCount,
  formatFigure,
  formatHeadroom,
  formatInterval,
  formatPart,
  formatShare,
} from "../../src/formats/format-figures.ts";
import { adviseOn } from "./advice.ts";
import {
  causesInOrder,
  describeAllocated,
  drawerTable,
  type FunctionRow,
  functionBytesRows,
  functionRows,
  functionTimeRows,
} from "./list-baseline.ts";
import type { GameEnd } from "./game-end.ts";
import { flameCommand } from "./flame-command.ts";
import { badgeText, summariseVerdict } from "./list-verdict.ts";
import { nameOf } from "./list-work.ts";
import { differingColumns, formatGrowth } from "./most-grown.ts";
import { nameGames } from "./name-games.ts";
import { reproduceCommand } from "./reproduce-command.ts";
import { plainText } from "./text-layout.ts";

/** Lets a bot find its own comment again. */
const marker = "<!-- framegate -->";

// A comment is read at a glance. The report has all.
const shownColumns = 8;
const shownInProfile = 3;

/** Markdown for a pull request comment or a job summary: for each game its verdict, budget and comparison. */
export function renderMarkdown(ends: readonly GameEnd[]): string {
  const names = nameGames(ends).map(escapeMarkdown);
  return `${[marker, ...ends.map((end, index) => renderEnd(end, names[index] ?? ""))].join("\n\n")}\n`;
}

function renderEnd(end: GameEnd, name: string): string {
  switch (end.state) {
    case "ran":
      return renderRun(end.file, name);
    case "failed":
      return `### ❌ ${name}: ${escapeMarkdown(end.code)}\n\n${escapeMarkdown(end.message)}`;
    case "not-run":
      return `### ⚪ ${name}: not run`;
  }
}

const marks = { pass: "✅", fail: "❌", inconclusive: "⚠️" } as const;

function renderRun(file: ReportFile, name: string): string {
  const { report, verdict } = file;
  const badge = badgeText(verdict, report.baseline !== null);
  const title = `### ${marks[verdict.status]} ${name}: ${badge.toLowerCase()}`;
  const blocks = [
    title,
    escapeMarkdown(summariseVerdict(report, verdict)),
    renderBudget(report, verdict.lines),
    renderColumns(report.baseline),
    ...renderCauses(report.baseline),
    renderProfile(report.profile),
    adviseOn(report)
      .map((sentence) => `- ${escapeMarkdown(sentence)}`)
      .join("\n"),
    renderAgain(file),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function renderBudget({ metrics }: RunReport, lines: readonly VerdictLine[]): string {
  if (lines.length === 0) return "";
  const rows = lines.map(({ metric, value, budget, status }) => {
    const { label, unit } = metricDefinitions[metric];
    const now = value === null ? "not measured" : formatFigure(value, unit);
    const headroom = value === null ? "" : formatHeadroom(value, budget);
    return [marks[status], label, now, formatInterval(metrics[metric]), formatFigure(budget, unit), headroom];
  });
  return table(["", "metric", "now", "95 % interval", "budget", "headroom"], rows, [2, 3, 4, 5]);
}

/** Sums of the differing columns over all measured frames. */
function renderColumns(baseline: RunReport["baseline"]): string {
  const differing = baseline === null ? [] : differingColumns(baseline);
  if (baseline === null || differing.length === 0) return "";
  const rows = differing
    .slice(0, shownColumns)
    .map((column) => [
      comparedLabels[column.count],
      formatCount(column.baseline),
      formatCount(column.current),
      column.baseline === 0 ? "new" : formatShare(column.current / column.baseline - 1),
      formatGrowth(column),
      String(column.firstDifference),
    ]);
  const name = escapeMarkdown(baseline.source.name);
  const head = ["all frames", name, "now", "change", "at its most", "differs from frame"];
  return table(head, rows, [1, 2, 3, 4, 5]);
}

function renderCauses(baseline: RunReport["baseline"]): readonly string[] {
  if (baseline === null) return [];
  return [
    ...causesInOrder(baseline, renderDrawers(baseline.draws), renderRows("executed code", functionRows(baseline))),
    escapeMarkdown(describeAllocated(baseline)),
    renderRows("allocated in a frame", functionBytesRows(baseline)),
    renderRows("time of a frame", functionTimeRows(baseline)),
  ];
}

function renderDrawers(draws: NonNullable<RunReport["baseline"]>["draws"]): string {
  if (draws === null) return "";
  const { headings, rows } = drawerTable(draws);
  if (rows.length === 0) return "";
  const cells = rows.map((row) => row.map(escapeMarkdown));
  return table([...headings, `drawn in frame ${String(draws.frame)}`, "where"], cells, [...headings.keys()]);
}

function renderRows(what: string, functions: readonly FunctionRow[]): string {
  const rows = functions.map(({ change, part, name, position }) => [
    escapeMarkdown(name),
    escapeMarkdown(position),
    change,
    part,
  ]);
  return rows.length === 0 ? "" : table(["function", "where", what, "of all"], rows, [2, 3]);
}

/** Functions that took a frame's time. */
function renderProfile(profile: RunReport["profile"]): string {
  if (profile === null) return "";
  const rows = profile.functions
    .slice(0, shownInProfile)
    .map((each) => [
      escapeMarkdown(nameOf(each)),
      escapeMarkdown(each.position),
      formatPart(each.selfMs, profile.frameMs),
      formatPart(each.totalMs, profile.frameMs),
    ]);
  return rows.length === 0 ? "" : table(["function", "where", "its own time", "with calls"], rows, [2, 3]);
}

/** The commands that repeat the run and look at its frame. The fence is longer than any in them. */
function renderAgain(file: ReportFile): string {
  const flames = flameCommand(file);
  const commands = [reproduceCommand(file.report), ...(flames === null ? [] : [flames.command])].join("\n");
  const ticks = Math.max(2, ...[...commands.matchAll(/`+/gu)].map(([run]) => run.length)) + 1;
  const fence = "`".repeat(ticks);
  return `<details><summary>Run it again</summary>\n\n${fence}sh\n${commands}\n${fence}\n\n</details>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[], numbers: readonly number[]): string {
  const rule = head.map((_, index) => (numbers.includes(index) ? "--:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A text on one line, in which nothing is markup, a mention or an issue link. */
export function escapeMarkdown(text: string): string {
  const escaped = plainText(text)
    .replaceAll(/[\\`*_{}[\]()#+!|~-]/gu, String.raw`\$&`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  // An empty comment keeps a name from being a mention, and an address from being a link.
  return escaped.replaceAll("@", "@<!-- -->").replaceAll("://", ":<!-- -->//");
}
