import { realpathSync } from "node:fs";
import { ResolverFactory } from "rolldown/experimental";
import { packageRoot } from "../../package-root.ts";
import { findPackage, isHostPackage, packageOf } from "../ingest-packages.ts";

/** A module of an installed package. */
export interface PackageModule {
  readonly specifier: string;
  readonly name: string;
  /** Real paths of the package's folder and of the file in it. */
  readonly folder: string;
  readonly file: string;
}

/** Like Vite's resolution for a production build. */
const resolver = new ResolverFactory({
  conditionNames: ["import", "module", "browser", "production", "default"],
  mainFields: ["browser", "module", "jsnext:main", "jsnext", "main"],
  aliasFields: ["browser"],
  extensions: [".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json"],
});

/** The module that a bare specifier resolves to from a folder; null if that is not an installed package. */
export function resolvePackage(specifier: string, from: string): PackageModule | null {
  const name = packageOf(specifier);
  const folder = name === null ? null : findPackage(from, name);
  if (name === null || folder === null) return null;
  const path = resolveFile(specifier, from);
  return path === null ? null : { specifier, name, folder, file: realpathSync(path) };
}

/** The file that any specifier resolves to from a folder; null if none. */
export function resolveFile(specifier: string, from: string): string | null {
  return resolver.sync(from, specifier).path ?? null;
}

/** Module of a runtime: the game's own, or Framegate's if the game has none, as with a bundle. */
export function resolveRuntime(specifier: string, gameDir: string): PackageModule | null {
  return resolvePackage(specifier, gameDir) ?? resolvePackage(specifier, packageRoot);
}

/** Whether all importers share the host's one instance of a package. */
export function isRuntime(specifier: string): boolean {
  return isHostPackage(packageOf(specifier) ?? "");
}
