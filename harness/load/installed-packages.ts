import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a host brings into the page itself: its registry of namespaces. */
const hostPackages: ReadonlySet<string> = new Set(["three", "pixi.js", "react", "react-dom"]);

/**
 * Whether a bare specifier is of a package that the host brings, or that is installed where a game in `folder` would find
 * it. Which of its files is meant is the package's own business.
 */
export function isResolvableFrom(folder: string, specifier: string): boolean {
  const name = /^(?:@[^/\\]+\/)?[^/\\.@][^/\\]*/u.exec(specifier)?.[0];
  return name !== undefined && (hostPackages.has(name) || isInstalledAbove(folder, name));
}

function isInstalledAbove(folder: string, name: string): boolean {
  if (existsSync(join(folder, "node_modules", name, "package.json"))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInstalledAbove(parent, name);
}
