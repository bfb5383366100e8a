import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { distDir } from "../../../harness/package-root.ts";
import { buildFailed } from "../../../harness/serve/blame-build.ts";

const target = { gameDir: "/game", manifestPath: "/game/framegate.game.json", manifest: { name: "Game", roots: [] } };

function failureOf(thrown: unknown): unknown {
  const { code, exitCode, message } = buildFailed(target, thrown, "/cache/builds/one");
  return { code, exitCode, message: message.split("\n", 1)[0] };
}

describe("the error of a build", () => {
  it.each([
    new Error(
      "Failed to write file in /cache/builds/one.x/host.js\nCaused by:\n  No space left on device (os error 28)",
    ),
    new Error("ENOSPC: no space left on device, write"),
    Object.assign(new Error("EROFS: read-only file system, mkdir '/cache/builds'"), { path: "/cache/builds" }),
    Object.assign(new Error("EACCES: permission denied, mkdir '/cache'"), { path: "/cache" }),
  ])("is write-failed if the build cannot be written: %s", (thrown) => {
    expect(failureOf(thrown)).toMatchObject({
      code: "write-failed",
      exitCode: 6,
      message: expect.stringContaining("Cannot write /cache/builds/one: ") as string,
    });
  });

  it("names the manifest if an adapter's library is missing, and otherwise the game's importing file", () => {
    const roots = [
      { id: "main", adapter: { kind: "default", name: "pixijs" } },
    ] as unknown as typeof target.manifest.roots;
    const game = { ...target, manifest: { name: "Game", roots } };
    const missingIn = (file: string): unknown =>
      buildFailed(game, new Error(`Rolldown failed to resolve import "pixi.js" from "${file}".`), "/cache/builds/one")
        .where;
    expect(missingIn(join(distDir, "src/adapters/pixijs.js"))).toBe("/game/framegate.game.json");
    expect(missingIn("/game/src/main.ts")).toBe("src/main.ts");
  });

  it("is otherwise the game's, even if its own code cannot read a file", () => {
    const unreadable = Object.assign(new Error("EACCES: permission denied, open '/secret'"), { path: "/secret" });
    expect(failureOf(unreadable)).toMatchObject({ code: "build-failed", exitCode: 2 });
    expect(failureOf("odd")).toMatchObject({ code: "build-failed", exitCode: 2 });
  });
});
