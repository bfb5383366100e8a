import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFramegateError } from "../../../harness/errors.ts";
import { findBuiltPage, findPage } from "../../../harness/load/find-page.ts";
import { loadProject } from "../../../harness/load/load-project.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

describe("the page of a folder without a manifest", () => {
  it.each([
    [["index.html", "other.html"], "index.html"],
    [["INDEX.HTM", "other.html", "a.js"], "INDEX.HTM"],
    [["game.html", "game.js"], "game.html"],
    [["game.xhtml", "map.xml", "feed.shtml"], "game.xhtml"],
    [["game.js"], null],
  ])("in %j is %j", async (names, page) => {
    await using folder = await createGameFolder(Object.fromEntries(names.map((name) => [name, ""])));
    expect(findPage(folder.path)).toBe(page === null ? null : join(folder.path, page));
  });

  it("is not guessed among several, which are named", async () => {
    await using folder = await createGameFolder({ "b.html": "", "a.html": "", "c.txt": "" });
    let thrown: unknown = null;
    try {
      findPage(folder.path);
    } catch (error) {
      thrown = error;
    }
    expect(isFramegateError(thrown) && [thrown.code, thrown.message]).toEqual([
      "several-pages",
      `${folder.path} has neither a manifest nor an index.html, and several pages: a.html, b.html.`,
    ]);
  });

  it("may lie in a build folder, which a hint mentions", async () => {
    await using folder = await createGameFolder({ "src/main.ts": "", "build/index.html": "" });
    expect(findBuiltPage(folder.path)).toBe("build/index.html");
    await using empty = await createGameFolder({ "dist/main.js": "" });
    expect(findBuiltPage(empty.path)).toBeNull();
  });

  it("is what its name says, and no manifest", async () => {
    await using folder = await createGameFolder({ "game.xhtml": "<title>A page</title>" });
    const path = join(folder.path, "game.xhtml");
    const { target } = await loadProject(path, { cwd: folder.path, tape: null });
    expect(target).toMatchObject({ kind: "page", htmlPath: path });
  });
});
