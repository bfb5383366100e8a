import { describe, expect, it } from "vitest";
import { ask, bodiesOf, embedName, hostName, portOf, servePage } from "./ask-site.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

describe("the names of a site", () => {
  it("never change, whatever the port, and carry the plan's query", async () => {
    await using folder = await createGameFolder({ "index.html": "<canvas>" });
    await using site = await servePage(folder, "index.html", "level=3&framegate-seed=7");
    expect(site.hostUrl).toBe(`http://${hostName}/?level=3&framegate-seed=7`);
    expect(site.embedUrl).toBe(`http://${embedName}/?level=3&framegate-seed=7`);
  });

  it("resolve to this machine, and every other name to nothing", async () => {
    await using folder = await createGameFolder({ "index.html": "" });
    await using site = await servePage(folder, "index.html");
    const [host, embed, ...rest] = site.hostRules.split(",");
    expect(host).toMatch(/^MAP game\.framegate\.localhost 127\.0\.0\.1:\d+$/);
    expect(embed).toBe(`MAP ${embedName} 127.0.0.1:${portOf(site)}`);
    expect(rest).toEqual(["MAP * ~NOTFOUND"]);
  });

  it("are all that is answered: a foreign page, which must name the port, reads nothing", async () => {
    await using folder = await createGameFolder({ "index.html": "<canvas>" });
    await using site = await servePage(folder, "index.html");
    for (const host of [`127.0.0.1:${portOf(site)}`, `${embedName}:${portOf(site)}`, "evil.example", "localhost"]) {
      const { status, headers, body } = await ask(site, "/index.html", host);
      expect([status, body, headers["access-control-allow-origin"]], host).toEqual([421, "", undefined]);
    }
    expect(site.takeMissing()).toEqual([]);
  });
});

describe("the host page of an unmodified game", () => {
  it("is one script, under its own name only", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    await using site = await servePage(folder, "index.html");
    const page = await ask(site, "/?framegate-seed=7", hostName);
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.body).toContain('<script src="/framegate/embed-host.js"></script>');
    expect((await ask(site, "/index.html", hostName)).status).toBe(404);
    expect((await ask(site, "/framegate/embed-host.js", embedName)).status).toBe(404);
  });

  it("isolates itself, and is never cached", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    await using site = await servePage(folder, "index.html");
    for (const [path, host] of [
      ["/", hostName],
      ["/index.html", embedName],
      ["/missing", embedName],
    ] as const) {
      expect((await ask(site, path, host)).headers).toMatchObject({
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "no-store",
      });
    }
  });
});

