import { describe, expect, it } from "vitest";
import type { GameEnd } from "../../../harness/report/game-end.ts";
import { nameGames } from "../../../harness/report/name-games.ts";
import { fileOf } from "./ends.ts";

function ran(game: string, title: string): GameEnd {
  return { state: "ran", game, exitCode: 0, file: fileOf({}, title) };
}

describe("the name of a game among several", () => {
  it("is its title", () => {
    expect(nameGames([ran("games/a", "Arena"), ran("games/b", "Swarm")])).toEqual(["Arena", "Swarm"]);
  });

  it("has the path if another game has the same title", () => {
    expect(nameGames([ran("games/a", "Vite App"), ran("games/b", "Swarm"), ran("games/c", "Vite App")])).toEqual([
      "Vite App (games/a)",
      "Swarm",
      "Vite App (games/c)",
    ]);
  });

  it("has the path if the game did not run, and is only that if it has no title", () => {
    expect(
      nameGames([
        { state: "not-run", game: "games/a", title: "Arena" },
        { state: "not-run", game: "games/b", title: null },
        { state: "failed", game: "games/c", title: "Cellar", exitCode: 2, code: "file-invalid", message: "No." },
      ]),
    ).toEqual(["Arena (games/a)", "games/b", "Cellar (games/c)"]);
  });
});
