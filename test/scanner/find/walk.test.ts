import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shownPath, walkSources } from "../../../scanner/find/walk.ts";
import { createSourceFolder, type SourceFolder } from "../source-folder.ts";

async function walk(
  folder: SourceFolder,
  named: readonly string[] = ["."],
  ignore: readonly string[] = [],
): Promise<readonly string[]> {
  const { files } = await walkSources(
    named.map((name) => join(folder.path, name)),
    { cwd: folder.path, ignore, signal: new AbortController().signal },
  );
  return files.map((file) => shownPath(file, folder.path));
}

describe("a walk", () => {
  it("finds every kind of source, in the order of their names", async () => {
    const names = [
      "z.ts",
      "b/a.tsx",
      "a.mts",
      "a.cts",
      "a.js",
      "a.jsx",
      "a.mjs",
      "a.cjs",
      "a.vue",
      "a.svelte",
      "a.html",
      "A.TS",
    ];
    using folder = createSourceFolder(
      Object.fromEntries([...names, "a.css", "a.json", "README.md", "a.png"].map((name) => [name, ""])),
    );
    expect(await walk(folder)).toEqual([...names].sort());
  });

  it("skips declarations silently", async () => {
    using folder = createSourceFolder({ "a.d.ts": "", "b.d.mts": "", "c.d.css.ts": "", "d.ts": "", "e.data.ts": "" });
    expect(await walk(folder)).toEqual(["d.ts", "e.data.ts"]);
  });

  it("reports sources in languages that it cannot read", async () => {
    using folder = createSourceFolder({ "a.coffee": "", "b.astro": "", "c.txt": "" });
    const { unscanned } = await walkSources([folder.path], {
      cwd: folder.path,
      ignore: [],
      signal: new AbortController().signal,
    });
    expect(unscanned.map((file) => shownPath(file, folder.path))).toEqual(["a.coffee", "b.astro"]);
  });

  it("leaves out packages, builds and version control folders", async () => {
    using folder = createSourceFolder({
      "node_modules/a/a.js": "",
      "dist/a.js": "",
      ".git/a.js": "",
      "lib/node_modules/a.js": "",
      "src/a.js": "",
    });
    expect(await walk(folder)).toEqual(["src/a.js"]);
  });

  it("scans a named path even inside a folder that it would leave out", async () => {
    using folder = createSourceFolder({ "node_modules/a/a.js": "" });
    expect(await walk(folder, ["node_modules/a"])).toEqual(["node_modules/a/a.js"]);
  });

  it("throws for a missing path", async () => {
    using folder = createSourceFolder();
    await expect(walk(folder, ["nowhere"])).rejects.toThrow(
      expect.objectContaining({ problem: "path-missing", path: "nowhere" }),
    );
  });

  it("lists a file once, however often it is named", async () => {
    using folder = createSourceFolder({ "src/a.ts": "" });
    expect(await walk(folder, [".", "src", "src/a.ts"])).toEqual(["src/a.ts"]);
  });
});

describe("a .gitignore", () => {
  it("is obeyed, and the deepest one with a matching rule decides", async () => {
    using folder = createSourceFolder({
      ".gitignore": "generated/\n*.min.js\n",
      "generated/a.ts": "",
      "a.min.js": "",
      "lib/.gitignore": "!keep.min.js\n",
      "lib/keep.min.js": "",
      "lib/other.min.js": "",
      "src/a.ts": "",
    });
    expect(await walk(folder)).toEqual(["lib/keep.min.js", "src/a.ts"]);
  });

  it("applies from the top of the repository, but not from above it", async () => {
    using folder = createSourceFolder({
      ".gitignore": "a.ts",
      "repository/.gitignore": "b.ts",
      "repository/game/a.ts": "",
      "repository/game/b.ts": "",
      "repository/game/c.ts": "",
    });
    mkdirSync(join(folder.path, "repository/.git"));
    expect(await walk(folder, ["repository/game"])).toEqual(["repository/game/a.ts", "repository/game/c.ts"]);
  });

  it("does not exclude a folder that is named itself", async () => {
    using folder = createSourceFolder({ ".git/config": "", ".gitignore": "generated/", "generated/a.ts": "" });
    expect(await walk(folder, ["generated"])).toEqual(["generated/a.ts"]);
  });
});

describe("an interruption", () => {
  it("ends a walk that would go on for minutes", async () => {
    const patterns = Array.from({ length: 100_000 }, (_, index) => `a*${String(index)}`).join("\n");
    const files = Array.from({ length: 2000 }, (_, index) => [`src/a${String(index)}b.ts`, ""] as const);
    using folder = createSourceFolder({ ".git/config": "", ".gitignore": patterns, ...Object.fromEntries(files) });
    const interruption = new AbortController();
    const walking = walkSources([folder.path], { cwd: folder.path, ignore: [], signal: interruption.signal });
    setImmediate(() => {
      interruption.abort(new Error("enough"));
    });
    await expect(walking).rejects.toThrow("enough");
  });
});

describe("--ignore", () => {
  it("uses the syntax of .gitignore, and applies to named files too", async () => {
    using folder = createSourceFolder({ "src/a.ts": "", "src/a.test.ts": "", "vendor/b.js": "" });
    expect(await walk(folder, [".", "src/a.test.ts"], ["*.test.ts", "/vendor"])).toEqual(["src/a.ts"]);
  });
});

describe("a symbolic link", () => {
  it("to a parent folder does not loop", async () => {
    using folder = createSourceFolder({ "src/a.ts": "" });
    symlinkSync(folder.path, join(folder.path, "src/loop"));
    symlinkSync(join(folder.path, "src"), join(folder.path, "src/self"));
    expect(await walk(folder)).toEqual(["src/a.ts"]);
  });

  it("to another place is followed once", async () => {
    using elsewhere = createSourceFolder({ "a.ts": "", "deep/b.ts": "" });
    using folder = createSourceFolder({ "src/c.ts": "" });
    symlinkSync(elsewhere.path, join(folder.path, "one"));
    symlinkSync(elsewhere.path, join(folder.path, "two"));
    symlinkSync(folder.path, join(elsewhere.path, "back"));
    expect(await walk(folder)).toEqual(["one/a.ts", "one/deep/b.ts", "src/c.ts"]);
  });

  it("to nothing is skipped", async () => {
    using folder = createSourceFolder({ "a.ts": "" });
    symlinkSync(join(folder.path, "gone"), join(folder.path, "b.ts"));
    expect(await walk(folder)).toEqual(["a.ts"]);
  });

  it("to itself is skipped, and is missing if it is named", async () => {
    using folder = createSourceFolder({ "a.ts": "" });
    symlinkSync("b.ts", join(folder.path, "b.ts"));
    expect(await walk(folder)).toEqual(["a.ts"]);
    await expect(walk(folder, ["b.ts"])).rejects.toThrow(expect.objectContaining({ problem: "path-missing" }));
  });
});
