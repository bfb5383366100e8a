import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { glob } from "tinyglobby";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expandPattern } from "../../../scanner/find/expand-pattern.ts";
import { shownPath, walkSources, type WalkOptions } from "../../../scanner/find/walk.ts";
import { createSourceFolder, type SourceFolder } from "../source-folder.ts";

function options(cwd: string): WalkOptions {
  return { cwd, ignore: [], signal: new AbortController().signal };
}

async function expand(pattern: string, cwd: string): Promise<readonly string[]> {
  const paths = await expandPattern(pattern, options(cwd));
  return paths.map((path) => shownPath(path, cwd));
}

/** Calls `act` while a folder is unreadable. The system refuses root nothing, so that root is another user meanwhile. */
async function whileLocked(path: string, act: () => Promise<void>): Promise<void> {
  const user = process.geteuid?.();
  chmodSync(path, 0);
  try {
    if (user === 0) process.seteuid?.("nobody");
    await act();
  } finally {
    if (user === 0) process.seteuid?.(user);
    chmodSync(path, 0o700);
  }
}

describe("a pattern", () => {
  const names = ["a", "ab", "b", ".a"];
  const folders = ["", ...names.flatMap((one) => [`${one}/`, ...names.map((two) => `${one}/${two}/`)])];
  const files = folders.flatMap((folder) => ["a.js", "b.ts", ".b.js", "a,b"].map((name) => folder + name));
  let folder: SourceFolder | null = null;
  beforeAll(() => {
    folder = createSourceFolder(Object.fromEntries(files.map((file) => [file, ""])));
  });
  afterAll(() => {
    folder?.[Symbol.dispose]();
  });

  it("matches the files that tinyglobby matches", async () => {
    const cwd = folder?.path ?? "";
    const piece = fc.constantFrom(
      "a",
      "b",
      "*",
      "?",
      "/",
      "**/",
      ".",
      "[ab]",
      "[!a]",
      "{a,b}",
      "{js,ts}",
      "{a,{b,ab}}/",
    );
    const pattern = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join(""))
      // tinyglobby does not document empty names, two stars beside a name, or classes that match a dot.
      .filter((one) => !/\/\/|^\/|\*\*\*|[^/]\*\*|\*\*[^/]|(?:^|\/)\.{1,2}(?:\/|$)|(?:^|\/)\[!|\/$/.test(one));
    await fc.assert(
      fc.asyncProperty(pattern, async (one) => {
        const theirs = await glob(one, { cwd, expandDirectories: false });
        expect(await expand(one, cwd)).toEqual([...new Set(theirs)].sort());
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("may begin above the folder, or anywhere", async () => {
    using outer = createSourceFolder({ "one/a.ts": "", "two/b.ts": "" });
    expect(await expand("../two/*.ts", join(outer.path, "one"))).toEqual(["../two/b.ts"]);
    expect(await expand(join(outer.path, "*/a.ts"), outer.path)).toEqual(["one/a.ts"]);
  });

  it("does not match packages unless it names them", async () => {
    using packages = createSourceFolder({ "node_modules/a/a.js": "", "src/a.js": "", ".git/a.js": "" });
    expect(await expand("**/*.js", packages.path)).toEqual(["src/a.js"]);
    expect(await expand("node_modules/**/*.js", packages.path)).toEqual(["node_modules/a/a.js"]);
  });

  it("follows a link once, so that cycles end", async () => {
    using linked = createSourceFolder({ "src/a.ts": "" });
    symlinkSync(linked.path, join(linked.path, "src/loop"));
    expect(await expand("**/a.ts", linked.path)).toEqual(["src/a.ts", "src/loop/src/a.ts"]);
  });

  it.skipIf(process.seteuid === undefined)("is refused if a folder below it cannot be read", async () => {
    using mixed = createSourceFolder({ "src/a.ts": "", "src/locked/b.ts": "", "other/c.ts": "" });
    chmodSync(mixed.path, 0o755);
    symlinkSync(join(mixed.path, "gone"), join(mixed.path, "src/broken"));
    symlinkSync("../src/locked/b.ts", join(mixed.path, "other/link.ts"));
    const locked = join(mixed.path, "src/locked");
    await whileLocked(locked, async () => {
      const direct = await walkSources([locked], options(mixed.path)).catch((thrown: unknown) => thrown);
      expect(direct).toMatchObject({ problem: "path-unreadable", path: locked });
      await expect(expand("src/**/*.ts", mixed.path)).rejects.toEqual(direct);
      await expect(expand("other/*.ts", mixed.path)).rejects.toMatchObject({ problem: "path-unreadable" });
      expect(await expand("src/*.ts", mixed.path)).toEqual(["src/a.ts"]);
    });
  });

  it("is fast, however many stars and braces it has", async () => {
    using deep = createSourceFolder({ [`${"a".repeat(60)}.ts`]: "" });
    mkdirSync(join(deep.path, "a/".repeat(50)), { recursive: true });
    expect(await expand(`${"*a".repeat(4)}*b`, deep.path)).toEqual([]);
    expect(await expand(`${"**/a/".repeat(5)}b`, deep.path)).toEqual([]);
    expect(await expand(`${"*a".repeat(30)}*b`, deep.path)).toEqual([]);
    expect(await expand(`${"**/a/".repeat(30)}b`, deep.path)).toEqual([]);
    expect(await expand("{".repeat(100_000), deep.path)).toEqual([]);
    await expect(expand("{a,b}".repeat(30), deep.path)).rejects.toMatchObject({ problem: "path-missing" });
  });
});
