import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { glob } from "tinyglobby";

/** What a build read: modules by their content, and the game's folder as a whole by sizes and times. */
export interface BuildInputs {
  readonly gameDir: string;
  /** SHA-256 by path; absent files count, too. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 of the paths, sizes and times of everything in the game's folder. */
  readonly folder: string;
}

/** Files above or beside the modules that change a build although no module imports them. */
const configurationNames = ["package.json", "package-lock.json", "tsconfig.json", ".env", ".env.local", ".env.production"];

/**
 * Fingerprints what a build of `gameDir` read, so that the next run can tell whether it would read the same. Modules are
 * known by name. What else a plugin may have looked at (a glob, a style sheet's sources, a template) lies in the game's
 * folder, and is watched as a whole: a build too many is slow, one too few is wrong.
 */
export async function fingerprintInputs(gameDir: string, modules: readonly string[]): Promise<BuildInputs> {
  const paths = [...modules, ...configurationNames.map((name) => join(gameDir, name))];
  const hashes = await Promise.all([...new Set(paths)].sort().map(async (path) => [path, await hashFile(path)] as const));
  return { gameDir, files: Object.fromEntries(hashes), folder: await hashFolder(gameDir) };
}

/** Whether everything that was fingerprinted is still the same. */
export async function areInputsUnchanged({ gameDir, files, folder }: BuildInputs): Promise<boolean> {
  if ((await hashFolder(gameDir)) !== folder) return false;
  const checks = Object.entries(files).map(async ([path, hash]) => (await hashFile(path)) === hash);
  return (await Promise.all(checks)).every(Boolean);
}

async function hashFile(path: string): Promise<string> {
  try {
    return createHash("sha256").update(await readFile(path)).digest("hex");
  } catch {
    return "absent";
  }
}

/** Leaves out what is never a source: installed packages, hidden folders, and what Framegate and builds write. */
async function hashFolder(folder: string): Promise<string> {
  const paths = await glob("**/*", {
    cwd: folder,
    ignore: ["**/node_modules/**", "reports/**", "dist/**"],
    absolute: true,
    followSymbolicLinks: false,
  });
  const lines = await Promise.all(
    paths.sort().map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return `${path}\n${String(size)}\n${String(mtimeMs)}`;
    }),
  );
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
