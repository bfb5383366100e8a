import { blankAt, replaceRanges } from "../text/replace-ranges.ts";
import type { StrippedSource, TextRange } from "../text/strip.ts";

/**
 * Returns a text of the same length in which every block and statement without any of the offsets is blank. Nothing
 * moves, so the remaining code keeps its places and the names around it.
 */
export type MakeSkeleton = (kept: readonly number[]) => string;

/** Creates the skeletons of one source. Offsets must be in rising order. */
export function createSkeletonMaker(source: string, { blocks, statements }: StrippedSource): MakeSkeleton {
  const bodies = bodiesOfWith(source, blocks);
  // Numbers, because the maker lives as long as the scan, and objects would take ten times as much memory.
  const starts = new Uint32Array(blocks.length + statements.length);
  const ends = new Uint32Array(starts.length);
  let count = 0;
  const add = (start: number, end: number): void => {
    if (bodies.some((body) => body.start < start && end < body.end)) return;
    starts[count] = start;
    ends[count] = end;
    count++;
  };
  let next = 0;
  // Only the inside is blanked, so a block remains.
  const addBlocksBefore = (limit: number): void => {
    for (let block = blocks[next]; block !== undefined && block.end - 1 < limit; block = blocks[++next])
      if (source.charAt(block.start) !== "[" || block.end - block.start > shortList)
        add(block.start + 1, block.end - 1);
  };
  // Both lists are sorted by their ends, and a statement that ends with a block is in it.
  for (const { start, end } of statements) {
    addBlocksBefore(end);
    if (!isBound(source, start)) add(start, end);
  }
  addBlocksBefore(Infinity);
  const [allStarts, allEnds] = [starts.subarray(0, count), ends.subarray(0, count)];
  return (kept) => replaceRanges(source, outermostWithout(kept, allStarts, allEnds).map(blankAt).reverse());
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
function bodiesOfWith(source: string, blocks: readonly TextRange[]): readonly TextRange[] {
  const starts = new Set(Array.from(source.matchAll(headOfWith), ({ index, 0: head }) => index + head.length));
  return starts.size === 0 ? [] : blocks.filter(({ start }) => starts.has(start));
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
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (end > before) continue;
    while (next >= 0 && (offsets[next] ?? 0) >= end) next--;
    if (next >= 0 && (offsets[next] ?? 0) >= start) continue;
    found.push({ start, end });
    before = start;
  }
  return found;
}
