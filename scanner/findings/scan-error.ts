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

/** Calls `read`, and turns any error into a `path-unreadable` for `path`. */
export function orUnreadable<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    throw new ScanError("path-unreadable", { path, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

/** The message of a thrown value, without its full stop. */
export function reasonOf(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, "");
}
