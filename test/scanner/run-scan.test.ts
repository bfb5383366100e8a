import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { briefly, createSourceFolder } from "./source-folder.ts";

const seeded = JSON.stringify({ determinism: { seededRandom: true }, roots: [{ id: "a", entry: "src/main.ts" }] });

describe("a scan of a game", () => {
  it("is on when the manifest promises determinism", async () => {
    using folder = createSourceFolder({ "framegate.game.json": seeded, "src/main.ts": "Math.random();" });
    expect(briefly(await folder.scan())).toEqual(["src/main.ts:1 Math.random"]);
    expect(briefly(await folder.scan({ named: ["framegate.game.json"] }))).toEqual(["src/main.ts:1 Math.random"]);
  });

  it("is off when it does not, unless it is forced", async () => {
    using folder = createSourceFolder({ "framegate.game.json": "{}", "src/main.ts": "Math.random();" });
    expect(await folder.scan()).toMatchObject({
      findings: [],
      filesScanned: 0,
      off: [{ manifest: join(folder.path, "framegate.game.json") }],
    });
    expect(briefly(await folder.scan({ force: true }))).toEqual(["src/main.ts:1 Math.random"]);
  });

  it("is on when the manifest cannot be read", async () => {
    using folder = createSourceFolder({ "framegate.game.json": "{ determinism", "a.ts": "Date.now();" });
    expect(briefly(await folder.scan())).toEqual(["a.ts:1 Date.now"]);
  });
});

