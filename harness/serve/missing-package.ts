import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { ResolvedRoot, Surface } from "../../src/formats/manifest.ts";
import { distDir } from "../package-root.ts";

/** A package that a build did not find. */
export interface MissingPackage {
  readonly name: string;
  /** Adapter that needs it; null if the game itself imports it. */
  readonly adapter: Surface | null;
  /** Adapter of an installed library that no root uses. */
  readonly installed: Surface | null;
}

/** The package that each adapter draws with. */
const runtimes: readonly (readonly [Surface, string])[] = [
  ["threejs", "three"],
  ["pixijs", "pixi.js"],
  ["react", "react-dom"],
];

/** Parses a bundler's message; null if it is not about a missing package. */
export function findMissingPackage(
  reason: string,
  gameDir: string,
  roots: readonly Pick<ResolvedRoot, "adapter">[],
): MissingPackage | null {
  const { specifier, importer } = readUnresolved(reason);
  const [, name] = /^((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/|$)/u.exec(specifier) ?? [];
  // The import may mean a folder of the game, or a file of an installed package.
  if (name === undefined || existsSync(join(gameDir, name)) || isInstalled(gameDir, name)) return null;
  const used = roots.flatMap(({ adapter }) => (adapter.kind === "default" ? [adapter.name] : []));
  const ofRuntime = runtimes.find(([surface, runtime]) => runtime === name && used.includes(surface))?.[0] ?? null;
  const others = runtimes.filter(([surface, runtime]) => !used.includes(surface) && isInstalled(gameDir, runtime));
  return {
    name,
    adapter: importer.startsWith(distDir + sep) ? ofRuntime : null,
    installed: ofRuntime === null ? null : (others[0]?.[0] ?? null),
  };
}

/** Both are empty for any other message. */
function readUnresolved(reason: string): { readonly specifier: string; readonly importer: string } {
  const [, specifier = "", importer = ""] =
    /failed to resolve import ["'](.+?)["'] from ["'](.+?)["']/u.exec(reason) ??
    /could not resolve ["'](.+?)["'] in (\S+)/iu.exec(reason) ??
    [];
  return { specifier, importer };
}

function isInstalled(folder: string, name: string): boolean {
  if (existsSync(join(folder, "node_modules", name, "package.json"))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInstalled(parent, name);
}
