import { createSeededGenerator } from "../../src/core/random-streams.ts";

/** The outcome of a sign-flip test. */
export interface SignFlip {
  /** The share of flips, the unflipped values among them, whose largest statistic is at least that of the values. */
  readonly p: number;
  /** The column with the largest statistic. */
  readonly index: number;
}

// All patterns up to this many pairs; beyond it a sample of them, which gives p within 0.0003 where it is 0.002.
const pairsWithAllPatterns = 12;
const sampleSize = 20_000;

/**
 * Tests whether the values of any column are larger than zero, one value for each pair. Signs are flipped for all columns of a
 * pair together. The statistic of a column is its sum over the root of its sum of squares, which flips do not change; the
 * largest one counts, so that several columns raise no more false alarms than one.
 * https://en.wikipedia.org/wiki/Permutation_test
 *
 * The same values give the same p: the sample comes from a fixed seed.
 */
export function flipSigns(columns: readonly (readonly number[])[]): SignFlip {
  const pairs = columns[0]?.length ?? 0;
  const scaled = columns.map((column) => {
    const root = Math.sqrt(column.reduce((sum, value) => sum + value * value, 0));
    return column.map((value) => (root === 0 ? 0 : value / root));
  });
  const observed = scaled.map((column) => column.reduce((sum, value) => sum + value, 0));
  const highest = Math.max(...observed);
  const patterns = pairs <= pairsWithAllPatterns ? allPatterns(pairs) : sampledPatterns(pairs);
  let reached = 0;
  for (const pattern of patterns) {
    // Rounding must not tell a pattern from itself.
    if (largestSum(scaled, pattern) >= highest - 1e-9) reached += 1;
  }
  return { p: reached / patterns.length, index: observed.indexOf(highest) };
}

/** @param pattern One bit for each pair, set where its signs are flipped. */
function largestSum(columns: readonly (readonly number[])[], pattern: number): number {
  let largest = -Infinity;
  for (const column of columns) {
    let sum = 0;
    for (let pair = 0; pair < column.length; pair += 1) {
      const value = column[pair] ?? 0;
      sum += (pattern & (1 << pair)) === 0 ? value : -value;
    }
    if (sum > largest) largest = sum;
  }
  return largest;
}

function allPatterns(pairs: number): readonly number[] {
  return Array.from({ length: 2 ** pairs }, (_, pattern) => pattern);
}

/** The first one flips nothing. */
function sampledPatterns(pairs: number): readonly number[] {
  const random = createSeededGenerator(0, "sign-flip");
  return Array.from({ length: sampleSize }, (_, index) => (index === 0 ? 0 : Math.floor(random() * 2 ** pairs)));
}
