import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Where build servers name the commit that they build: GitHub and those like it, GitLab. */
const variables = ["GITHUB_SHA", "CI_COMMIT_SHA"] as const;

/**
 * The commit that is checked out in a folder. Where git does not know, as in a container without it, a build server may.
 * Null if neither does.
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
