import { FramegateError } from "../errors.ts";
import type { GameList } from "./expand-games.ts";
import { readGameTitle } from "./game-title.ts";

/** Keeps the games whose path or title matches. Throws `no-game-matches`: a gate over nothing must not pass. */
export async function selectGames(list: GameList, pattern: RegExp, cwd: string): Promise<GameList> {
  const titled = await Promise.all(list.games.map(async (game) => ({ game, title: await readGameTitle(game, cwd) })));
  const games = titled.filter(({ game, title }) => pattern.test(game) || pattern.test(title ?? ""));
  if (games.length > 0) return { ...list, games: games.map(({ game }) => game) };
  const names = titled.map(({ game, title }) => (title === null ? game : `${game} (${title})`));
  throw new FramegateError("no-game-matches", { pattern: pattern.source, games: names.join(", ") });
}
