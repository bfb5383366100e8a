import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variable = "FRAMEGATE_TEST_BUILDS";

/**
 * Where the command keeps the games that it builds for tests. Each of vitest's workers has a folder of its own, so that a game
 * that several test files run is built once, and no test sees the build that another one is at.
 */
export function buildCacheOfWorker(): string {
  const folder = process.env[variable];
  const worker = process.env["VITEST_POOL_ID"];
  if (folder === undefined || worker === undefined) throw new Error("Only a test of the browser projects has builds.");
  return join(folder, worker);
}

/** Makes the folder for one run of vitest, and removes it at the end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-cache-"));
  // Workers inherit the environment of this process.
  process.env[variable] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
