import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { glob } from "tinyglobby";

/** What a build read: modules by their content, and the game's folder as a whole by sizes and times. */
export interface BuildInputs {
  readonly gameDir: string;
  /** SHA-256 by path; absent files count, too. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 of the paths, sizes and times of everything in the game's folder. */
  readonly folder: string;
}

/** Files of the game's folder that change a build although no module imports them, and hidden ones. */
const besideNames = ["package-lock.json", ".env", ".env.local", ".env.production", ".env.production.local"];

/** Files that are looked for in every folder upward: they say what JSX means, and which browsers and modules count. */
const upwardNames = ["package.json", "tsconfig.json", ".browserslistrc", ".postcssrc", ".postcssrc.json"];

/**
 * Fingerprints what a build of `gameDir` read, so that the next run can tell whether it would read the same. Modules are
 * known by name. What else a plugin may have looked at (a glob, a style sheet's sources, a template) lies in the game's
 * folder, and is watched as a whole: a build too many is slow, one too few is wrong.
 */
export async function fingerprintInputs(gameDir: string, modules: readonly string[]): Promise<BuildInputs> {
  const paths = [
    ...modules,
    ...besideNames.map((name) => join(gameDir, name)),
    ...foldersUpward(gameDir).flatMap((folder) => upwardNames.map((name) => join(folder, name))),
  ];
  const hashes = await Promise.all([...new Set(paths)].sort().map(async (path) => [path, await hashFile(path)] as const));
  return { gameDir, files: Object.fromEntries(hashes), folder: await hashFolder(gameDir) };
}

/** Whether everything that was fingerprinted is still the same. */
export async function areInputsUnchanged({ gameDir, files, folder }: BuildInputs): Promise<boolean> {
  if ((await hashFolder(gameDir)) !== folder) return false;
  const checks = Object.entries(files).map(async ([path, hash]) => (await hashFile(path)) === hash);
  return (await Promise.all(checks)).every(Boolean);
}

function foldersUpward(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpward(parent)];
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
      // A link that leads nowhere, or a file that was removed since it was listed, is none of the build's files.
      const state = await stat(path).catch(() => null);
      return state === null ? `${path}\nabsent` : `${path}\n${String(state.size)}\n${String(state.mtimeMs)}`;
    }),
  );
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