describe("a scan", () => {
  it("follows values across modules, through modules that name nothing banned", async () => {
    using folder = createSourceFolder({
      "src/source.ts": "export const m = Math;",
      "src/barrel.ts": "export * from './source.js';",
      "src/game.ts": "import { m } from './barrel';\nm.random();",
      "src/call.ts": "import { roll } from './roll';\nroll(Math);",
      "src/roll.ts": "export function roll(of: any) {\n  return of.random();\n}",
      "src/clear.ts": "export const a = 1;",
    });
    const filtered = await folder.scan();
    expect(briefly(filtered)).toEqual(["src/game.ts:2 Math.random", "src/roll.ts:2 Math.random"]);
    expect(await folder.scan({ isUnfiltered: true })).toEqual(filtered);
  });

  it.each([
    [
      "a call",
      { "a.js": "import { roll } from './b.js';\nroll(self);", "b.js": "export const roll = (o) => o.Math.random();" },
    ],
    [
      "an export under another name",
      {
        "a.js": "const root = top;\nexport { root };",
        "b.js": "import { root } from './a.js';\nroot['Math'].random();",
      },
    ],
    [
      "a variable with a type",
      {
        "a.ts": "export const root: Window = self;",
        "b.ts": "import { root } from './a';\nconst { Math: m } = root;\nm.random();",
      },
    ],
    [
      "an alternative",
      {
        "a.js": "import { roll } from './b.js';\nroll(window || {});",
        "b.js": "export const roll = (o) => o.Math.random();",
      },
    ],
    ["a key", { "a.js": "import { key } from './b.js';\nwindow[key].random();", "b.js": "export const key = 'Math';" }],
  ])("follows the global object to the place that names its member, through %s", async (_what, files) => {
    using folder = createSourceFolder(files);
    const filtered = await folder.scan();
    expect(filtered.findings.map(({ api }) => api)).toEqual(["Math.random"]);
    expect(await folder.scan({ isUnfiltered: true })).toEqual(filtered);
  });

  it("follows values that scripts share on the global object, through scripts that name nothing banned", async () => {
    using folder = createSourceFolder({
      "a.js": "window.numbers = Math;\nvar stamp = Date;\nwindow.roll = Math.random;",
      "b.js": "numbers.random();\nwindow.dice = { of: numbers };",
      "c.js": "dice.of.random();\nroll();",
      "d.js": "import { now } from './e.js';\nnow(stamp);",
      "e.js": "export function now(of) {\n  return of.now();\n}",
      "clear.js": "other.random();",
    });
    const filtered = await folder.scan();
    expect(briefly(filtered)).toEqual([
      "a.js:3 Math.random",
      "b.js:1 Math.random",
      "c.js:1 Math.random",
      "e.js:2 Date.now",
    ]);
    expect(await folder.scan({ isUnfiltered: true })).toEqual(filtered);
  });

  it("follows them into scripts that it had read only in part", async () => {
    using folder = createSourceFolder({
      "a.js": "window.roll = Math.random;\nwindow.Stamp = Date;",
      "b.js": "function b() { return roll(); }\nMath.random();",
      "c.js": "function c() { return d() + new Stamp(); }\nfunction d() { return Date.now(); }",
    });
    const filtered = await folder.scan();
    expect(briefly(filtered)).toEqual([
      "a.js:1 Math.random",
      "b.js:2 Math.random",
      "c.js:1 new Date()",
      "c.js:2 Date.now",
    ]);
    expect(filtered.findings[0]?.related).toMatchObject([{ file: "b.js", line: 1 }]);
    expect(await folder.scan({ isUnfiltered: true })).toEqual(filtered);
  });

  it("follows packages that are links into a store, and the dependencies beside them there", async () => {
    using folder = createSourceFolder({
      "framegate.game.json": seeded,
      "src/main.ts": "import roll from 'dice';\nroll();",
      "node_modules/.store/dice@1/node_modules/dice/package.json": '{"name": "dice", "main": "dice.js"}',
      "node_modules/.store/dice@1/node_modules/dice/dice.js": "module.exports = require('source');",
      "node_modules/.store/source@1/node_modules/source/package.json": '{"name": "source", "main": "source.js"}',
      "node_modules/.store/source@1/node_modules/source/source.js": "module.exports = () => Math.random();",
    });
    symlinkSync(".store/dice@1/node_modules/dice", join(folder.path, "node_modules/dice"));
    symlinkSync(
      "../../source@1/node_modules/source",
      join(folder.path, "node_modules/.store/dice@1/node_modules/source"),
    );
    expect(briefly(await folder.scan({ deps: true }))).toEqual([
      "node_modules/.store/source@1/node_modules/source/source.js:1 Math.random",
    ]);
  });

  it("recognises a package of the same workspace by its link", async () => {
    using folder = createSourceFolder({
      "packages/dice/package.json": '{"name": "@game/dice", "main": "src/index.ts"}',
      "packages/dice/src/index.ts": "export const source = Math;",
      "apps/game/main.ts": "import { source } from '@game/dice';\nsource.random();",
      "node_modules/@game/readme.md": "",
    });
    symlinkSync("../../packages/dice", join(folder.path, "node_modules/@game/dice"));
    expect(briefly(await folder.scan())).toEqual(["apps/game/main.ts:2 Math.random"]);
    expect(await folder.scan({ isUnfiltered: true })).toEqual(await folder.scan());
  });

  it("follows imports into packages when asked to, and shows the import path", async () => {
    using folder = createSourceFolder({
      "framegate.game.json": seeded,
      "src/main.ts": "import { roll } from 'dice';\nroll();",
      "node_modules/dice/package.json": '{"name": "dice", "module": "dice.mjs"}',
      "node_modules/dice/dice.mjs": "export const roll = () => Math.random();",
    });
    expect(briefly(await folder.scan())).toEqual([]);
    const { findings } = await folder.scan({ deps: true });
    expect(briefly({ findings })).toEqual(["node_modules/dice/dice.mjs:1 Math.random"]);
    expect(findings[0]?.chain.map(({ file, line }) => `${file}:${String(line)}`)).toEqual([
      "src/main.ts:1",
      "node_modules/dice/dice.mjs:1",
    ]);
  });

  it("gives the import path from the game's entry to a finding, through clean files, also from a cache", async () => {
    using folder = createSourceFolder({
      "framegate.game.json": seeded,
      "src/main.ts": "// import './rng';\nimport './world';",
      "src/world.ts": "import { roll } from './dice';\nroll();",
      "src/dice.ts": "export { roll } from './rng';",
      "src/rng.ts": "export const roll = Math.random;",
    });
    const chain = ["src/main.ts:2", "src/world.ts:2", "src/dice.ts:1", "src/rng.ts:1"];
    for (const options of [{}, { cache: "cache" }, { cache: "cache" }]) {
      const { findings } = await folder.scan(options);
      expect(findings.map((finding) => finding.chain.map(({ file, line }) => `${file}:${String(line)}`))).toEqual([
        chain,
      ]);
    }
  });

  it("follows the import map of a document, in its own scripts and in the modules that they load", async () => {
    using folder = createSourceFolder({
      "index.html":
        '<script type="importmap">{ "imports": { "dice": "./src/dice.js", "lib/": "./lib/" } }</script>\n<script type="module">import { m } from "dice";\nm.random();</script><script type="module" src="./src/main.js"></script>',
      "src/main.js": "import { m } from 'dice';\nimport { d } from 'lib/clock.js';\nm.random() + d.now();",
      "src/dice.js": "export const m = Math;",
      "lib/clock.js": "export const d = Date;",
    });
    const filtered = await folder.scan();
    expect(briefly(filtered)).toEqual([
      "index.html:3 Math.random",
      "src/main.js:3 Math.random",
      "src/main.js:3 Date.now",
    ]);
    expect(await folder.scan({ isUnfiltered: true })).toEqual(filtered);
  });

  it("maps imports by the nearest tsconfig above a file, including its base and its referenced projects", async () => {
    using folder = createSourceFolder({
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./wrong/*"] } } }',
      "packages/a/tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
      "packages/a/src/m.ts": "export const m = Math;",
      "packages/a/deep/use.ts": "import { m } from '@/m';\nm.random();",
      "packages/a/deep/base.ts": "import { m } from 'src/m';\nm.random();",
      "packages/b/tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      "packages/b/tsconfig.app.json": '{ "compilerOptions": { "paths": { "~*": ["./src/*"] } } }',
      "packages/b/src/m.ts": "export const m = Math;",
      "packages/b/use.ts": "import { m } from '~m';\nm.random();",
    });
    expect(briefly(await folder.scan())).toEqual([
      "packages/a/deep/base.ts:2 Math.random",
      "packages/a/deep/use.ts:2 Math.random",
      "packages/b/use.ts:2 Math.random",
    ]);
  });

  it("follows imports that a tsconfig maps when it follows packages too", async () => {
    using folder = createSourceFolder({
      "framegate.game.json": seeded,
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      "src/main.ts": "import '@/world';",
      "src/world.ts": "import { roll } from 'dice';\nroll();",
      "node_modules/dice/package.json": '{"name": "dice", "module": "dice.mjs"}',
      "node_modules/dice/tsconfig.json": '{ "compilerOptions": { "paths": { "./*": ["./nothing/*"] } } }',
      "node_modules/dice/dice.mjs": "export const roll = () => Math.random();",
    });
    const { findings } = await folder.scan({ deps: true });
    expect(findings.map(({ chain }) => chain.map(({ file }) => file))).toEqual([
      ["src/main.ts", "src/world.ts", "node_modules/dice/dice.mjs"],
    ]);
  });

  it("accepts patterns, and refuses one that matches nothing", async () => {
    using folder = createSourceFolder({ "src/a.ts": "Math.random();", "src/deep/b.js": "Date.now();" });
    expect(briefly(await folder.scan({ named: ["src/**/*.js"] }))).toEqual(["src/deep/b.js:1 Date.now"]);
    await expect(folder.scan({ named: ["lib/*.ts"] })).rejects.toMatchObject({
      problem: "path-missing",
      path: "lib/*.ts",
    });
  });

  it("names files that it cannot read, and fails on files that do not parse", async () => {
    using folder = createSourceFolder({ "a.coffee": "", "b.ts": "Math.random(" });
    const result = await folder.scan();
    expect(briefly(result)).toEqual(["b.ts:1 parse-error"]);
    expect(result.notices).toMatchObject([{ kind: "unscanned", file: "a.coffee", line: 1 }]);
  });

  it("notices an interruption while it scans", async () => {
    using folder = createSourceFolder(
      Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.ts`, "Math.random();"])),
    );
    // The first scan of the process waits while its modules load, and would notice an interruption in any case.
    await folder.scan();
    const controller = new AbortController();
    setImmediate(() => {
      controller.abort(new Error("enough"));
    });
    await expect(folder.scan({ signal: controller.signal })).rejects.toThrow("enough");
  });

  it("stops when it is interrupted", async () => {
    using folder = createSourceFolder({ "a.ts": "Math.random();" });
    await expect(folder.scan({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});

describe("a suppression", () => {
  const of = async (code: string, name = "a.tsx"): Promise<readonly string[]> => {
    using folder = createSourceFolder({ [name]: code });
    return briefly(await folder.scan()).map((line) => line.slice(name.length + 1));
  };

  it.each([
    ["in a line comment", "// framegate-ignore-next-line raw-random -- why\nMath.random();"],
    ["behind the code", "Math.random(); // framegate-ignore-line raw-random -- why"],
    ["in a block comment", "/* framegate-ignore-next-line raw-random -- why */\nMath.random();"],
    ["over several lines", "/*\n * framegate-ignore-next-line raw-random -- why\n */\nMath.random();"],
    ["in JSX", "a = <p>{/* framegate-ignore-next-line raw-random -- don't */}\n{Math.random()}</p>;"],
    ["of several groups", "// framegate-ignore-next-line raw-random, raw-clock -- why\nMath.random() + Date.now();"],
  ])("suppresses a finding %s", async (_how, code) => {
    expect(await of(code)).toEqual([]);
  });

  it("suppresses a finding in a document", async () => {
    expect(
      await of("<!-- framegate-ignore-next-line raw-random -- why -->\n<script>Math.random()</script>", "a.html"),
    ).toEqual([]);
  });

  it.each([
    [
      "has no reason",
      "// framegate-ignore-next-line raw-random\nMath.random();",
      ["1 suppression-without-reason", "2 Math.random"],
    ],
    [
      "has an empty reason",
      "// framegate-ignore-next-line raw-random -- \nMath.random();",
      ["1 suppression-without-reason", "2 Math.random"],
    ],
    ["has no group", "Math.random(); // framegate-ignore-line", ["1 Math.random", "1 suppression-without-reason"]],
    [
      "names no group",
      "Math.random(); // framegate-ignore-line random -- why",
      ["1 Math.random", "1 unused-suppression"],
    ],
    [
      "is of no such kind",
      "// framegate-ignore-file raw-random -- why\nMath.random();",
      ["1 unused-suppression", "2 Math.random"],
    ],
    [
      "is for another line",
      "// framegate-ignore-next-line raw-random -- why\n\nMath.random();",
      ["1 unused-suppression", "3 Math.random"],
    ],
    [
      "is used by half",
      "// framegate-ignore-next-line raw-random, raw-clock -- why\nMath.random();",
      ["1 unused-suppression"],
    ],
  ])("is reported when it %s", async (_fault, code, expected) => {
    expect(await of(code)).toEqual(expected);
  });

  it("has no effect in a string or in the middle of a comment", async () => {
    expect(await of("a = '// framegate-ignore-line raw-random -- b'; // see framegate-ignore-line")).toEqual([]);
  });

  it("of a disabled group does not count as unused", async () => {
    expect(await of("// framegate-ignore-next-line float -- why\na();")).toEqual([]);
  });
});

describe("a baseline", () => {
  it("recognises code that was moved and reformatted", async () => {
    using folder = createSourceFolder({
      "a.ts": "export const roll = () => Math.random() * size;\nexport const t = new Date;",
    });
    await folder.scan({ baseline: "known.json", updateBaseline: true });
    folder.write({
      "a.ts": "// Moved.\nexport const t = new\n  Date;\nexport const roll = () =>\n  Math\n    .random( ) * size;",
    });
    expect(await folder.scan({ baseline: "known.json" })).toMatchObject({ findings: [], baselinedCount: 2, stale: [] });
  });

  it("accepts the findings it lists however their lines move, but not a new call in an old one's place", async () => {
    using folder = createSourceFolder({ "a.ts": "function f() {\n  Math.random();\n  Math.random();\n}\n" });
    await folder.scan({ baseline: "known.json", updateBaseline: true });
    folder.write({ "a.ts": "\n\nfunction f() { Math.random();\n\n Math.random(); }\n" });
    expect(await folder.scan({ baseline: "known.json" })).toMatchObject({ findings: [], baselinedCount: 2, stale: [] });
    folder.write({ "a.ts": "function f() {\n  Math.random();\n  Date.now();\n}\n" });
    const swapped = await folder.scan({ baseline: "known.json" });
    expect(briefly(swapped)).toEqual(["a.ts:3 Date.now"]);
    expect(swapped.stale).toMatchObject([{ file: "a.ts", symbol: "f", api: "Math.random", count: 1 }]);
    folder.write({ "a.ts": "function g() {\n  Math.random();\n}\n" });
    expect(briefly(await folder.scan({ baseline: "known.json" }))).toEqual(["a.ts:2 Math.random"]);
  });

  it("keeps the entries that a partial scan does not cover", async () => {
    using folder = createSourceFolder({ "a/a.ts": "Math.random();", "b/b.ts": "Date.now();" });
    await folder.scan({ baseline: "known.json", updateBaseline: true });
    folder.write({ "a/a.ts": "" });
    await folder.scan({ named: ["a"], baseline: "known.json", updateBaseline: true });
    expect(await folder.scan({ baseline: "known.json" })).toMatchObject({ findings: [], baselinedCount: 1, stale: [] });
  });

  it.each([
    ["it does not exist", null],
    ["its version is not 1", '{"version": 2, "entries": []}'],
    ["it has no list of entries", '{"version": 1}'],
    ["entries/0 has no file", '{"version": 1, "entries": [{"group": "raw-random", "count": 1}]}'],
  ])("is refused when %s", async (reason, text) => {
    using folder = createSourceFolder(text === null ? {} : { "known.json": text });
    await expect(folder.scan({ baseline: "known.json" })).rejects.toMatchObject({
      problem: "baseline-invalid",
      reason,
    });
  });
});

it("recognises a manifest by its ending, so that none of several games is missed", async () => {
  const source = "export const roll = Math.random;\n";
  using folder = createSourceFolder({ "second.game.json": seeded, "src/main.ts": source });
  expect(briefly(await folder.scan({ named: ["second.game.json"] }))).toEqual(["src/main.ts:1 Math.random"]);
});
