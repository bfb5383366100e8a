import type { GameEnd } from "./game-end.ts";

/**
 * The names of games for a person: the title, with the path if several games share it, as pages often do, and for a game
 * that was not run, because somebody has to go there.
 */
export function nameGames(ends: readonly GameEnd[]): readonly string[] {
  const titles = ends.map(titleOfEnd);
  return ends.map((end) => {
    const title = titleOfEnd(end);
    const isShared = titles.filter((other) => other === title).length > 1;
    return title === null || isShared || end.state !== "ran" ? nameWithPath(title, end.game) : title;
  });
}

/** Whether all games have a title that no other has. */
export function haveTitlesOfTheirOwn(ends: readonly GameEnd[]): boolean {
  const titles = ends.flatMap((end) => titleOfEnd(end) ?? []);
  return new Set(titles).size === ends.length;
}

/** Null if it has none, or it is not known. */
export function titleOfEnd(end: GameEnd): string | null {
  return end.state === "ran" ? end.file.report.game.name : end.title;
}

/** A game's title and its path; only the path if it has no title. */
export function nameWithPath(title: string | null, path: string): string {
  return title === null ? path : `${title} (${path})`;
}
