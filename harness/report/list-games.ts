import type { ReportFile } from "../../src/formats/report-file.ts";
import { metricDefinitions, type MetricId } from "../../src/formats/metrics.ts";
import { formatFigure } from "../../src/formats/format-figures.ts";
import type { ListOptions } from "./list.ts";
import type { GameEnd } from "./game-end.ts";
import { margin, paintOfStatus } from "./list-style.ts";
import { badgeText, renderVerdict } from "./list-verdict.ts";
import { haveTitlesOfTheirOwn, titleOfEnd } from "./name-games.ts";
import { createPaint, type Paint } from "./terminal-text.ts";
import { type Cell, layOutTable, plainText, type TableColumn, left, right } from "./text-layout.ts";

/** The verdict of one game, without its figures. */
export function renderShortVerdict(file: ReportFile, { colour, columns }: ListOptions): string {
  return `${renderVerdict(file, { paint: createPaint(colour), columns }).join("\n")}\n`;
}

const shownMetrics = [
  "frameCpuMsP95",
  "maxDrawCalls",
  "maxTriangles",
  "maxCanvasOperations",
] as const satisfies readonly MetricId[];

/** In a narrow terminal the paths are the first to go, unless only they tell the games apart. */
function columnsOfTable(areTitlesUnique: boolean): readonly TableColumn[] {
  const names = areTitlesUnique ? [left(0), left(2)] : [left(2), left(0)];
  return [left(0), ...names, right(0), right(1), right(1), right(3), left(0)];
}

/** Table of several games: a row for each, and how many passed. */
export function renderGames(games: readonly GameEnd[], { colour, columns }: ListOptions): string {
  const paint = createPaint(colour);
  const heads = ["", "game", "path", "frame CPU p95", "draw calls", "triangles", "canvas operations", ""];
  const rows = [heads.map((text) => ({ text, paint: paint.dim })), ...games.map((one) => rowOf(one, paint))];
  const passed = games.filter(
    (one) => one.state === "ran" && one.exitCode === 0 && one.file.verdict.status !== "fail",
  ).length;
  const sentence = `${String(passed)} of ${String(games.length)} games passed`;
  const all = passed === games.length ? paint.green(sentence) : paint.red(sentence);
  const table = layOutTable(columnsOfTable(haveTitlesOfTheirOwn(games)), rows, columns - margin.length).map(
    (line) => `${margin}${line}`,
  );
  return `\n${table.join("\n")}\n\n${margin}${paint.bold(all)}\n`;
}

function rowOf(one: GameEnd, paint: Paint): readonly Cell[] {
  const names = [
    { text: plainText(titleOfEnd(one) ?? ""), paint: String },
    { text: plainText(one.game), paint: paint.dim },
  ];
  switch (one.state) {
    case "not-run":
      return [{ text: "NOT RUN", paint: paint.yellow }, ...names];
    case "failed":
      return [{ text: "ERROR", paint: paint.red }, ...names, ...blanks, { text: one.code, paint: paint.red }];
    case "ran": {
      const { report, verdict } = one.file;
      const figures = shownMetrics.map((metric) => {
        const { value } = report.metrics[metric];
        return { text: value === null ? "-" : formatFigure(value, metricDefinitions[metric].unit), paint: String };
      });
      const badge = { text: badgeText(verdict), paint: paintOfStatus(verdict.status, paint) };
      return [badge, ...names, ...figures, reasonOf(one.file, paint)];
    }
  }
}

/** Figures of a game that was not measured. */
const blanks: readonly Cell[] = shownMetrics.map(() => ({ text: "", paint: String }));

/** Empty for a game that passes. */
function reasonOf({ verdict }: ReportFile, paint: Paint): Cell {
  const { cause, lines, status } = verdict;
  const missed = lines.filter((line) => line.status !== "pass").map(({ metric }) => metric);
  const text = cause === "game" ? "the game failed" : cause === "nondeterminism" ? cause : missed.join(", ");
  return { text, paint: paintOfStatus(status, paint) };
}
