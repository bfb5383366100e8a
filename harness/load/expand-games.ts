import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { FramegateError } from "../errors.ts";
import { isPageName } from "./find-page.ts";
import { missingGame } from "./missing-game.ts";

/** Games of a command line. */
export interface GameList {
  /** Each game once, in command-line order. */
  readonly games: readonly string[];
  /** Matched files that are not games, such as a README.md. */
  readonly leftOut: readonly string[];
  /** Whether there may be more than one game: several arguments, or a pattern. */
  readonly isSeveral: boolean;
}

/** Expands patterns such as `games/*`, which not every shell does. Throws `game-not-found` for one without a match. */
export async function expandGames(given: readonly string[], cwd: string): Promise<GameList> {
  const found = await Promise.all(given.map(async (one) => (isPattern(one, cwd) ? await expand(one, cwd) : [one])));
  const isSeveral = given.length > 1 || given.some((one) => isPattern(one, cwd));
  const all = [...new Map(found.flat().map((game) => [resolve(cwd, game), game])).values()];
  if (!isSeveral) return { games: all, leftOut: [], isSeveral };
  const leftOut = all.filter((game) => isOtherFile(resolve(cwd, game)));
  const games = all.filter((game) => !leftOut.includes(game));
  // A gate over nothing must not pass.
  if (games.length === 0)
    throw new FramegateError("game-not-found", { path: given.join(" "), address: null, page: null, query: "" });
  return { games, leftOut, isSeveral };
}

/** A file may have any name, even one that looks like a pattern. */
function isPattern(argument: string, cwd: string): boolean {
  return /[*?{[]/u.test(argument) && !/^https?:/u.test(argument) && !existsSync(resolve(cwd, argument));
}

async function expand(pattern: string, cwd: string): Promise<readonly string[]> {
  const { glob } = await import("tinyglobby");
  const portable = process.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
  const found = await glob(portable, { cwd, onlyFiles: false, expandDirectories: false });
  if (found.length === 0) throw missingGame(pattern, cwd);
  return found.map((path) => path.replace(/\/$/u, "")).sort();
}

function isOtherFile(path: string): boolean {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && !isPageName(path) && !/\.json$/iu.test(path);
}
