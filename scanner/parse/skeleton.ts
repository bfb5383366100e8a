import { blankAt, replaceRanges } from "../text/replace-ranges.ts";
import type { StrippedSource, TextRange } from "../text/strip.ts";

/**
 * Returns a text of the same length in which every block and statement without any of the offsets is blank. Nothing
 * moves, so the remaining code keeps its places and the names around it.
 */
export type MakeSkeleton = (kept: readonly number[]) => string;

/** Creates the skeletons of one source. Offsets must be in rising order. */
export function createSkeletonMaker(source: string, { blocks, statements }: StrippedSource): MakeSkeleton {
  const removable = blocks.filter(({ start, end }) => source.charAt(start) !== "[" || end - start > shortList);
  // Only the inside is blanked, so a block remains.
  const insides = removable.map(({ start, end }) => ({ start: start + 1, end: end - 1 }));
  const whole = statements.filter(({ start }) => !isBound(source, start));
  const ranges = [...insides, ...whole]
    .filter(outsideWith(source, blocks))
    .sort((a, b) => a.end - b.end || b.start - a.start);
  // Numbers, because the maker lives as long as the scan, and objects would take ten times as much memory.
  const starts = Uint32Array.from(ranges, ({ start }) => start);
  const ends = Uint32Array.from(ranges, ({ end }) => end);
  return (kept) => replaceRanges(source, outermostWithout(kept, starts, ends).map(blankAt).reverse());
}

/** True for a statement that goes only with the block around it, after blanks and comments. */
function isBound(source: string, start: number): boolean {
  // Most statements start with another letter.
  if (/[abe-z]/.test(source.charAt(start))) return false;
  boundStatement.lastIndex = start;
  return boundStatement.test(source);
}

/** Without its first `case`, a `switch` would not parse, and without its directive, a function has another `this`. */
const boundStatement =
  /(?:\s|\/\/.*(?:[\n\r\u2028\u2029]|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:case\b|default\s*:|"use strict"|'use strict')/y;

/** In the body of `with`, any name may be a property of a banned object. */
function outsideWith(source: string, blocks: readonly TextRange[]): (range: TextRange) => boolean {
  const starts = new Set(Array.from(source.matchAll(headOfWith), ({ index, 0: head }) => index + head.length));
  const bodies = blocks.filter(({ start }) => starts.has(start));
  return ({ start, end }) => !bodies.some((body) => body.start < start && end < body.end);
}

const headOfWith = /\bwith\s*\([^{};]*\)\s*(?=\{)/g;

/** Longer lists are data. A shorter one may be destructured on the spot. */
const shortList = 200;

/**
 * The outermost ranges without any of the offsets, last one first.
 * @param starts The starts of the ranges, which are sorted by their ends, inner ones first.
 */
function outermostWithout(offsets: readonly number[], starts: Uint32Array, ends: Uint32Array): readonly TextRange[] {
  const found: TextRange[] = [];
  let next = offsets.length - 1;
  let before = Infinity;
  for (let index = ends.length - 1; index >= 0; index--) {
    const [start = 0, end = 0] = [starts[index], ends[index]];
    if (end > before) continue;
    while (next >= 0 && (offsets[next] ?? 0) >= end) next--;
    if (next >= 0 && (offsets[next] ?? 0) >= start) continue;
    found.push({ start, end });
    before = start;
  }
  return found;
}
