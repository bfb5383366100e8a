import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { type HostModule, hostedModulesDir } from "../page-bundles.ts";
import { readModule } from "./read-module.ts";

/** URL prefix of Framegate's own modules. */
export const ownPrefix = "/framegate/framegate-own";

export function ownUrl(file: HostModule): string {
  return `${ownPrefix}/${file}`;
}

/** Framegate's modules that a host page's script loads. */
export interface OwnModules {
  readonly urls: readonly string[];
  readonly files: readonly string[];
  /** Packages that it imports, by module specifier. */
  readonly packages: readonly string[];
}

/** Follows the imports of a host page's script, and of Framegate's modules that the game imports. */
export async function findOwnModules(script: string, others: readonly HostModule[]): Promise<OwnModules> {
  const urls = new Set<string>();
  const fileOf = (url: string): string => join(hostedModulesDir, url.slice(ownPrefix.length));
  const packages = new Set<string>();
  const queue = [...importsOf("host.js", script), ...others.map(ownUrl)];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (!next.startsWith(`${ownPrefix}/`)) {
      if (!next.startsWith("/")) packages.add(next);
      continue;
    }
    if (urls.has(next)) continue;
    urls.add(next);
    const text = await readFile(fileOf(next), "utf8");
    const folder = posix.dirname(next);
    queue.push(...importsOf(next, text).map((name) => (name.startsWith(".") ? posix.join(folder, name) : name)));
  }
  return { urls: [...urls], files: [...urls].map(fileOf), packages: [...packages] };
}

function importsOf(path: string, text: string): readonly string[] {
  const facts = readModule(path, text);
  if (facts === null) throw new Error(`${path} is no module.`);
  return [...facts.statics, ...facts.dynamics];
}
