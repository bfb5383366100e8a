import { describe, expect, it } from "vitest";
import { ModuleResolver, type PathMapping, type ResolveModule } from "../../../scanner/modules/resolve-module.ts";

function resolverOf(files: Readonly<Record<string, string>>, mapping: PathMapping = {}): ResolveModule {
  const resolver = new ModuleResolver(
    {
      isFile: (path) => path in files,
      // As little as it may say, so that every test below sees whether the resolver asks for something else.
      mayBegin: (path) => Object.keys(files).some((file) => file.startsWith(path.replace(/(?<=\/[^/]+)\.[^/]*$/, ""))),
      read: (path) => files[path] ?? null,
      realPath: (path) => path,
    },
    () => mapping,
  );
  return (fromFile, specifier) => resolver.resolve(fromFile, specifier);
}

function packageAt(name: string, manifest: object): Readonly<Record<string, string>> {
  return { [`/game/node_modules/${name}/package.json`]: JSON.stringify({ name, ...manifest }) };
}

const from = "/game/src/main.ts";

describe("a relative specifier", () => {
  const resolve = resolverOf({
    "/game/src/a.ts": "",
    "/game/src/b/index.js": "",
    "/game/src/c.tsx": "",
    "/game/src/d.js": "",
    "/game/src/d.ts": "",
  });

  it.each([
    ["./a", "/game/src/a.ts"],
    ["./a.ts", "/game/src/a.ts"],
    ["./a.js", "/game/src/a.ts"],
    ["./a?worker", "/game/src/a.ts"],
    ["./b", "/game/src/b/index.js"],
    ["./b/", "/game/src/b/index.js"],
    ["./c.js", "/game/src/c.tsx"],
    ["./d.js", "/game/src/d.js"],
    ["../src/a", "/game/src/a.ts"],
    ["./missing", null],
  ])("%s means %s", (specifier, file) => {
    expect(resolve(from, specifier)).toBe(file);
  });
});

describe("a package", () => {
  it.each([
    ["a plain main", { main: "lib/main" }, "/lib/main.js"],
    ["module before main", { main: "main.js", module: "lib/main.js" }, "/lib/main.js"],
    ["browser before module", { module: "module.js", browser: "lib/main.js" }, "/lib/main.js"],
    ["no entry", {}, "/index.js"],
    ["exports as a text", { exports: "./lib/main.js", main: "other.js" }, "/lib/main.js"],
    [
      "exports by condition",
      { exports: { node: "./node.js", browser: { import: "./lib/main.js" }, default: "./other.js" } },
      "/lib/main.js",
    ],
    ["exports with a list", { exports: { ".": ["./missing-condition.js", "./lib/main.js"] } }, null],
    ["exports without the entry", { exports: { "./part": "./lib/main.js" } }, null],
  ])("with %s", (_, manifest, file) => {
    const root = "/game/node_modules/lib";
    const resolve = resolverOf({
      ...packageAt("lib", manifest),
      [`${root}/lib/main.js`]: "",
      [`${root}/index.js`]: "",
    });
    expect(resolve(from, "lib")).toBe(file === null ? null : root + file);
  });

  it("hides what its exports do not name, and finds patterns by the longest", () => {
    const exports = { "./*": "./lib/*.js", "./deep/*": "./other/*.js", "./closed/*": null };
    const resolve = resolverOf({
      ...packageAt("@s/lib", { exports }),
      "/game/node_modules/@s/lib/lib/a.js": "",
      "/game/node_modules/@s/lib/other/b.js": "",
      "/game/node_modules/@s/lib/lib/closed/c.js": "",
    });
    expect(resolve(from, "@s/lib/a")).toBe("/game/node_modules/@s/lib/lib/a.js");
    expect(resolve(from, "@s/lib/deep/b")).toBe("/game/node_modules/@s/lib/other/b.js");
    expect(resolve(from, "@s/lib/closed/c")).toBeNull();
    expect(resolve(from, "@s/lib")).toBeNull();
  });

  it("is looked for in every folder above", () => {
    const resolve = resolverOf({ "/node_modules/top/package.json": "{}", "/node_modules/top/index.js": "" });
    expect(resolve(from, "top")).toBe("/node_modules/top/index.js");
  });

  it("may replace or leave out its own modules in a browser", () => {
    const root = "/game/node_modules/lib";
    const browser = { "./a.js": "./a-browser.js", "./b.js": false };
    const resolve = resolverOf({
      ...packageAt("lib", { browser }),
      [`${root}/a.js`]: "",
      [`${root}/b.js`]: "",
      [`${root}/a-browser.js`]: "",
    });
    expect(resolve(`${root}/index.js`, "./a.js")).toBe(`${root}/a-browser.js`);
    expect(resolve(`${root}/index.js`, "./b.js")).toBeNull();
  });

  it("may import by names of its own", () => {
    const resolve = resolverOf({
      "/game/package.json": JSON.stringify({ imports: { "#rng": "./src/rng.ts" } }),
      "/game/src/rng.ts": "",
    });
    expect(resolve(from, "#rng")).toBe("/game/src/rng.ts");
    expect(resolve(from, "#other")).toBeNull();
  });

  it("with a manifest that is no JSON is not there", () => {
    expect(
      resolverOf({ "/game/node_modules/lib/package.json": "{", "/game/node_modules/lib/index.js": "" })(from, "lib"),
    ).toBeNull();
  });
});

describe("the paths of a tsconfig", () => {
  it("come before packages, and fall back to them", () => {
    const resolve = resolverOf(
      { "/game/src/core/a.ts": "", ...packageAt("lib", {}), "/game/node_modules/lib/index.js": "" },
      { "@core/*": ["/game/src/core/*"], lib: ["/game/src/none"] },
    );
    expect(resolve(from, "@core/a")).toBe("/game/src/core/a.ts");
    expect(resolve(from, "lib")).toBe("/game/node_modules/lib/index.js");
  });
});

describe("what is no file", () => {
  it.each(["node:fs", "data:text/javascript,1", "https://example.org/a.js", "", "absent"])(
    "%s means nothing",
    (specifier) => {
      expect(resolverOf({})(from, specifier)).toBeNull();
    },
  );
});
