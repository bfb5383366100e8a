import { execFileSync } from "node:child_process";
import { chmod, mkdir, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { ask, bodiesOf, embedName, servePage } from "./ask-site.ts";

describe("anything outside a game", () => {
  it("is not served: hidden files, links that leave the project, special files", async () => {
    await using outside = await createGameFolder({ "secret.txt": "secret", "library/package.json": "{}" });
    await using folder = await createGameFolder({
      "package.json": "{}",
      ".env": "KEY=1",
      ".git/config": "url",
      ".well-known/app.json": "app",
      "game/index.html": '<img src="../shared/image.svg">',
      "game/.hidden/a.txt": "hidden",
      "shared/image.svg": "<svg/>",
    });
    await mkdir(join(folder.path, "node_modules"));
    const links = [
      ["game/secret.txt", join(outside.path, "secret.txt")],
      ["game/outside", outside.path],
      ["game/image.svg", join(folder.path, "shared/image.svg")],
      ["node_modules/linked", join(outside.path, "library")],
      ["node_modules/data", outside.path],
      ["node_modules/linked/secret.txt", join(outside.path, "secret.txt")],
    ] as const;
    for (const [name, target] of links) await symlink(target, join(folder.path, name));
    await using site = await servePage(folder, "game/index.html");
    const linked = ["/node_modules/data/secret.txt", "/node_modules/linked/secret.txt"];
    const kept = ["/.env", "/%2eenv", "/.git/config", "/.git%2Fconfig", "/.hidden/a.txt"];
    for (const path of [...kept, "/secret.txt", "/outside/secret.txt", "/game/secret.txt", "/shared", ...linked])
      expect((await ask(site, path)).status, path).toBe(404);
    const given = ["/.well-known/app.json", "/image.svg", "/game/image.svg", "/node_modules/linked/package.json"];
    expect(await bodiesOf(site, given)).toEqual(["app", "<svg/>", "<svg/>", "{}"]);
  });

  it("is not served: a home folder, though it holds a package", async () => {
    await using folder = await createGameFolder({ "package.json": "{}", "diary.txt": "", "game/index.html": "page" });
    vi.stubEnv("HOME", folder.path).stubEnv("USERPROFILE", folder.path);
    await using site = await servePage(folder, "game/index.html").finally(() => vi.unstubAllEnvs());
    expect(await bodiesOf(site, ["/index.html", "/diary.txt", "/package.json"])).toEqual(["page", 404, 404]);
  });

  it.skipIf(process.platform === "win32")("does not stop the server: a pipe, a file without permission", async () => {
    await using folder = await createGameFolder({ "index.html": "page", "locked.txt": "locked" });
    execFileSync("mkfifo", [join(folder.path, "pipe")]);
    await chmod(join(folder.path, "locked.txt"), 0);
    await using site = await servePage(folder, "index.html");
    expect((await ask(site, "/pipe")).status).toBe(404);
    // Root may read every file.
    expect((await ask(site, "/locked.txt")).status).toBe(process.getuid?.() === 0 ? 200 : 404);
    expect(await bodiesOf(site, ["/index.html"])).toEqual(["page"]);
  });
});

describe("a served file", () => {
  it("is decompressed by the browser only if a page could not do that itself", async () => {
    const encoded = ["game.js.gz", "game.WASM.gz", "build.data.gz", "level.json.br"];
    const raw = ["level.json.gz", "sky.vox.gz", "datajs.gz", "br"];
    const names = [...encoded, ...raw];
    const files: Record<string, string> = { "index.html": "page" };
    for (const name of names) files[name] = "x";
    await using folder = await createGameFolder(files);
    await using site = await servePage(folder, "index.html");
    const encodings = await Promise.all(
      names.map(async (name) => (await ask(site, `/${name}`)).headers["content-encoding"] ?? null),
    );
    expect(encodings).toEqual(["gzip", "gzip", "gzip", "br", null, null, null, null]);
  });

  it("answers every range: with the part, or with the whole", async () => {
    await using folder = await createGameFolder({ "index.html": "0123456789" });
    await using site = await servePage(folder, "index.html");
    const askRange = async (range: string): Promise<unknown> =>
      await ask(site, "/index.html", embedName, { range }).then(({ status, body }) => [status, body]);
    expect(await askRange("bytes=2-4")).toEqual([206, "234"]);
    expect(await askRange("bytes=7-")).toEqual([206, "789"]);
    expect(await askRange("bytes=8-99")).toEqual([206, "89"]);
    expect(await askRange("bytes=-3")).toEqual([206, "789"]);
    expect(await askRange("bytes=-99")).toEqual([206, "0123456789"]);
    for (const range of ["bytes=20-30", "bytes=10-", "bytes=-0"])
      expect(await askRange(range), range).toEqual([416, ""]);
    for (const range of ["bytes=10-5", "bytes=-", "bytes=0-1,3-4", "bytes=a-b", "lines=1-2", "bytes=1e9-2"])
      expect(await askRange(range), range).toEqual([200, "0123456789"]);
  });

  it("shows no date of this machine", async () => {
    await using folder = await createGameFolder({ "index.html": "page" });
    await using site = await servePage(folder, "index.html");
    const before = await ask(site, "/index.html");
    await utimes(join(folder.path, "index.html"), 1, 1);
    expect((await ask(site, "/index.html")).headers).toEqual(before.headers);
    for (const name of ["etag", "date"]) expect(before.headers).not.toHaveProperty(name);
  });
});
