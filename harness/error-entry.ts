import type { ExitReason } from "./exit-codes.ts";

/** How a command exits if it could not do its work. Verdicts have other exit codes. */
export type ErrorExit = Extract<
  ExitReason,
  "failed" | "usage" | "nondeterminism" | "game" | "environment" | "interrupted"
>;

export interface ErrorEntry<Facts> {
  readonly exit: ErrorExit;
  /** One or two sentences: what happened and why. */
  readonly message: (facts: Facts) => string;
  /** Advice on how to fix it. */
  readonly hint: (facts: Facts) => string;
  /** A URL, file:line:column or frame, if one is known. */
  readonly where?: (facts: Facts) => string;
}

/** Gives an entry of the table the type of its facts. */
export function entry<Facts>(definition: ErrorEntry<Facts>): ErrorEntry<Facts> {
  return definition;
}
