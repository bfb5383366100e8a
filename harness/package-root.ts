import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the package: the same from the compiled module and from its source. */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

const description: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

/** Framegate's version. */
export const packageVersion = textAt(description, "version");

/** Supported versions of Node, such as `^20.19.0 || >=22.12.0`. */
export const nodeRange = textAt(memberOf(description, "engines"), "node");

/** Compiled modules and page bundles. */
export const distDir = join(packageRoot, "dist");

/** Template of a report's page. */
export const reportPagePath = join(distDir, "report-page/report.html");

/** Template of the page of a flame chart. */
export const flamePagePath = join(distDir, "report-page/flame.html");

/** Template of the page of a sweep. */
export const sweepPagePath = join(distDir, "report-page/sweep.html");

/** The bundle of the command. */
export const bundleDir = join(distDir, "bin");

/** Bundles of other packages, imported as `#bundled/NAME`. */
export const bundledPackagesDir = join(distDir, "bundled");

function findPackageRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("Framegate's own package.json is missing.");
  return findPackageRoot(parent);
}

function textAt(value: unknown, name: string): string {
  const text = memberOf(value, name);
  if (typeof text !== "string") throw new Error(`Framegate's own package.json has no ${name}.`);
  return text;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
