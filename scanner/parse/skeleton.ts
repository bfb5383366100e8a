import type { StrippedSource, TextRange } from "../text/strip.ts";

/**
 * Gives a text of the same length in which every block and every statement is blank that holds none of some offsets.
 * Nothing moves, so the code that is left has the places and the names around it that it had.
 */
export type MakeSkeleton = (kept: readonly number[]) => string;

/** Makes the skeletons of one source. The offsets have to come in rising order. */
export function createSkeletonMaker(source: string, { blocks, statements }: StrippedSource): MakeSkeleton {
  const removable = blocks.filter(({ start, end }) => source.charAt(start) !== "[" || end - start > shortList);
  // Without their braces, blocks stay blocks.
  const insides = removable.map(({ start, end }) => ({ start: start + 1, end: end - 1 }));
  const whole = statements.filter(({ start }) => !isCase(source, start));
  const ranges = [...insides, ...whole].sort((a, b) => a.end - b.end || b.start - a.start);
  return (kept) => blanked(source, outermostWithout(kept, ranges));
}

/** A `case` with its first statement, behind blanks and comments: without it, what follows in the `switch` would not parse. */
function isCase(source: string, start: number): boolean {
  caseLabel.lastIndex = start;
  return caseLabel.test(source);
}

const caseLabel = /(?:\s|\/\/.*(?:[\n\r\u2028\u2029]|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:case\b|default\s*:)/y;

/** Longer lists are data. In a shorter one a name may stand that is taken out of it on the spot. */
const shortList = 200;

/**
 * The outermost ranges that none of the offsets is in, last one first.
 * @param ranges In the order of their ends, inner ones first.
 */
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
