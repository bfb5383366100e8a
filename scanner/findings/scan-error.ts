/** Why a scan could not run. A problem in a game's sources is a finding instead. */
export type ScanProblem = "path-missing" | "path-unreadable" | "baseline-invalid" | "write-failed";

/** Thrown by a scan that could not run. */
export class ScanError extends Error {
  /** The kind of the problem. */
  readonly problem: ScanProblem;
  /** The file or pattern in question. */
  readonly path: string;
  /** The reason, to be put at the end of a sentence. */
  readonly reason: string;

  constructor(problem: ScanProblem, facts: { readonly path: string; readonly reason: string }, options?: ErrorOptions) {
    super(`${facts.path}: ${facts.reason}.`, options);
    this.name = "ScanError";
    this.problem = problem;
    this.path = facts.path;
    this.reason = facts.reason;
  }
}

/** The result of `act`. Any error becomes a `ScanError` about `path`, for the reason that `say` makes of it. */
export function orScanError<Result>(
  problem: ScanProblem,
  path: string,
  act: () => Result,
  say: (thrown: unknown) => string = reasonOf,
): Result {
  try {
    return act();
  } catch (thrown) {
    throw new ScanError(problem, { path, reason: say(thrown) }, { cause: thrown });
  }
}

/** The result of `act`, or null if it throws. */
export function orNull<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** The message of a thrown value, without its full stop. */
export function reasonOf(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, "");
}
