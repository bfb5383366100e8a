/** A one-based line, and a one-based column in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Returns the place of an offset in a text. */
export type PlaceFinder = (offset: number) => TextPlace;

/** Creates a finder that counts lines as JavaScript does. It scans the text once, on the first call. */
export function createPlaceFinder(text: string): PlaceFinder {
  let starts: readonly number[] | null = null;
  return (offset) => {
    starts ??= lineStarts(text);
    const line = lastUpTo(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const lineBreaks = /\r\n|[\n\r\u2028\u2029]/g;
  const starts = [0];
  // Not `matchAll`, which creates an object for each line.
  while (lineBreaks.test(text)) starts.push(lineBreaks.lastIndex);
  return starts;
}

/** The index of the last number up to `limit` in a sorted list, or 0 if there is none. */
export function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
