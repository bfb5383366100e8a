import { describe, expect, it } from "vitest";
import { expandGames } from "../../../harness/load/expand-games.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

const tree = { "games/b/index.html": "", "games/a/index.html": "", "games/README.md": "", "games/c.html": "" };

describe("the games of a command line", () => {
  it("are one if one is named, whatever it is", async () => {
    await using folder = await createGameFolder(tree);
    for (const game of [".", "games/a", "games/README.md", "nowhere", "http://localhost:5173/?a=*"]) {
      expect(await expandGames([game], folder.path)).toEqual({ games: [game], leftOut: [], isSeveral: false });
    }
  });

  it("are those matching a pattern, in order, without files that are not games", async () => {
    await using folder = await createGameFolder(tree);
    const expected = { games: ["games/a", "games/b", "games/c.html"], leftOut: ["games/README.md"], isSeveral: true };
    expect(await expandGames(["games/*"], folder.path)).toEqual(expected);
    // As expanded by a shell.
    const given = ["games/README.md", "games/a", "games/b", "games/c.html"];
    expect(await expandGames(given, folder.path)).toEqual(expected);
  });

  it("are several for a pattern that matches one, so that scripts can rely on the shape of the JSON", async () => {
    await using folder = await createGameFolder(tree);
    expect(await expandGames(["games/a*"], folder.path)).toMatchObject({ games: ["games/a"], isSeveral: true });
  });

  it("are named once each", async () => {
    await using folder = await createGameFolder(tree);
    expect((await expandGames(["games/a", "games/a/", "games/*"], folder.path)).games).toEqual([
      "games/a",
      "games/b",
      "games/c.html",
    ]);
  });

  it("may have the name of a pattern", async () => {
    await using folder = await createGameFolder({ "[a]/index.html": "" });
    expect(await expandGames(["[a]"], folder.path)).toMatchObject({ games: ["[a]"], isSeveral: false });
  });

  it("are refused with a hint at the query of a page, which looks like a pattern", async () => {
    await using folder = await createGameFolder(tree);
    await expect(expandGames(["games/c.html?level=3"], folder.path)).rejects.toMatchObject({
      code: "game-not-found",
      hint: expect.stringMatching(/ Here it is games\/c\.html, with --query 'level=3'\.$/) as string,
    });
  });

  it("are refused if a pattern matches nothing", async () => {
    await using folder = await createGameFolder(tree);
    await expect(expandGames(["demos/*"], folder.path)).rejects.toMatchObject({ code: "game-not-found" });
  });
});
