import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the package, whether this module runs compiled or from its source. */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

/** Version of Framegate, from its package.json. */
export const packageVersion = readVersion(join(packageRoot, "package.json"));

/** Compiled modules and page bundles. */
export const distDir = join(packageRoot, "dist");

/** The command as a few files. */
export const bundleDir = join(distDir, "bin");

function findPackageRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("Framegate's own package.json is missing.");
  return findPackageRoot(parent);
}

function readVersion(path: string): string {
  const content: unknown = JSON.parse(readFileSync(path, "utf8"));
  const version: unknown =
    typeof content === "object" && content !== null ? Reflect.get(content, "version") : undefined;
  if (typeof version !== "string") throw new Error(`${path} has no version.`);
  return version;
}
