import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variable = "FRAMEGATE_TEST_BUILDS";

/**
 * The build cache of the command in tests. Each Vitest worker has its own folder: test files that run the same game
 * share its build, and no test sees an unfinished build of another worker.
 */
export function buildCacheOfWorker(): string {
  const folder = process.env[variable];
  const worker = process.env["VITEST_POOL_ID"];
  if (folder === undefined || worker === undefined) throw new Error("Only a test of the browser projects has builds.");
  return join(folder, worker);
}

/** Creates the folder for one run of Vitest, and removes it at the end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-cache-"));
  // Workers inherit the environment of this process.
  process.env[variable] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
