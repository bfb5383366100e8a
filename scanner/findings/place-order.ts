import type { Finding, Notice, Place } from "./finding.ts";

/** Compares by file, line and column, the same in every locale. */
export function comparePlaces(left: Place, right: Place): number {
  return compareTexts(left.file, right.file) || left.line - right.line || left.column - right.column;
}

/** Compares findings and notices by place, then by name. */
export function byPlace(left: Finding | Notice, right: Finding | Notice): number {
  return comparePlaces(left, right) || compareTexts(nameOf(left), nameOf(right));
}

function nameOf(one: Finding | Notice): string {
  return "api" in one ? one.api : one.kind;
}

/** Compares by code units, since `localeCompare` follows the machine's language. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
