import { glob } from "tinyglobby";

/** The absolute paths of the files that a glob pattern means, seen from `cwd`, in order. Those of packages are left out. */
export async function expandPattern(pattern: string, cwd: string): Promise<readonly string[]> {
  const found = await glob(pattern, {
    cwd,
    absolute: true,
    expandDirectories: false,
    ignore: ["**/node_modules/**", "**/.git/**"],
  });
  return found.sort();
}