describe("the files of an embedded page", () => {
  it("are found from the served folder up, and from the page's own", async () => {
    await using folder = await createGameFolder({
      "package.json": "{}",
      "shared/atlas.json": "of the package",
      "dist/index.html": '<link href="../shared/atlas.json">',
      "dist/assets/game.js": "of the page",
    });
    await using site = await servePage(folder, "dist/index.html");
    expect(site.embedUrl).toBe(`http://${embedName}/dist/`);
    expect(
      await bodiesOf(site, ["/dist/index.html", "/shared/atlas.json", "/dist/assets/game.js", "/assets/game.js"]),
    ).toEqual(['<link href="../shared/atlas.json">', "of the package", "of the page", "of the page"]);
  });

  it("are those beside it where the package has one of that name, too", async () => {
    await using folder = await createGameFolder({
      "package.json": "{}",
      "a.js": "package",
      "dist/index.html": '<script src="../a.js"></script>',
      "dist/a.js": "page",
    });
    await using site = await servePage(folder, "dist/index.html");
    expect(await bodiesOf(site, ["/a.js"])).toEqual(["page"]);
  });

  it("are those of its own folder if no parent folder is a package", async () => {
    await using folder = await createGameFolder({ "secret.txt": "above", "pong/index.html": "the page" });
    await using site = await servePage(folder, "pong/index.html");
    expect(site.embedUrl).toBe(`http://${embedName}/`);
    expect(await bodiesOf(site, ["/index.html", "/secret.txt"])).toEqual(["the page", 404]);
  });

  it("have the MIME types that browsers require", async () => {
    await using folder = await createGameFolder({
      "index.html": "",
      "a.js": "",
      "b.mjs": "",
      "c.wasm": "",
      "d.json": "{}",
    });
    await using site = await servePage(folder, "index.html");
    const types = await Promise.all(
      ["/a.js", "/b.mjs", "/c.wasm", "/d.json"].map(async (path) => (await ask(site, path)).headers["content-type"]),
    );
    expect(types).toEqual(["text/javascript", "text/javascript", "application/wasm", "application/json"]);
  });

  it("are found by names that have to be encoded, however a page encodes them", async () => {
    const names = ["two words.js", "sprite@2x.png", "a&b=c.json", "50%.txt", "Größe 🍐.txt", "a+b,c;d$e.js"];
    await using folder = await createGameFolder({
      "index.html": "",
      ...Object.fromEntries(names.map((name) => [name, name])),
    });
    await using site = await servePage(folder, "index.html");
    expect(
      await bodiesOf(
        site,
        names.map((name) => `/${encodeURIComponent(name)}`),
      ),
    ).toEqual(names);
    expect(
      await bodiesOf(
        site,
        names.map((name) => `/${encodeURI(name)}`),
      ),
    ).toEqual(names);
  });

  it("may lie in a folder whose name has to be encoded", async () => {
    await using folder = await createGameFolder({
      "a.js": "",
      "my game & co/index.html": '<script src="../a.js"></script>',
    });
    await using site = await servePage(folder, "my game & co/index.html");
    expect(site.embedUrl).toBe(`http://${embedName}/my%20game%20%26%20co/`);
    expect(await bodiesOf(site, [new URL(site.embedUrl ?? "").pathname])).toEqual(['<script src="../a.js"></script>']);
  });

  it("are index pages for folders", async () => {
    await using folder = await createGameFolder({
      "index.html": "the page",
      "menu/index.html": "the menu",
      "a/b.js": "",
    });
    await using site = await servePage(folder, "index.html");
    expect(await bodiesOf(site, ["/", "/?v=1/", "/menu/", "/a/", "/none/"])).toEqual([
      "the page",
      "the page",
      "the menu",
      404,
      404,
    ]);
    const { status, headers } = await ask(site, "/menu?v=1");
    expect([status, headers["location"]]).toEqual([301, "/menu/?v=1"]);
    expect((await ask(site, "/a")).status).toBe(404);
  });

  it("are the same files whatever the query says", async () => {
    await using folder = await createGameFolder({ "index.html": "the page" });
    await using site = await servePage(folder, "index.html");
    expect(await bodiesOf(site, ["/index.html?v=1", "/index.html?a=%40/../b", "/index.html?"])).toEqual([
      "the page",
      "the page",
      "the page",
    ]);
  });

  it("are never outside its folders", async () => {
    await using folder = await createGameFolder({
      "secret.txt": "secret",
      "pong-secrets/secret.txt": "secret",
      "pong/package.json": "{}",
      "pong/index.html": "the page",
    });
    await using site = await servePage(folder, "pong/index.html");
    const attempts = [
      "/../secret.txt",
      "/..%2fsecret.txt",
      "/%2e%2e/secret.txt",
      "/a/../../secret.txt",
      "/../pong-secrets/secret.txt",
    ];
    const more = [
      "/..\\secret.txt",
      "/%5c..%5csecret.txt",
      "//secret.txt",
      "/%00",
      "/%",
      "/%E0%A4%A",
      `/${"../".repeat(40)}etc/passwd`,
    ];
    for (const path of [...attempts, ...more]) expect((await ask(site, path)).status, path).toBe(404);
  });
});

describe("missing files", () => {
  it("are reported in request order, with their destination, once", async () => {
    await using folder = await createGameFolder({ "index.html": "" });
    await using site = await servePage(folder, "index.html");
    await ask(site, "/b.png?v=1", embedName, { "sec-fetch-dest": "image" });
    for (const path of ["/a%402x.png", "/index.html"]) await ask(site, path);
    await ask(site, "/framegate/nowhere.js", hostName, { "sec-fetch-dest": "script" });
    expect(site.takeMissing()).toEqual([
      { url: `http://${embedName}/b.png?v=1`, destination: "image", answer: null },
      { url: `http://${embedName}/a%402x.png`, destination: "unknown", answer: null },
      { url: `http://${hostName}/framegate/nowhere.js`, destination: "script", answer: null },
    ]);
    expect(site.takeMissing()).toEqual([]);
  });

  it("include those of which a clone has only a pointer of Git LFS", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;
    await using folder = await createGameFolder({ "index.html": "", "hero.png": pointer, "notes.txt": "version 1\n" });
    await using site = await servePage(folder, "index.html");
    for (const path of ["/hero.png", "/notes.txt"]) await ask(site, path, embedName, { "sec-fetch-dest": "image" });
    expect(site.takeMissing()).toEqual([
      {
        url: `http://${embedName}/hero.png`,
        destination: "image",
        answer: expect.stringContaining("git lfs pull") as string,
      },
    ]);
  });
});

describe("a site", () => {
  it("answers nobody once it is disposed of", async () => {
    await using folder = await createGameFolder({ "index.html": "" });
    const site = await servePage(folder, "index.html");
    await site[Symbol.asyncDispose]();
    await expect(ask(site, "/index.html")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("does not interfere with another", async () => {
    await using folder = await createGameFolder({ "a.html": "a", "b.html": "b" });
    await using first = await servePage(folder, "a.html");
    await using second = await servePage(folder, "b.html");
    expect(portOf(first)).not.toBe(portOf(second));
    expect([await bodiesOf(first, ["/a.html"]), await bodiesOf(second, ["/b.html"])]).toEqual([["a"], ["b"]]);
  });
});
