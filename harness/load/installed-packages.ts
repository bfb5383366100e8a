import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Packages that a host provides in the page. */
const hostPackages: ReadonlySet<string> = new Set(["three", "pixi.js", "react", "react-dom"]);

/**
 * Whether a bare specifier names a package that the host provides or that is installed for a game in `folder`. Its
 * subpath is not checked.
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
