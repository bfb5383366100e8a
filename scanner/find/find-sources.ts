import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findGame, type ScannedGame } from "./find-game.ts";
import { ScanError } from "../findings/scan-error.ts";
import { type Walk, walkSources, type WalkOptions } from "./walk.ts";

export interface FindOptions extends WalkOptions {
  /** Also scans games whose manifest does not ask for it. */
  readonly force: boolean;
}

export interface FoundSources extends Walk {
  /** The games among the named paths. */
  readonly games: readonly ScannedGame[];
  /** Absolute paths of the named folders and of `cwd`. Their configuration files apply. */
  readonly folders: readonly string[];
  /** Whether the game gets a `ctx`: its manifest, named or in `cwd`, names entry modules. */
  readonly hasContext: boolean;
  /** Games that are not scanned, because their manifest does not promise determinism. */
  readonly off: readonly ScannedGame[];
}

/**
 * Finds the sources to scan, given by files, folders, games and glob patterns.
 *
 * @throws ScanError `path-missing` for a path that does not exist and for a pattern without a match.
 */
export async function findSources(named: readonly string[], options: FindOptions): Promise<FoundSources> {
  const { cwd, force } = options;
  const paths = (await Promise.all(named.map((name) => expand(name, options)))).flat();
  const games = paths.flatMap((path) => findGame(path) ?? []);
  const off = games.filter(({ isSeeded }) => isSeeded === false && !force);
  const offPaths = new Set(off.flatMap(({ manifest, folder }) => [manifest, folder]));
  const manifests = new Map(games.map(({ manifest, folder }) => [manifest, folder]));
  const targets = paths.filter((path) => !offPaths.has(path)).map((path) => manifests.get(path) ?? path);
  return {
    ...(await walkSources(targets, options)),
    games: games.filter((game) => !off.includes(game)),
    folders: [...new Set([...targets, cwd])],
    hasContext: [...games, findGame(cwd)].some((game) => game !== null && game.entries.length > 0),
    off,
  };
}

async function expand(name: string, options: FindOptions): Promise<readonly string[]> {
  const path = resolve(options.cwd, name);
  // A folder may be called [slug], so only a name that does not exist is a pattern.
  if (existsSync(path) || !/[*?[{]/.test(name)) return [path];
  const { expandPattern } = await import("./expand-pattern.ts");
  const found = await expandPattern(name, options);
  if (found.length > 0) return found;
  throw new ScanError("path-missing", { path: name, reason: "no file matches it" });
}
