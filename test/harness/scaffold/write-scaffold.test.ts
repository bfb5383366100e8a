import { chmod, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeScaffold } from "../../../harness/scaffold/write-scaffold.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

const files = [
  { path: ".vscode/settings.json", text: "{}" },
  { path: "game.json", text: "{ ü }" },
  { path: "src/deep/main.ts", text: "" },
];
const gently = { signal: new AbortController().signal, force: false };
const byForce = { ...gently, force: true };

async function listing(folder: GameFolder): Promise<readonly string[]> {
  return (await readdir(folder.path, { recursive: true })).sort();
}

const whole = [".vscode", ".vscode/settings.json", "game.json", "src", "src/deep", "src/deep/main.ts"];

describe("a new game", () => {
  it("is written into a new folder with new parents", async () => {
    await using folder = await createGameFolder();
    await writeScaffold(join(folder.path, "some/where/game"), files, gently);
    const expected = ["some", "some/where", "some/where/game", ...whole.map((path) => `some/where/game/${path}`)];
    expect(await listing(folder)).toEqual(expected.sort());
    expect(await readFile(join(folder.path, "some/where/game/game.json"), "utf8")).toBe("{ ü }");
  });

  it("has a folder with default permissions", async () => {
    await using folder = await createGameFolder({ "plain/file": "" });
    await writeScaffold(join(folder.path, "game"), files, gently);
    const modes = await Promise.all(["game", "plain"].map(async (name) => (await stat(join(folder.path, name))).mode));
    expect(modes[0]).toBe(modes[1]);
  });

  it("joins a folder's contents, even through a link", async () => {
    await using folder = await createGameFolder({ "game/README.md": "mine", "game/src/other.ts": "" });
    await symlink("game", join(folder.path, "link"));
    await writeScaffold(join(folder.path, "link"), files, byForce);
    const listed = (await readdir(join(folder.path, "game"), { recursive: true })).sort();
    expect(listed).toEqual(["README.md", "src/other.ts", ...whole].sort());
    expect(await readFile(join(folder.path, "game/README.md"), "utf8")).toBe("mine");
  });
});

describe("a folder with other things", () => {
  it.each(["README.md", "LICENSE", ".git/config", ".gitattributes", ".github/workflows/a.yml", ".DS_Store"])(
    "is accepted with %s",
    async (name) => {
      await using folder = await createGameFolder({ [`game/${name}`]: "mine" });
      await writeScaffold(join(folder.path, "game"), files, gently);
      expect(await readFile(join(folder.path, "game", name), "utf8")).toBe("mine");
    },
  );

  it("is refused with the names of its entries, and nothing is written", async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`old-${String(index + 10)}`, ""]));
    await using folder = await createGameFolder({ "README.md": "", ".env": "", ...many });
    const before = await listing(folder);
    await expect(writeScaffold(folder.path, files, gently)).rejects.toMatchObject({
      code: "folder-not-empty",
      exitCode: 2,
      message: `${folder.path} is not empty: .env, old-10, old-11, old-12, old-13, old-14, old-15, old-16, old-17, old-18 and 3 more.`,
    });
    expect(await listing(folder)).toEqual(before);
  });

  it("is joined by force, which replaces files and leaves the rest", async () => {
    await using folder = await createGameFolder({ "game.json": "old", "mine.txt": "mine", "src/mine.ts": "mine" });
    await writeScaffold(folder.path, files, byForce);
    expect(await listing(folder)).toEqual(["mine.txt", "src/mine.ts", ...whole].sort());
    expect(await readFile(join(folder.path, "game.json"), "utf8")).toBe("{ ü }");
    expect(await readFile(join(folder.path, "mine.txt"), "utf8")).toBe("mine");
  });

  it("keeps what force would have replaced if a file cannot be written in the end", async () => {
    await using folder = await createGameFolder({ "game.json": "old" });
    await symlink("/nowhere", join(folder.path, "src"));
    await expect(writeScaffold(folder.path, files, byForce)).rejects.toMatchObject({ code: "write-failed" });
    expect(await listing(folder)).toEqual(["game.json", "src"]);
    expect(await readFile(join(folder.path, "game.json"), "utf8")).toBe("old");
  });

  it("keeps a folder that is in a file's way, even with force", async () => {
    await using folder = await createGameFolder({ "game.json/inside": "mine" });
    await expect(writeScaffold(folder.path, files, byForce)).rejects.toMatchObject({ code: "would-overwrite" });
    expect(await listing(folder)).toEqual(["game.json", "game.json/inside"]);
  });
});

describe("a game that would overwrite something", () => {
  it.each([
    ["a file", { "game.json": "mine", "other.txt": "" }, "game.json"],
    ["a file where a folder is to be", { src: "mine" }, "src/deep/main.ts"],
    ["a folder where a file is to be", { "game.json/inside": "mine" }, "game.json"],
  ])("writes nothing: %s", async (_what, taken, named) => {
    await using folder = await createGameFolder(taken);
    const before = await listing(folder);
    await expect(writeScaffold(folder.path, files, gently)).rejects.toMatchObject({
      code: "would-overwrite",
      exitCode: 2,
      message: `${folder.path} already holds ${named}.`,
    });
    expect(await listing(folder)).toEqual(before);
  });

  it("treats a dangling link as an existing file", async () => {
    await using folder = await createGameFolder();
    await symlink("/nowhere", join(folder.path, "game.json"));
    await expect(writeScaffold(folder.path, files, gently)).rejects.toMatchObject({ code: "would-overwrite" });
  });

  it("does not mistake a file for a folder", async () => {
    await using folder = await createGameFolder({ game: "mine" });
    await expect(writeScaffold(join(folder.path, "game"), files, gently)).rejects.toMatchObject({
      code: "would-overwrite",
    });
    expect(await readFile(join(folder.path, "game"), "utf8")).toBe("mine");
  });
});

describe("a game that cannot be written completely", () => {
  it("leaves no files when it is interrupted, in a new folder or an existing one", async () => {
    await using folder = await createGameFolder({ "here/README.md": "mine" });
    const before = await listing(folder);
    const interrupted = { signal: AbortSignal.abort(new Error("interrupted")), force: true };
    await expect(writeScaffold(join(folder.path, "new/game"), files, interrupted)).rejects.toThrow("interrupted");
    await expect(writeScaffold(join(folder.path, "here"), files, interrupted)).rejects.toThrow("interrupted");
    expect(await listing(folder)).toEqual(before);
  });

  it("leaves no files when one of them finds its path taken", async () => {
    await using folder = await createGameFolder({ "README.md": "mine" });
    // Two files with one path: the second finds the first in its way, as if somebody had just put it there.
    const twice = [...files, { path: "src/deep/main.ts", text: "another" }];
    await expect(writeScaffold(folder.path, twice, gently)).rejects.toMatchObject({
      code: "write-failed",
      exitCode: 6,
    });
    expect(await listing(folder)).toEqual(["README.md"]);
  });

  it("says why a folder is not writable", async () => {
    await using folder = await createGameFolder({ file: "" });
    await chmod(join(folder.path, "file"), 0o644);
    await expect(writeScaffold(join(folder.path, "file/game"), files, gently)).rejects.toMatchObject({
      code: expect.stringMatching(/^(write-failed|would-overwrite)$/),
    });
    expect(await listing(folder)).toEqual(["file"]);
  });
});
