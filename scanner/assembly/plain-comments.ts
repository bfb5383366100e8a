import { firstByte, firstOf, isBlank, isLineEnd, lineStart, places } from "./characters";

/**
 * Tells comments without reading all that goes before them: those that begin on a line of which it is plain that no string,
 * template, regular expression or tag began before.
 */

let first: usize = 0;
let end: usize = 0;
/** Up to here there is no backtick but in comments, and whether there is one then. */
let plainEnd: usize = 0;
let hasTemplates: bool = false;
/** Whether tags may hold text: not before it has been looked for their ends. */
let hasTags: bool = false;
let isLookedForTags: bool = false;
/** Up to here no tag can have begun. */
let tagless: usize = 0;

/** Begins with the script between two places. */
export function beginPlainScript(from: usize, to: usize, mayHaveTags: bool): void {
  first = plainEnd = tagless = from;
  end = to;
  hasTemplates = false;
  hasTags = mayHaveTags;
  isLookedForTags = !mayHaveTags;
}

/** Whether a place is in a comment for certain. Where it is not, it may still be in one. */
export function isPlainlyInComment(place: usize): bool {
  return (isInLineComment(place) || isInBlock(place)) && !mayBeBetweenTags(place);
}

/** Where the comment opened that ends directly before a place; 0 where that is not plain. */
export function plainOpener(place: usize): usize {
  const opener = openerOfBlock(place - 2);
  if (opener === 0 || mayBeBetweenTags(opener)) return 0;
  // It may stand in another comment, unless one has been closed before.
  const before = lastBlockMark(opener);
  const isAlone = before === 0 ? opener - first < reach - 32 : load<u16>(before) === 0x2f2a;
  return isAlone ? opener : 0;
}

/** Nothing is looked for further back than this, so that many words in one comment do not take the square of its length. */
const reach: usize = 4096;

/** Whether nothing that begins in a line goes before two slashes, behind which a place lies. */
function isInLineComment(place: usize): bool {
  const start = lineStart(first, place, reach);
  if (start === 0) return false;
  const opener = firstOf(start, place, 0x22, 0x27, 0x60, 0x2f);
  if (opener >= place || load<u16>(opener) !== 0x2f2f) return false;
  return !isBlockClosed(opener - 1, place) && isPlainLine(start);
}

/** Whether a comment ends between two places, if one was open. */
function isBlockClosed(from: usize, place: usize): bool {
  for (let index = from; index < place; index++) if (load<u16>(index) === 0x2f2a) return true;
  return false;
}

/** Whether the comment that opened last before a place did so on a line of its own, and none has been closed since. */
function isInBlock(place: usize): bool {
  return openerOfBlock(place) !== 0;
}

/** Where that comment opened; 0 where that is not plain. */
function openerOfBlock(place: usize): usize {
  const opener = lastBlockMark(place);
  if (opener === 0 || load<u16>(opener) !== 0x2a2f || load<u8>(opener - 1) === 0x2a || load<u8>(opener + 2) === 0x2f)
    return 0;
  let start = opener;
  while (isBlank(load<u8>(start - 1)) && !isLineEnd(start - 1)) start--;
  return isPlainLine(start) ? opener : 0;
}

/** Where the last of the marks is that open and close comments, both of whose letters are before a place; 0 where none is near. */
function lastBlockMark(place: usize): usize {
  for (let block = place - 17; block > place - reach; block -= 16) {
    const bytes = v128.load(block);
    const next = v128.load(block, 1);
    const opens = v128.and(places(bytes, 0x2f), places(next, 0x2a));
    const closes = v128.and(places(bytes, 0x2a), places(next, 0x2f));
    const found = <u32>i8x16.bitmask(v128.or(opens, closes));
    if (found !== 0) {
      const mark = block + 31 - <usize>clz(found);
      return mark < first ? 0 : mark;
    }
    if (block <= first) break;
  }
  return 0;
}

/** Whether a line begins here in which nothing goes on but a comment: no string and no template. */
function isPlainLine(start: usize): bool {
  if (start > first) {
    const before: u32 = load<u8>(start - 1);
    // In strings, separators of lines stand for themselves.
    if (before !== 0x0a && before !== 0x0d) return false;
    const last = before === 0x0a && load<u8>(start - 2) === 0x0d ? start - 3 : start - 2;
    if (load<u8>(last) === 0x5c) return false;
  }
  while (!hasTemplates && plainEnd < start) {
    plainEnd = firstByte(plainEnd, start, 0x60);
    if (plainEnd >= start) break;
    if (isInLineComment(plainEnd) || isInBlock(plainEnd)) plainEnd++;
    else hasTemplates = true;
  }
  return plainEnd >= start;
}

/** Whether an element may have begun before a place, and ends anywhere: its text goes on over lines. */
function mayBeBetweenTags(place: usize): bool {
  if (tagless < place) tagless = firstByte(tagless, place, 0x3c);
  if (tagless >= place) return false;
  if (!isLookedForTags) {
    hasTags = hasTagEnds();
    isLookedForTags = true;
  }
  return hasTags;
}

/** `</`, with anything that may be white space between its letters. */
function hasTagEnds(): bool {
  for (let block = first; block < end; block += 16) {
    const next = v128.load(block, 1);
    // Bytes outside of ASCII are negative.
    const mayEnd = v128.or(places(next, 0x2f), i8x16.le_s(next, i8x16.splat(0x20)));
    for (
      let bits = <u32>i8x16.bitmask(v128.and(places(v128.load(block), 0x3c), mayEnd));
      bits !== 0;
      bits &= bits - 1
    ) {
      let place = block + <usize>ctz(bits) + 1;
      while (isBlank(load<u8>(place))) place++;
      if (load<u8>(place) === 0x2f || load<u8>(place) >= 0x80) return true;
    }
  }
  return false;
}
