import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileKind } from "../../../harness/load/file-kind.ts";
import { findFiles, listFilesBelow } from "../../../harness/load/find-files.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

async function find(folder: GameFolder, argument: string, kind: FileKind | null = null): Promise<readonly string[]> {
  const found = await findFiles(argument, { cwd: folder.path, kind });
  return found.map((file) => `${file.kind} ${file.name}`);
}

describe("a folder", () => {
  it("stands for all our files in it, at any depth, in path order", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": "",
      "other.game.json": "",
      "b/take.tape.json": "",
      "b.input.json": "",
      "b/levels/one.scn2d.json": "",
      "b/package.json": "",
      "level.vscn.json": "",
    });
    expect(await find(folder, ".")).toEqual([
      "scene b/levels/one.scn2d.json",
      "tape b/take.tape.json",
      "input-map b.input.json",
      "manifest framegate.game.json",
      "manifest other.game.json",
    ]);
    expect(await find(folder, "b/")).toEqual(["scene b/levels/one.scn2d.json", "tape b/take.tape.json"]);
    expect(await find(folder, ".", "tape")).toEqual(["tape b/take.tape.json"]);
  });

  it("is searched without the packages, builds, reports and history in it", async () => {
    const folders = ["node_modules/x", "dist", ".git", "reports", "src/dist"];
    await using folder = await createGameFolder(Object.fromEntries(folders.map((name) => [`${name}/a.game.json`, ""])));
    expect(await find(folder, ".")).toEqual([]);
    // An explicitly named file is always checked.
    expect(await find(folder, "dist")).toEqual(["manifest dist/a.game.json"]);
  });

  it("is searched without following links in a cycle, or out of it", async () => {
    await using folder = await createGameFolder({ "game/a.game.json": "", "outside/b.game.json": "" });
    await symlink("..", join(folder.path, "game/up"));
    await symlink("../outside", join(folder.path, "game/out"));
    expect(await find(folder, "game")).toEqual(["manifest game/a.game.json"]);
  });

  it("that is named like a file counts as one, so that it is reported", async () => {
    await using folder = await createGameFolder({ "odd.game.json/a.input.json": "" });
    expect(await find(folder, ".")).toEqual(["manifest odd.game.json"]);
    expect(await find(folder, "odd.game.json")).toEqual(["manifest odd.game.json"]);
  });
});

describe("a file", () => {
  it("has the kind of its name, or the requested one", async () => {
    await using folder = await createGameFolder({ "a.game.json": "", "notes.json": "" });
    expect(await find(folder, "./a.game.json")).toEqual(["manifest ./a.game.json"]);
    expect(await find(folder, "a.game.json", "tape")).toEqual(["tape a.game.json"]);
    expect(await find(folder, "notes.json", "scene")).toEqual(["scene notes.json"]);
    expect(await find(folder, join(folder.path, "a.game.json"))).toEqual([
      `manifest ${join(folder.path, "a.game.json")}`,
    ]);
  });

  it("with a name that matches no kind is refused", async () => {
    await using folder = await createGameFolder({ "notes.json": "" });
    await expect(find(folder, "notes.json")).rejects.toMatchObject({
      code: "kind-unknown",
      where: "notes.json",
      exitCode: 2,
    });
  });

  it("that does not exist is refused, and a dangling link is found, to be reported", async () => {
    await using folder = await createGameFolder();
    await symlink("/nowhere", join(folder.path, "a.tape.json"));
    const refusal = { code: "file-unreadable", message: expect.stringContaining("it does not exist") };
    await expect(find(folder, "b.game.json")).rejects.toMatchObject(refusal);
    await expect(find(folder, "nowhere")).rejects.toMatchObject(refusal);
    expect(await find(folder, ".")).toEqual(["tape a.tape.json"]);
  });
});

it("sorts by path segment, so that a name with a low character does not come in between", async () => {
  await using folder = await createGameFolder({ "a/z": "", "a-b": "", "a/b/c": "" });
  await mkdir(join(folder.path, "empty"));
  expect(await listFilesBelow(folder.path)).toEqual(["a/b/c", "a/z", "a-b"]);
});
