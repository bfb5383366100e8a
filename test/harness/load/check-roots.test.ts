import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkRoots } from "../../../harness/load/check-roots.ts";
import { validateManifest } from "../../../src/formats/manifest.ts";
import { resolveManifest } from "../../../src/formats/resolve-manifest.ts";
import { createGameFolder, manifestOf } from "../fixtures/game-folder.ts";

async function check(urls: readonly string[]): Promise<readonly string[]> {
  const roots = urls.map((url, index) => ({
    id: `root${String(index)}`,
    adapter: { surface: "pixijs", ingest: { strategy: "opaque-embed", entryHtml: "a.html", assets: { "/img/": url } } },
  }));
  const written = validateManifest(JSON.stringify(manifestOf({ roots })));
  if (!written.ok) throw new Error(JSON.stringify(written.errors));
  const resolved = resolveManifest(written.value, "local");
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.errors));
  await using folder = await createGameFolder({ "a.html": "" });
  return await checkRoots(resolved.value, {
    gameDir: folder.path,
    manifestPath: join(folder.path, "framegate.game.json"),
  });
}

describe("rewrites of requests", () => {
  it("may be the same in several roots", async () => {
    await expect(check(["/a/", "/a/"])).resolves.toEqual([]);
  });

  it("must not map one substring to two URLs, because the roots share an origin", async () => {
    await expect(check(["/a/", "/b/", "/a/"])).rejects.toMatchObject({
      code: "assets-conflict",
      message: 'The roots "root0" and "root1" rewrite requests with "/img/" to different URLs.',
    });
  });
});
