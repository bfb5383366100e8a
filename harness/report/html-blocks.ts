import type { ViewBlock, ViewCell, ViewTable } from "../../src/formats/report-view.ts";

/** A paragraph. */
export function textBlock(text: string): ViewBlock {
  return { kind: "text", text };
}

/** A table; a leading `>` in a label right-aligns its column. */
export function tableBlock(
  caption: string,
  labels: readonly string[],
  rows: ViewTable["rows"],
  isSortable = false,
): ViewBlock {
  const columns = labels.map((label) =>
    label.startsWith(">") ? ({ label: label.slice(1), align: "right" } as const) : ({ label, align: "left" } as const),
  );
  return { kind: "table", table: { caption, columns, rows, isSortable } };
}

/** A cell that is sorted by its text. */
export function cell(text: string): ViewCell {
  return { text, value: null };
}

/** A cell that is sorted by its value. */
export function figure(text: string, value: number): ViewCell {
  return { text, value };
}
