import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayServe } from "../../../harness/dev/source-guard.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

describe("the files that a development server may serve", () => {
  it("are the game's that are not hidden, and installed packages", async () => {
    await using folder = await createGameFolder({
      "secret.txt": "",
      "shared/steer.ts": "",
      "game/src/main.ts": "",
      "game/.env": "",
      "game/.git/config": "",
      "game/node_modules/.store/three/node_modules/three/index.js": "",
      "game/node_modules/three/.npmrc": "",
      "own/.cache/deps/three.js": "",
    });
    const gameDir = join(folder.path, "game");
    await symlink(join(folder.path, "secret.txt"), join(gameDir, "link.txt"));
    await symlink(join(gameDir, ".env"), join(gameDir, "env.txt"));
    await symlink(join(gameDir, "src"), join(gameDir, "sources"));
    const folders = {
      gameDir,
      served: gameDir,
      publicDir: null,
      own: [join(folder.path, "own/.cache")],
      isImported: (file: string) => file === join(folder.path, "shared/steer.ts"),
    };
    const allowed = (url: string): boolean => mayServe(url, folders);
    expect(
      [
        "/src/main.ts?t=1",
        "/sources/main.ts",
        "/@vite/client",
        "/@id/__x00__virtual:framegate-dev",
        "/node_modules/.store/three/node_modules/three/index.js",
        `/@fs${gameDir}/src/main.ts`,
        `/@fs${folder.path}/own/.cache/deps/three.js?v=1`,
        "/src/none.ts",
        `/@fs${folder.path}/shared/steer.ts`,
      ].filter((url) => !allowed(url)),
    ).toEqual([]);
    expect(
      [
        "/.env",
        "/.env?raw",
        "/%2eenv",
        "/.git/config",
        "/link.txt",
        "/env.txt",
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/node_modules/three/.npmrc",
        `/@fs${folder.path}/secret.txt`,
        `/@fs${gameDir}/.env?import&raw`,
        `/@fs${gameDir}/../secret.txt`,
        "/%",
      ].filter(allowed),
    ).toEqual([]);
  });
});
