/** Anything with a position in a file. */
interface Placed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Compares by file, line and column, alike in every locale. */
export function comparePlaces(left: Placed, right: Placed): number {
  return compareTexts(left.file, right.file) || left.line - right.line || left.column - right.column;
}

/** Compares by code units, since `localeCompare` follows the machine's language. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
