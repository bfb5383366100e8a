/** Exit codes a refused or broken run ends with. Verdicts have their own. */
export type ErrorExitCode = 1 | 2 | 5 | 6 | 130;

export interface ErrorEntry<Facts> {
  readonly exitCode: ErrorExitCode;
  /** What happened and why, one or two sentences. */
  readonly message: (facts: Facts) => string;
  /** What to do about it. */
  readonly hint: (facts: Facts) => string;
  /** URL, file:line:column or frame, where one is known. */
  readonly where?: (facts: Facts) => string;
}

/** Lets an entry of the table name its facts. */
export function entry<Facts>(definition: ErrorEntry<Facts>): ErrorEntry<Facts> {
  return definition;
}
