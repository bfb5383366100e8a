import type { Place } from "../findings/finding.ts";

/**
 * Replaces control characters, which a terminal would interpret, as well as zero-width and bidirectional characters:
 * the name or the text of a file may contain anything.
 */
export function harmless(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu, "\ufffd");
}

/** Wraps a text at words into lines of at most `columns` characters. A longer word gets its own line. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of harmless(text).split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** The first texts, and the number of the others. */
export function firstOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return more > 0 ? `${texts.slice(0, most).join(", ")} and ${more} more` : enumerate(texts);
}

/** `2:9`. */
export function pointOf({ line, column }: Omit<Place, "file">): string {
  return `${line}:${column}`;
}

/** `src/a.ts:2:9`. */
export function placeOf({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** The length of the longest text. */
export function widthOf(texts: readonly string[]): number {
  return texts.reduce((width, { length }) => Math.max(width, length), 0);
}
