import type { ReportFile } from "../../src/formats/report-file.ts";
import { metricDefinitions, type MetricId } from "../../src/formats/metrics.ts";
import { formatFigure } from "../../src/formats/format-figures.ts";
import type { ListOptions } from "./list.ts";
import { margin, paintOfStatus } from "./list-style.ts";
import { badgeText, renderVerdict } from "./list-verdict.ts";
import { createPaint, type Paint } from "./terminal-text.ts";
import { type Cell, layOutTable, plainText, type TableColumn, left, right } from "./text-layout.ts";

/** Outcome of one of several games. */
export type GameEnd =
  | { readonly state: "ran"; readonly game: string; readonly exitCode: number; readonly file: ReportFile }
  | {
      readonly state: "failed";
      readonly game: string;
      readonly exitCode: number;
      readonly code: string;
      readonly message: string;
    }
  /** The command was interrupted before or while it ran. */
  | { readonly state: "not-run"; readonly game: string };

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

const columnsOfTable: readonly TableColumn[] = [
  left(0),
  left(0),
  left(2),
  right(0),
  right(1),
  right(1),
  right(3),
  left(0),
];

/** Table of several games: a row for each, and how many passed. */
export function renderGames(games: readonly GameEnd[], { colour, columns }: ListOptions): string {
  const paint = createPaint(colour);
  const heads = ["", "game", "name", "frame CPU p95", "draw calls", "triangles", "canvas operations", ""];
  const rows = [heads.map((text) => ({ text, paint: paint.dim })), ...games.map((one) => rowOf(one, paint))];
  const passed = games.filter(
    (one) => one.state === "ran" && one.exitCode === 0 && one.file.verdict.status !== "fail",
  ).length;
  const sentence = `${String(passed)} of ${String(games.length)} games passed`;
  const all = passed === games.length ? paint.green(sentence) : paint.red(sentence);
  const table = layOutTable(columnsOfTable, rows, columns - margin.length).map((line) => `${margin}${line}`);
  return `\n${table.join("\n")}\n\n${margin}${paint.bold(all)}\n`;
}

function rowOf(one: GameEnd, paint: Paint): readonly Cell[] {
  const game = { text: plainText(one.game), paint: String };
  switch (one.state) {
    case "not-run":
      return [{ text: "NOT RUN", paint: paint.yellow }, game];
    case "failed":
      return [{ text: "ERROR", paint: paint.red }, game, ...blanks, { text: one.code, paint: paint.red }];
    case "ran": {
      const { report, verdict } = one.file;
      const figures = shownMetrics.map((metric) => {
        const { value } = report.metrics[metric];
        return { text: value === null ? "-" : formatFigure(value, metricDefinitions[metric].unit), paint: String };
      });
      const badge = { text: badgeText(verdict), paint: paintOfStatus(verdict.status, paint) };
      return [
        badge,
        game,
        { text: plainText(report.game.name), paint: paint.dim },
        ...figures,
        reasonOf(one.file, paint),
      ];
    }
  }
}

/** Cells of a game that was not measured: its name and its figures. */
const blanks: readonly Cell[] = Array.from({ length: 1 + shownMetrics.length }, () => ({ text: "", paint: String }));

/** Empty for a game that passes. */
function reasonOf({ verdict }: ReportFile, paint: Paint): Cell {
  const { cause, lines, status } = verdict;
  const missed = lines.filter((line) => line.status !== "pass").map(({ metric }) => metric);
  const text = cause === "game" ? "the game failed" : cause === "nondeterminism" ? cause : missed.join(", ");
  return { text, paint: paintOfStatus(status, paint) };
}
