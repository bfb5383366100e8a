/** What is listed by where it stands. */
interface Placed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The order of file, line and column, the same in every locale. */
export function comparePlaces(left: Placed, right: Placed): number {
  return compareTexts(left.file, right.file) || left.line - right.line || left.column - right.column;
}

/** The order of code units: `localeCompare` follows the machine's language. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
