import { mkdir, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, parse } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { privateKind } from "../../../harness/load/private-folder.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

function withHome<T>(home: GameFolder, act: () => T): T {
  vi.stubEnv("HOME", home.path).stubEnv("USERPROFILE", home.path);
  try {
    return act();
  } finally {
    vi.unstubAllEnvs();
  }
}

describe("a folder that holds more than a game", () => {
  it("is the root of the disk, a home folder, or the one for temporary files", () => {
    expect(privateKind(parse(process.cwd()).root)).toBe("the root of the disk");
    expect(privateKind(homedir())).toBe("a home folder");
    expect(privateKind(tmpdir())).toBe("the folder for temporary files");
  });

  it.skipIf(process.platform === "win32").each([
    ["/root", "a home folder"],
    ["/home", "a folder of home folders"],
    ["/home/somebody", "a home folder"],
    ["/Users/somebody", "a home folder"],
    ["/var/home/somebody", "a home folder"],
    ["/home/somebody/Downloads", "a folder for files of all kinds"],
    ["/mnt/c/Users/somebody", "a home folder"],
    ["/mnt/c/Users/somebody/Desktop", "a folder for files of all kinds"],
    ["/mnt/c", "a folder of the system"],
    ["/tmp", "the folder for temporary files"],
    ["/etc", "a folder of the system"],
  ])("is %s, on a system that has it", (folder, kind) => {
    expect(privateKind(folder)).toBe(kind);
  });

  it
    .skipIf(process.platform === "win32")
    .each([
      "/app",
      "/srv/game",
      "/var/www/html",
      "/home/somebody/pong",
      "/home/somebody/Downloads/pong",
      "/data/home/pong",
      "/data/Downloads",
      "/tmp/pong",
      "/mnt/c/games",
    ])("is not %s", (folder) => {
    expect(privateKind(folder)).toBeNull();
  });

  it("is this user's home, under any path", async () => {
    await using home = await createGameFolder();
    await using other = await createGameFolder();
    await symlink(home.path, join(other.path, "link"));
    expect(privateKind(join(other.path, "link"))).toBeNull();
    expect(withHome(home, () => privateKind(home.path))).toBe("a home folder");
    expect(withHome(home, () => privateKind(join(other.path, "link")))).toBe("a home folder");
  });

  it("is one that a desktop creates in a home, by its name in the user's language", async () => {
    await using home = await createGameFolder({
      ".config/user-dirs.dirs": '# A comment\nXDG_DOWNLOAD_DIR="$HOME/Descargas"\nXDG_MUSIC_DIR="$HOME/"\n',
    });
    for (const name of ["Descargas", "Desca", "games"]) await mkdir(join(home.path, name));
    const kindOf = (name: string): string | null => withHome(home, () => privateKind(join(home.path, name)));
    expect(["Descargas", "Desca", "games"].map(kindOf)).toEqual(["a folder for files of all kinds", null, null]);
  });
});
