/** What can be wrong with how a scan was asked for. What is wrong with a game's sources is a finding, never one of these. */
export type ScanProblem = "path-missing" | "path-unreadable" | "baseline-invalid" | "write-failed";

/** A scan that could not run as it was asked for. */
export class ScanError extends Error {
  readonly problem: ScanProblem;
  /** The file, or the pattern, that it is about. */
  readonly path: string;
  /** Why, as the end of a sentence. */
  readonly reason: string;

  constructor(problem: ScanProblem, facts: { readonly path: string; readonly reason: string }, options?: ErrorOptions) {
    super(`${facts.path}: ${facts.reason}.`, options);
    this.name = "ScanError";
    this.problem = problem;
    this.path = facts.path;
    this.reason = facts.reason;
  }
}

/** Does something with a path, and says which one where the system refuses. */
export function orUnreadable<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    throw new ScanError("path-unreadable", { path, reason: reasonOf(thrown) }, { cause: thrown });
  }
}

/** The text of anything that was thrown, without the full stop at its end. */
export function reasonOf(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, "");
}
