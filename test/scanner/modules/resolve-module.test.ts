import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createModuleResolver } from "../../../scanner/modules/resolve-module.ts";
import { createSourceFolder } from "../source-folder.ts";

interface Question {
  readonly files: Readonly<Record<string, string>>;
  /** From names to target paths, relative to the folder like the files. */
  readonly mapping?: Readonly<Record<string, readonly string[]>>;
  readonly from?: string;
}

/** Resolves specifiers in a folder. Returns paths relative to it. */
function resolveIn(
  { files, mapping = {}, from = "game/src/main.ts" }: Question,
  ...specifiers: readonly string[]
): readonly (string | null)[] {
  using folder = createSourceFolder({ [from]: "", ...files });
  const targets = Object.entries(mapping).map(
    ([name, paths]) => [name, paths.map((path) => join(folder.path, path))] as const,
  );
  const resolve = createModuleResolver(() => Object.fromEntries(targets));
  return specifiers.map((specifier) => {
    const found = resolve(join(folder.path, from), specifier);
    return found?.replace(`${folder.path}/`, "") ?? null;
  });
}

function packageAt(name: string, manifest: object): Readonly<Record<string, string>> {
  return { [`game/node_modules/${name}/package.json`]: JSON.stringify({ name, ...manifest }) };
}

describe("a relative specifier", () => {
  const files = {
    "game/src/a.ts": "",
    "game/src/b/index.js": "",
    "game/src/c.tsx": "",
    "game/src/d.js": "",
    "game/src/d.ts": "",
  };

  it.each([
    ["./a", "game/src/a.ts"],
    ["./a.ts", "game/src/a.ts"],
    ["./a.js", "game/src/a.ts"],
    ["./a?worker", "game/src/a.ts"],
    ["./b", "game/src/b/index.js"],
    ["./b/", "game/src/b/index.js"],
    ["./c.js", "game/src/c.tsx"],
    ["./d.js", "game/src/d.js"],
    ["../src/a", "game/src/a.ts"],
    ["./missing", null],
    ["./a.ts/b", null],
    ["./a\0", null],
  ])("%j means %j", (specifier, file) => {
    expect(resolveIn({ files }, specifier)).toEqual([file]);
  });
});

describe("a package", () => {
  it.each([
    ["a plain main", { main: "lib/main" }, "lib/main.js"],
    ["module before main", { main: "main.js", module: "lib/main.js" }, "lib/main.js"],
    ["browser before module", { module: "module.js", browser: "lib/main.js" }, "lib/main.js"],
    ["no entry", {}, "index.js"],
    ["exports as a text", { exports: "./lib/main.js", main: "other.js" }, "lib/main.js"],
    [
      "exports by condition",
      { exports: { node: "./node.js", browser: { import: "./lib/main.js" }, default: "./other.js" } },
      "lib/main.js",
    ],
    ["exports without the entry", { exports: { "./part": "./lib/main.js" } }, null],
  ])("with %s", (_, manifest, file) => {
    const root = "game/node_modules/lib";
    const files = { ...packageAt("lib", manifest), [`${root}/lib/main.js`]: "", [`${root}/index.js`]: "" };
    expect(resolveIn({ files }, "lib")).toEqual([file === null ? null : `${root}/${file}`]);
  });

  it("hides what its exports do not name, and finds patterns by the longest", () => {
    const exports = { "./*": "./lib/*.js", "./deep/*": "./other/*.js", "./closed/*": null };
    const files = {
      ...packageAt("@s/lib", { exports }),
      "game/node_modules/@s/lib/lib/a.js": "",
      "game/node_modules/@s/lib/other/b.js": "",
      "game/node_modules/@s/lib/lib/closed/c.js": "",
    };
    expect(resolveIn({ files }, "@s/lib/a", "@s/lib/deep/b", "@s/lib/closed/c", "@s/lib")).toEqual([
      "game/node_modules/@s/lib/lib/a.js",
      "game/node_modules/@s/lib/other/b.js",
      null,
      null,
    ]);
  });

  it("is looked up in every parent folder", () => {
    const files = { "node_modules/top/package.json": "{}", "node_modules/top/index.js": "" };
    expect(resolveIn({ files }, "top")).toEqual(["node_modules/top/index.js"]);
  });

  it("may replace or omit its own modules for browsers", () => {
    const root = "game/node_modules/lib";
    const browser = { "./a.js": "./a-browser.js", "./b.js": false };
    const files = { ...packageAt("lib", { browser }), [`${root}/a.js`]: "", [`${root}/b.js`]: "" };
    const question = { files: { ...files, [`${root}/a-browser.js`]: "" }, from: `${root}/index.js` };
    expect(resolveIn(question, "./a.js", "./b.js")).toEqual([`${root}/a-browser.js`, null]);
  });

  it("may define import names of its own", () => {
    const files = {
      "game/package.json": JSON.stringify({ imports: { "#rng": "./src/rng.ts" } }),
      "game/src/rng.ts": "",
    };
    expect(resolveIn({ files }, "#rng", "#other")).toEqual(["game/src/rng.ts", null]);
  });

  it("with an invalid manifest is not found", () => {
    const files = { "game/node_modules/lib/package.json": "{", "game/node_modules/lib/index.js": "" };
    expect(resolveIn({ files }, "lib")).toEqual([null]);
  });

  it("of a workspace is found behind its link", () => {
    using folder = createSourceFolder({ "lib/package.json": '{"name":"lib"}', "lib/index.ts": "", "game/main.ts": "" });
    mkdirSync(join(folder.path, "game/node_modules"));
    symlinkSync(join(folder.path, "lib"), join(folder.path, "game/node_modules/lib"));
    const resolve = createModuleResolver();
    expect(resolve(join(folder.path, "game/main.ts"), "lib")).toBe(join(folder.path, "lib/index.ts"));
  });
});

describe("the paths of a tsconfig", () => {
  it("come before packages, and fall back to them", () => {
    const files = { "game/src/core/a.ts": "", ...packageAt("lib", {}), "game/node_modules/lib/index.js": "" };
    const mapping = { "@core/*": ["game/src/core/*"], lib: ["game/src/none"] };
    expect(resolveIn({ files, mapping }, "@core/a", "lib")).toEqual([
      "game/src/core/a.ts",
      "game/node_modules/lib/index.js",
    ]);
  });
});

describe("a specifier without a file", () => {
  it.each(["node:fs", "data:text/javascript,1", "https://example.org/a.js", "", "absent"])(
    "%s means nothing",
    (specifier) => {
      expect(resolveIn({ files: {} }, specifier)).toEqual([null]);
    },
  );
});
