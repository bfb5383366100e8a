/** What can be wrong with how a scan was asked for. What is wrong with a game's sources is a finding, never one of these. */
export type ScanProblem = "path-missing" | "path-unreadable" | "baseline-unreadable" | "write-failed";

/** A scan that could not run as it was asked for. `message` says why in a sentence, `path` names the file or the pattern. */
export class ScanError extends Error {
  readonly problem: ScanProblem;
  readonly path: string;

  constructor(problem: ScanProblem, facts: { readonly path: string; readonly message: string }, options?: ErrorOptions) {
    super(facts.message, options);
    this.name = "ScanError";
    this.problem = problem;
    this.path = facts.path;
  }
}

/** Does something with a path, and says which one where the system refuses. */
export function orUnreadable<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ScanError("path-unreadable", { path, message: `Cannot read ${path}: ${reason}.` }, { cause: thrown });
  }
}
