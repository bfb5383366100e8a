import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../../harness/load/load-project.ts";
import { findPage } from "../../../harness/load/find-page.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

describe("a page", () => {
  it.each(["index.html", "Index.HTM", "game.xhtml"])("may be %s", async (name) => {
    await using folder = await createGameFolder({ [name]: "<title>A page</title>", "notes.txt": "" });
    expect(findPage(folder.path)).toBe(join(folder.path, name));
    const { target } = await loadProject(join(folder.path, name), { cwd: folder.path, tape: null });
    expect(target).toMatchObject({ kind: "page", htmlPath: join(folder.path, name) });
  });

  it("is not an XML file of another kind, or one of several", async () => {
    await using folder = await createGameFolder({ "map.xml": "", "feed.shtml": "" });
    expect(findPage(folder.path)).toBeNull();
    await using several = await createGameFolder({ "a.html": "", "b.xhtml": "" });
    expect(() => findPage(several.path)).toThrow(expect.objectContaining({ code: "several-pages" }));
  });
});
