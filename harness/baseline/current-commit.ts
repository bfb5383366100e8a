import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The variables in which CI services put the commit they build: GitHub and compatible ones, GitLab. */
const variables = ["GITHUB_SHA", "CI_COMMIT_SHA"] as const;

/**
 * The commit that is checked out in a folder. Without git, as in a bare container, the CI variables are used. Null if
 * neither knows.
 */
export async function currentCommit(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  try {
    return (await promisify(execFile)("git", ["rev-parse", "--verify", "HEAD"], { cwd })).stdout.trim();
  } catch {
    const [named = null] = variables.flatMap((name) => env[name] ?? []).filter((text) => text !== "");
    return named;
  }
}
