import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { currentCommit } from "../../../harness/baseline/current-commit.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-commit-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("asks git first, then the CI variables, and is null without either", async () => {
  const env = { GITHUB_SHA: "", CI_COMMIT_SHA: "3f2a1b9" };
  expect(await currentCommit(folder, {})).toBe(null);
  expect(await currentCommit(folder, env)).toBe("3f2a1b9");
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  expect(await currentCommit(folder, env), "without a commit").toBe("3f2a1b9");
  git("-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "--allow-empty", "--message", "first");
  expect(await currentCommit(folder, env)).toBe(git("rev-parse", "HEAD").trim());
});
