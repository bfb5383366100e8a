import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { ResolvedRoot } from "../../src/formats/manifest.ts";

/** URL prefix for the installed packages named by a manifest, which are served unchanged. */
export const packagesPrefix = "/__packages";

/** Packages in the host's own build, so that a game shares them. */
const hostPackages: ReadonlySet<string> = new Set(["three", "pixi.js", "react", "react-dom"]);

/** Whether the host provides a package. */
export function isHostPackage(name: string): boolean {
  return hostPackages.has(name);
}

/** Package name of a bare specifier; null for any other specifier. */
export function packageOf(specifier: string): string | null {
  return /^(?:@[^/\\]+\/)?[^/\\.@][^/\\]*/u.exec(specifier)?.[0] ?? null;
}

/** Real path of a package installed for a game; null if there is none. */
export function findPackage(folder: string, name: string): string | null {
  const path = join(folder, "node_modules", name);
  if (existsSync(join(path, "package.json"))) return realpathSync(path);
  const parent = dirname(folder);
  return parent === folder ? null : findPackage(parent, name);
}

/**
 * URLs of the further dependencies of all roots that the host does not provide, by specifier. `resolve` returns a
 * specifier's file like a bundler. `hostOrigin` serves them.
 */
export async function findDependencyUrls(
  roots: readonly ResolvedRoot[],
  gameDir: string,
  hostOrigin: string,
  resolve: (specifier: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const specifiers = roots.flatMap(({ adapter }) => (adapter.kind === "ingest" ? adapter.ingest.extraDeps : []));
  const urls = new Map<string, string>();
  for (const specifier of new Set(specifiers)) {
    const name = packageOf(specifier);
    if (name === null || isHostPackage(name)) continue;
    const folder = findPackage(gameDir, name);
    const file = await resolve(specifier);
    if (folder === null || file === null) continue;
    const path = relative(folder, realpathSync(file)).split("\\").join("/");
    urls.set(specifier, `${hostOrigin}${packagesPrefix}/${name}/${path}`);
  }
  return urls;
}
