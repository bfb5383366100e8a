import { join } from "node:path";
import { expect, it } from "vitest";
import { loadProject, type Project } from "../../../harness/load/load-project.ts";
import { createGameFolder, type GameFolder, manifestOf } from "../fixtures/game-folder.ts";

function declaring(entryHtml: string, strategy = "opaque-embed"): object {
  return manifestOf({ roots: [rootOf(entryHtml, strategy)] });
}

function rootOf(entryHtml: string, strategy = "opaque-embed", id = "main"): object {
  return { id, adapter: { surface: "pixijs", ingest: { strategy, entryHtml, assets: { "a/": "/b/" } } } };
}

async function load(folder: GameFolder): Promise<Project> {
  return await loadProject(".", { cwd: folder.path, tape: null });
}

it("is the page of a manifest's only root, and goes by the manifest's name", async () => {
  await using folder = await createGameFolder({
    "framegate.game.json": declaring("dist/index.html"),
    "dist/index.html": "<p>",
  });
  const { target, game } = await load(folder);
  expect(target).toMatchObject({
    kind: "page",
    htmlPath: join(folder.path, "dist/index.html"),
    declared: { manifestPath: join(folder.path, "framegate.game.json"), assets: { "a/": "/b/" } },
  });
  expect(game).toMatchObject({ name: "Demo", version: "1.0.0" });
});

it("must exist, and the probable file is named", async () => {
  await using folder = await createGameFolder({
    "framegate.game.json": declaring("dist/indx.html"),
    "dist/index.html": "<p>",
  });
  await expect(load(folder)).rejects.toMatchObject({
    code: "entry-not-found",
    message: expect.stringContaining("dist/index.html") as string,
  });
});

it("must lie in the project", async () => {
  await using folder = await createGameFolder({
    "game/framegate.game.json": declaring("../index.html"),
    "index.html": "<p>",
  });
  await expect(loadProject("game", { cwd: folder.path, tape: null })).rejects.toMatchObject({ code: "not-supported" });
});

it("is a root like others beside another one", async () => {
  await using folder = await createGameFolder({
    "framegate.game.json": manifestOf({ roots: [rootOf("index.html"), rootOf("index.html", "opaque-embed", "other")] }),
    "index.html": "<p>",
  });
  expect((await load(folder)).target.kind).toBe("manifest");
});
