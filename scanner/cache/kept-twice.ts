/** A text that was kept twice. */
export interface ReadText {
  readonly text: string;
  /** Where its copy ends. */
  readonly end: number;
}

/**
 * The text between two places, of which a copy has to be behind it; null where that is another one, because the file is torn
 * or changed. To compare them takes no time, and a hash takes as long to load as a small game to scan. The copy is in UTF-16,
 * so that nothing that replaces words in files changes both.
 */
export function readTwice(bytes: Buffer, start: number, length: number): ReadText | null {
  const copyStart = start + length;
  const text = bytes.toString("utf8", start, copyStart);
  const end = copyStart + 2 * text.length;
  return text !== "" && bytes.toString("utf16le", copyStart, end) === text ? { text, end } : null;
}

/** A text as `readTwice` reads it. */
export function twice(text: string): readonly Buffer[] {
  return [Buffer.from(text), Buffer.from(text, "utf16le")];
}
