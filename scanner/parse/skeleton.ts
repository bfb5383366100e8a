import type { StrippedSource, TextRange } from "../text/strip.ts";

/**
 * Gives a text of the same length in which every block and every statement is blank that holds none of some offsets, which
 * come in rising order. Nothing moves, so the code that is left has the places and the names around it that it had.
 */
export type MakeSkeleton = (kept: readonly number[]) => string;

export function createSkeletonMaker(source: string, { blocks, statements }: StrippedSource): MakeSkeleton {
  const removable = blocks.filter(({ start, end }) => source.charAt(start) !== "[" || end - start > shortList);
  // Without their braces, blocks stay blocks.
  const insides = removable.map(({ start, end }) => ({ start: start + 1, end: end - 1 }));
  const ranges = [...insides, ...statements.filter(({ start }) => !beginsClause(source, start))];
  ranges.sort((a, b) => a.end - b.end || b.start - a.start);
  return (kept) => blanked(source, outermostWithout(kept, ranges));
}

/** Longer lists are data. In a shorter one a name may stand that is taken out of it on the spot. */
const shortList = 200;

/** Whether a statement has a `case` in front, without which the next one would be in no clause. */
function beginsClause(source: string, start: number): boolean {
  clause.lastIndex = start;
  return clause.test(source);
}

/** A comment can end in one way only: there is nothing to try again. */
const clause = /(?:\s|\/\/.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:case|default)\b/y;

/** The outermost ranges that none of the offsets is in, last one first. Both are in rising order, of their ends. */
function outermostWithout(offsets: readonly number[], ranges: readonly TextRange[]): readonly TextRange[] {
  const found: TextRange[] = [];
  let next = offsets.length - 1;
  let start = Infinity;
  for (let index = ranges.length - 1; index >= 0; index--) {
    const range = ranges[index];
    if (range === undefined || range.end > start) continue;
    while (next >= 0 && (offsets[next] ?? 0) >= range.end) next--;
    if (next >= 0 && (offsets[next] ?? 0) >= range.start) continue;
    found.push(range);
    start = range.start;
  }
  return found;
}

function blanked(source: string, ranges: readonly TextRange[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of ranges.toReversed()) {
    pieces.push(source.slice(copied, start), " ".repeat(end - start));
    copied = end;
  }
  return [...pieces, source.slice(copied)].join("");
}
