import type { TextRange } from "./strip.ts";

/** A range of a text, and what it becomes. */
export interface Edit extends TextRange {
  readonly put: string;
}

/** The edit that replaces a range with as many blanks, so that nothing behind it moves. */
export function blankAt({ start, end }: TextRange): Edit {
  return { start, end, put: " ".repeat(end - start) };
}

/** Replaces some ranges of a text, given in rising order. */
export function replaceRanges(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, put } of edits) {
    pieces.push(text.slice(copied, start), put);
    copied = end;
  }
  return [...pieces, text.slice(copied)].join("");
}
