import { describe, expect, it } from "vitest";
import { readGameTitle } from "../../../harness/load/game-title.ts";
import { selectGames } from "../../../harness/load/select-games.ts";
import { createGameFolder, manifestOf } from "../fixtures/game-folder.ts";

const tree = {
  "arena/framegate.game.json": manifestOf({ name: "Neon Pit" }),
  "lamps/index.html": "<title>Lights &amp; out</title>",
  "broken/framegate.game.json": "{",
  "empty/README.md": "",
};
const games = ["arena", "lamps/index.html", "lamps", "broken", "empty", "nowhere", "http://localhost:5173/neon"];
const list = { games, leftOut: [], isSeveral: true };

describe("the title of a game that is not loaded", () => {
  it("is the name in its manifest or the title of its page, or nothing", async () => {
    await using folder = await createGameFolder(tree);
    const titles = await Promise.all(games.map(async (game) => await readGameTitle(game, folder.path)));
    expect(titles).toEqual(["Neon Pit", "Lights & out", "Lights & out", null, null, null, null]);
    expect(await readGameTitle("arena/framegate.game.json", folder.path)).toBe("Neon Pit");
  });
});

describe("the games that a pattern selects", () => {
  it.each([
    { pattern: /neon/iu, selected: ["arena", "http://localhost:5173/neon"] },
    { pattern: /^lights/iu, selected: ["lamps/index.html", "lamps"] },
    { pattern: /BROKEN/iu, selected: ["broken"] },
  ])("are those with a path or title like $pattern, in their order", async ({ pattern, selected }) => {
    await using folder = await createGameFolder(tree);
    expect(await selectGames(list, pattern, folder.path)).toEqual({ ...list, games: selected });
  });

  it("are never none", async () => {
    await using folder = await createGameFolder(tree);
    await expect(selectGames(list, /chess/iu, folder.path)).rejects.toMatchObject({
      code: "no-game-matches",
      hint: expect.stringContaining("arena (Neon Pit), lamps/index.html (Lights & out),"),
    });
  });
});
