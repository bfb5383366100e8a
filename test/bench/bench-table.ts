/** One figure of a benchmark. */
export interface BenchRow {
  readonly group: string;
  readonly name: string;
  readonly value: number;
  readonly unit: "us" | "ms" | "ratio" | "bytes";
  /** The project's own upper limit; null for a figure that only explains another one. */
  readonly goal: number | null;
}

/** Prints rows as a table, or as JSON with `--json` among `args`. No figure makes it fail. */
export function printRows(rows: readonly BenchRow[], args: readonly string[]): void {
  process.stdout.write(args.includes("--json") ? toJson(rows) : toTable(rows));
}

function toJson(rows: readonly BenchRow[]): string {
  return `${JSON.stringify({ rows: rows.map((row) => ({ ...row, isMet: isMet(row) })) }, null, 2)}\n`;
}

function toTable(rows: readonly BenchRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map((row, index) => {
    const heading = row.group === rows[index - 1]?.group ? "" : `\n${row.group}\n`;
    return `${heading}  ${row.name.padEnd(width)}  ${formatValue(row).padStart(12)}${formatGoal(row)}\n`;
  });
  return `${lines.join("")}\n`;
}

function formatValue({ value, unit }: Pick<BenchRow, "value" | "unit">): string {
  if (unit === "ratio") return `${value.toFixed(2)} x`;
  if (unit === "bytes") return `${value.toFixed(0)} B`;
  return unit === "us" ? `${value.toFixed(2)} us` : `${value.toFixed(0)} ms`;
}

function formatGoal(row: BenchRow): string {
  if (row.goal === null) return "";
  return `  goal <= ${formatValue({ value: row.goal, unit: row.unit })}  ${isMet(row) === true ? "met" : "NOT MET"}`;
}

function isMet({ value, goal }: BenchRow): boolean | null {
  return goal === null ? null : value <= goal;
}

/** The 10th percentile: close to the true cost even if other programs disturbed most measurements. */
export function lowestTenth(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 10)] ?? Number.NaN;
}

/** The median; for an even count, the lower of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
