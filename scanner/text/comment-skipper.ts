import { lastUpTo } from "./place-finder.ts";

const blanks = /\s*/y;

/** The offset behind the white space at an offset. */
export function behindBlanks(text: string, index: number): number {
  blanks.lastIndex = index;
  blanks.test(text);
  return blanks.lastIndex;
}

/** Makes a function that gives the offset behind a comment and the white space after it; the offset itself if no comment begins there. */
export function createCommentSkipper(text: string): (index: number) => number {
  // All ends, found once: many comments may seem to begin in one that ends late or never.
  let ends: readonly number[] | null = null;
  return (index) => {
    if (!text.startsWith("/*", index)) return index;
    ends ??= [-1, ...Array.from(text.matchAll(/\*\//g), (match) => match.index)];
    const end = ends[lastUpTo(ends, index + 1) + 1];
    return end === undefined ? index : behindBlanks(text, end + 2);
  };
}
