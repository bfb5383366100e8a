import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { validatePackageSettings } from "../../src/formats/package-settings.ts";
import type { Budget } from "../../src/formats/metrics.ts";
import { type Accepted, acceptFile } from "./accept-file.ts";
import { privateKind } from "./private-folder.ts";
import { tryReadText } from "./read-text.ts";

/**
 * The budget under the key `framegate` of the nearest package.json at or above a game's folder; null if there is no
 * such file, or no such key in it. Throws `file-invalid`.
 */
export function loadPackageBudget(gameDir: string): Accepted<Budget> | null {
  const path = findPackage(gameDir);
  const reading = path === null ? null : tryReadText(path);
  // An unreadable package.json is npm's problem, not the run's.
  if (path === null || reading?.ok !== true) return null;
  const validation = validatePackageSettings(reading.text);
  if (validation === null) return null;
  const { value, warnings } = acceptFile(path, reading.text, validation);
  return { value: value.budget, warnings };
}

/** A package.json in a home folder or above does not belong to any game below. */
function findPackage(folder: string): string | null {
  const path = join(folder, "package.json");
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder || privateKind(parent) !== null ? null : findPackage(parent);
}
