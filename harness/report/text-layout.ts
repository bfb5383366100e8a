import { cutText } from "./terminal-text.ts";

/** Longer than anyone reads in a list. The report has everything that was kept. */
const plainLengthMax = 2_000;

/**
 * The text on one line without control characters: a game's name or an error message must not move the cursor, change
 * colours, or reverse the reading direction.
 */
export function plainText(text: string): string {
  return cutText(text, plainLengthMax)
    .replaceAll(/\u001B\[[0-?]*[ -/]*[@-~]/g, "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** Wraps a text at spaces into lines of at most `width` characters. A longer word gets its own line. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** Wraps text behind `first`, with a hanging indent. */
export function wrapBehind(first: string, text: string, width: number): readonly string[] {
  const indent = " ".repeat(first.length);
  return wrapText(text, width - first.length).map((line, index) => `${index === 0 ? first : indent}${line}`);
}

export interface Cell {
  readonly text: string;
  /** Applied after padding, so that colours never shift a column. */
  readonly paint: (text: string) => string;
}

export interface TableColumn {
  readonly align: "left" | "right";
  /** Order in which columns are dropped on a narrow terminal, highest number first. 0 always stays. */
  readonly dispensable: number;
}

/** A left-aligned column. */
export function left(dispensable: number): TableColumn {
  return { align: "left", dispensable };
}

/** A right-aligned column, for figures. */
export function right(dispensable: number): TableColumn {
  return { align: "right", dispensable };
}

/** Aligns rows of cells. Drops empty columns, and more if needed to keep lines within `width`. */
export function layOutTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  width: number,
): readonly string[] {
  const sized = columns
    .map((column, index) => ({ ...column, index, width: Math.max(0, ...rows.map((row) => textAt(row, index).length)) }))
    .filter((column) => column.width > 0);
  const kept = dropUntilFits(sized, width);
  return rows.map((row) =>
    kept
      .map((column) => padCell(row[column.index], column))
      .join(columnGap)
      .trimEnd(),
  );
}

const columnGap = "  ";

interface SizedColumn extends TableColumn {
  readonly index: number;
  readonly width: number;
}

function dropUntilFits(columns: readonly SizedColumn[], width: number): readonly SizedColumn[] {
  const needed = columns.reduce((sum, column) => sum + column.width + columnGap.length, -columnGap.length);
  const most = Math.max(0, ...columns.map((column) => column.dispensable));
  if (needed <= width || most === 0) return columns;
  return dropUntilFits(
    columns.filter((column) => column.dispensable < most),
    width,
  );
}

function textAt(row: readonly Cell[], index: number): string {
  return row[index]?.text ?? "";
}

function padCell(cell: Cell | undefined, column: SizedColumn): string {
  if (cell === undefined) return " ".repeat(column.width);
  const padding = " ".repeat(column.width - cell.text.length);
  const painted = cell.text === "" ? "" : cell.paint(cell.text);
  return column.align === "left" ? `${painted}${padding}` : `${padding}${painted}`;
}
