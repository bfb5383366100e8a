import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findGame, manifestAt, type ScannedGame } from "./find-game.ts";
import type { Grounds } from "./grounds.ts";
import { ScanError } from "../findings/scan-error.ts";
import { type Walk, walkSources } from "./walk.ts";

export interface FindOptions {
  readonly cwd: string;
  readonly ignore: readonly string[];
  /** Scans games, too, whose manifest does not ask for it. */
  readonly force: boolean;
}

export interface FoundSources extends Walk {
  /** The games among what was named. */
  readonly games: readonly ScannedGame[];
  /** Where everything lies that was named: configuration files beside it count. Absolute paths of folders. */
  readonly folders: readonly string[];
  /** Games that were passed over, because they promise nothing. */
  readonly off: readonly ScannedGame[];
}

/**
 * Finds what to scan: files, folders, games and glob patterns, as a user names them.
 *
 * @throws ScanError `path-missing` for a path that is not there and for a pattern that nothing matches.
 */
export async function findSources(named: readonly string[], options: FindOptions): Promise<FoundSources> {
  const { cwd, force } = options;
  const expanded = await Promise.all(named.map((name) => expand(name, options)));
  const paths = expanded.flatMap((one) => one.paths);
  const games = paths.flatMap((path) => findGame(path) ?? []);
  const off = games.filter(({ isSeeded }) => isSeeded === false && !force);
  const offPaths = new Set(off.flatMap(({ manifest, folder }) => [manifest, folder]));
  const manifests = new Map(games.map(({ manifest, folder }) => [manifest, folder]));
  const targets = paths.filter((path) => !offPaths.has(path)).map((path) => manifests.get(path) ?? path);
  const walk = walkSources(targets, { cwd, ignore: options.ignore });
  // What a pattern matches anywhere, only its library knows.
  const grounds = expanded.some(({ isPattern }) => isPattern) ? null : withGames(walk.grounds, paths, games);
  return {
    ...walk,
    grounds,
    games: games.filter((game) => !off.includes(game)),
    folders: [...new Set([...targets, cwd])],
    off,
  };
}

function withGames(grounds: Grounds | null, paths: readonly string[], games: readonly ScannedGame[]): Grounds | null {
  if (grounds === null) return null;
  const contents = [...grounds.contents, ...games.map(({ manifest }) => manifest)];
  return { contents, presences: [...grounds.presences, ...paths, ...paths.map(manifestAt)] };
}

interface Expanded {
  readonly paths: readonly string[];
  readonly isPattern: boolean;
}

async function expand(name: string, { cwd }: FindOptions): Promise<Expanded> {
  const path = resolve(cwd, name);
  // A folder may be called [slug]; only what is no path is a pattern.
  if (existsSync(path) || !/[*?[{]/.test(name)) return { paths: [path], isPattern: false };
  const { expandPattern } = await import("./expand-pattern.ts");
  const found = await expandPattern(name, cwd);
  if (found.length > 0) return { paths: found, isPattern: true };
  throw new ScanError("path-missing", { path: name, reason: "no file matches it" });
}
