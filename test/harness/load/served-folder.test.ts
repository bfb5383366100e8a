import { homedir } from "node:os";
import { basename, join, relative } from "node:path";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { findServedFolder } from "../../../harness/load/served-folder.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

/** Folder served for `page`, relative to the root of the fixture, and the deciding reference. */
async function served(
  files: Readonly<Record<string, string>>,
  page: string,
): Promise<readonly [string, string | null]> {
  await using folder = await createGameFolder(files);
  const { folder: found, because } = findServedFolder(join(folder.path, page));
  return [relative(folder.path, found) || ".", because];
}

const engine = { "package.json": "{}", "build/engine.js": "", "shared/sky.png": "" };

describe("the folder that is served for a page", () => {
  it("is its own, whatever lies around it", async () => {
    expect(
      await served({ ...engine, "demo/index.html": '<script src="main.js"></script>' }, "demo/index.html"),
    ).toEqual(["demo", null]);
  });

  it.each([
    ["a script", '<script src="../build/engine.js"></script>'],
    ["a script without quotes", "<script src=../build/engine.js></script>"],
    ["an import map", '<script type="importmap">{"imports":{"engine":"../build/engine.js"}}</script>'],
    ["a module of its own", '<script type="module">import * as engine from "../build/engine.js"</script>'],
    ["a style", "<style>body { background: url(../build/engine.js) }</style>"],
  ])("holds what the page refers to by %s", async (_, html) => {
    expect(await served({ ...engine, "demo/index.html": html }, "demo/index.html")).toEqual([
      ".",
      "../build/engine.js",
    ]);
  });

  it("is the smallest that holds all of it", async () => {
    const files = { "package.json": "{}", "a/b/lib.js": "", "a/b/c/index.html": '<script src="../lib.js"></script>' };
    expect(await served(files, "a/b/c/index.html")).toEqual(["a/b", "../lib.js"]);
  });

  it("holds missing files that the page refers to, so that the error names the intended file", async () => {
    const html = '<script src="../build/unbuilt.js"></script>';
    expect(await served({ ...engine, "demo/index.html": html }, "demo/index.html")).toEqual([
      ".",
      "../build/unbuilt.js",
    ]);
  });

  it("holds existing files that scripts and styles refer to, relative to them or to the page", async () => {
    const html = '<script type="module" src="src/main.js"></script><link rel="stylesheet" href="style/main.css">';
    const page = { ...engine, "demo/index.html": html, "demo/src/main.js": "", "demo/style/main.css": "" };
    const of = async (change: Readonly<Record<string, string>>): Promise<readonly [string, string | null]> =>
      await served({ ...page, ...change }, "demo/index.html");
    expect(await of({ "demo/src/main.js": 'import "../../build/engine.js"' })).toEqual([".", "../../build/engine.js"]);
    expect(await of({ "demo/src/main.js": 'fetch("../shared/sky.png")' })).toEqual([".", "../shared/sky.png"]);
    expect(await of({ "demo/style/main.css": "a { background: url(../../shared/sky.png) }" })).toEqual([
      ".",
      "../../shared/sky.png",
    ]);
    expect(await of({ "demo/src/main.js": 'text = "../../nothing/here"' })).toEqual(["demo", null]);
  });

  it("holds files that the page refers to by absolute paths", async () => {
    const html = '<script src="/build/engine.js"></script>';
    expect(await served({ ...engine, "demo/index.html": html }, "demo/index.html")).toEqual([".", "/build/engine.js"]);
    const own = { ...engine, "demo/index.html": html, "demo/build/engine.js": "" };
    expect(await served(own, "demo/index.html")).toEqual(["demo", null]);
  });

  it("ends at the page's package", async () => {
    const files = { "secret.txt": "", "game/package.json": "{}", "game/index.html": '<img src="../secret.txt">' };
    expect(await served(files, "game/index.html")).toEqual(["game", null]);
  });

  it("follows modules that import each other in a cycle", async () => {
    const files = {
      "index.html": '<script type="module" src="a.js"></script>',
      "a.js": 'import "./b.js"',
      "b.js": 'import "./a.js"',
    };
    expect(await served(files, "index.html")).toEqual([".", null]);
  });

  it("is never the folder for temporary files", async () => {
    await using other = await createGameFolder({ "secret.js": "" });
    const html = `<script src="../${basename(other.path)}/secret.js"></script>`;
    expect(await served({ "index.html": html }, "index.html")).toEqual([".", null]);
  });

  it("is never a home folder or the root of the disk", async () => {
    const folder = await mkdtemp(join(homedir(), "framegate-test-"));
    try {
      const page = join(folder, "index.html");
      await writeFile(page, '<img src="../.profile"><img src="../../etc/passwd"><img src="../../../../../etc/passwd">');
      expect(findServedFolder(page)).toEqual({ folder, because: null });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
