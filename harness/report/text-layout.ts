/**
 * The text on one line and without anything that a terminal would obey: a game's name or error message must not be able
 * to move the cursor, change colours, or reverse the reading direction.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/\u001B\[[0-?]*[ -/]*[@-~]/g, "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}

/** Breaks a text at spaces into lines of at most `width` characters; a word that is longer stands on a line of its own. */
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

/** Wrapped text in which `first` opens the first line and the others are indented as far. */
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
  /** Left out first, highest number first, where the terminal is too narrow; 0 always stays. */
  readonly dispensable: number;
}

/** Aligns rows of cells. A column without any text is left out; no line is wider than `width` if leaving out can help. */
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
