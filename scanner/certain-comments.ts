import type { FramedBytes } from "./read-sources.ts";

/** Whether a byte of a text is in a comment for sure. */
export type CommentFinder = (index: number) => boolean;

/**
 * Tells most of the places that are in comments without reading all that goes before them. A comment at the beginning of a
 * line is one wherever a line can be code. A line that cannot be is part of a comment, where this makes no difference, of
 * a template, of JSX, or of a string that goes on behind a backslash: what there might be any of, nothing is said about.
 */
export function createCommentFinder(source: FramedBytes): CommentFinder {
  const { memory, start, end } = source;
  const text = memory.subarray(start, end);
  const template = text.indexOf("`");
  const mayHaveTags = text.includes("</") || text.includes("/>");
  const isCode = (index: number): boolean => !mayHaveTags && (template < 0 || template > index - start);
  return (index) => {
    const opener = lineComment(source, index) ?? blockComment(source, index);
    return opener !== null && isCode(opener) && beginsLine(source, opener);
  };
}

const slash = 0x2f;
const star = 0x2a;

/** How far back it is worth looking for the beginning of a comment, in bytes. */
const reach = 10_000;

/** Where the comment begins that begins the line of a place; null where the line begins otherwise, or one may end in it. */
function lineComment({ memory, start }: FramedBytes, index: number): number | null {
  let opener = -1;
  for (let at = index - 1; at >= Math.max(start, index - reach); at--) {
    if (isLineBreak(memory, at)) break;
    if (memory[at] === slash && memory[at - 1] === star) return null;
    if (!isBlank(memory[at])) opener = at;
  }
  return memory[opener] === slash && memory[opener + 1] === slash ? opener : null;
}

/** Where the comment of several lines begins that is not over at a place, if one is not. */
function blockComment({ memory, start }: FramedBytes, index: number): number | null {
  for (let at = index - 2; at >= Math.max(start, index - reach); at--) {
    if (memory[at] === slash && memory[at + 1] === star) return at;
    if (memory[at] === star && memory[at + 1] === slash) return null;
  }
  return null;
}

/** Whether nothing but white space goes before a place in its line, and the line before does not go on in it. */
function beginsLine({ memory, start }: FramedBytes, index: number): boolean {
  let before = index - 1;
  while (before >= start && isBlank(memory[before])) before--;
  if (before < start) return true;
  if (!isLineBreak(memory, before)) return false;
  while (isLineBreak(memory, before)) before--;
  return memory[before] !== 0x5c;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

/** Of the separators of lines and paragraphs, U+2028 and U+2029, this is the last byte; other characters may end in it, too. */
function isLineBreak(memory: Buffer, index: number): boolean {
  const byte = memory[index];
  return byte === 0x0a || byte === 0x0d || ((byte === 0xa8 || byte === 0xa9) && memory[index - 1] === 0x80);
}
