/** The median of a column; zero if it is empty. */
export function medianOf(column: readonly number[]): number {
  const sorted = Float64Array.from(column).sort();
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + high) / 2 : high;
}
