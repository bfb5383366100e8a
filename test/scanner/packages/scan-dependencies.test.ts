import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coreGroups, type Finding } from "../../../scanner/findings/finding.ts";
import { readFileAt } from "../../../scanner/find/files.ts";
import { createModuleResolver } from "../../../scanner/modules/resolve-module.ts";
import { ModuleReach } from "../../../scanner/packages/module-reach.ts";
import { scanDependencies } from "../../../scanner/packages/scan-dependencies.ts";
import { createSourceFolder } from "../source-folder.ts";

/** The findings in the packages that `src/main.ts` reaches. */
async function reach(files: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  using folder = createSourceFolder(files);
  return await scanDependencies([join(folder.path, "src/main.ts")], {
    cwd: folder.path,
    groups: coreGroups,
    resolve: createModuleResolver(),
    read: readFileAt,
    signal: new AbortController().signal,
  });
}

const noise = { "node_modules/noise/package.json": '{ "main": "index.js" }' };

describe("the reach of a game", () => {
  it("reports the random draws of a dependency, with the import path from the entry", async () => {
    const findings = await reach({
      "src/main.ts": "import './world';\n",
      "src/world.ts": "\nimport { noise } from 'noise';\nnoise();\n",
      ...noise,
      "node_modules/noise/index.js": "const deep = require('./deep');\nexports.noise = () => deep.roll();\n",
      "node_modules/noise/deep.js": "exports.roll = () => Math.random();\n",
      "node_modules/noise/unused.js": "Date.now();\n",
    });
    expect(findings.map(({ file, api }) => [file, api])).toEqual([["node_modules/noise/deep.js", "Math.random"]]);
    expect(findings[0]?.chain.map(({ file, line }) => `${file}:${String(line)}`)).toEqual([
      "src/main.ts:1",
      "src/world.ts:2",
      "node_modules/noise/index.js:1",
      "node_modules/noise/deep.js:1",
    ]);
  });

  it("leaves the game's own findings to the scan of the game", async () => {
    expect(await reach({ "src/main.ts": "Math.random();\n" })).toEqual([]);
  });

  it("follows dynamic imports, and does not loop on cycles", async () => {
    const findings = await reach({
      "src/main.ts": "export const load = () => import('noise');\n",
      ...noise,
      "node_modules/noise/index.js": "import './other.js';\n",
      "node_modules/noise/other.js": "import './index.js';\nexport const t = performance.now();\n",
    });
    expect(findings.map(({ api, line }) => `${String(line)} ${api}`)).toEqual(["2 performance.now"]);
  });

  it("reads the components of a package", async () => {
    const findings = await reach({
      "src/main.ts": "import 'noise';\n",
      ...noise,
      "node_modules/noise/index.js": "import './dice.vue';\n",
      "node_modules/noise/dice.vue": "<script setup>\nconst roll = Math.random();\n</script>\n",
    });
    expect(findings.map(({ file, line, api }) => `${file}:${String(line)} ${api}`)).toEqual([
      "node_modules/noise/dice.vue:2 Math.random",
    ]);
  });

  it("stops between two modules once it is interrupted", async () => {
    let readCount = 0;
    const endless = new ModuleReach({
      resolve: (_from, specifier) => specifier,
      // An endless game: each module imports another.
      read: () => `import "/game/${String(++readCount)}.ts";`,
      breathe: () => (readCount < 10 ? Promise.resolve() : Promise.reject(new Error("enough"))),
    });
    await expect(endless.reachFrom(["/game/0.ts"])).rejects.toThrow("enough");
    expect(readCount).toBe(10);
  });

  it("skips type imports", async () => {
    const findings = await reach({
      "src/main.ts": "import type { Noise } from 'noise';\n",
      ...noise,
      "node_modules/noise/index.js": "Math.random();\n",
    });
    expect(findings).toEqual([]);
  });
});

describe("the code of a dependency that a game uses", () => {
  const lib = {
    "node_modules/lib/package.json": '{ "name": "lib", "module": "index.js" }',
    "node_modules/lib/index.js":
      "export { roll, clamp } from './dice.js';\nexport * from './clock.js';\nexport * as all from './all.js';",
    "node_modules/lib/dice.js":
      "const draw = () => Math.random();\nexport function roll() { return draw(); }\nexport const clamp = (x) => x;",
    "node_modules/lib/clock.js": "export class Clock { now() { return Date.now(); } }\nexport const zero = 0;",
    "node_modules/lib/all.js": "export const uptime = () => performance.now();",
  };
  const found = async (main: string, more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
    const findings = await reach({ ...lib, "src/main.ts": main, ...more });
    return findings.map(({ api }) => api);
  };

  it.each([
    ["an export", "import { roll } from 'lib';\nroll();", ["Math.random"]],
    ["an export that needs nothing banned", "import { clamp, zero } from 'lib';\nclamp(zero);", []],
    ["a class, with all its methods", "import { Clock } from 'lib';\nnew Clock();", ["Date.now"]],
    ["a member of the namespace", "import * as lib from 'lib';\nlib.clamp(1); lib.roll();", ["Math.random"]],
    [
      "a namespace that is handed on",
      "import * as lib from 'lib';\nexport default lib;",
      ["performance.now", "Date.now", "Math.random"],
    ],
    ["a namespace inside of it", "import { all } from 'lib';\nall.uptime();", ["performance.now"]],
    [
      "a dynamic import",
      "const lib = await import('lib');\nlib.clamp();",
      ["performance.now", "Date.now", "Math.random"],
    ],
    ["all, under the game's own name", "export * from 'lib';", ["performance.now", "Date.now", "Math.random"]],
    ["a type", "import { Clock } from 'lib';\nexport let clock: Clock;", []],
    ["nothing", "import 'lib';", []],
  ])("is what it imports: %s", async (_what, main, apis) => {
    expect(await found(main)).toEqual(apis);
  });

  it("includes what runs when a module is loaded", async () => {
    const effect = {
      "node_modules/lib/clock.js":
        "const start = Date.now();\nexport const zero = 0;\nexport const pure = /* @__PURE__ */ make(() => performance.now());",
    };
    expect(await found("import { clamp } from 'lib';\nclamp(1);", effect)).toEqual(["Date.now"]);
  });

  it("excludes what runs in an unused module if the package declares no side effects", async () => {
    const effect = { "node_modules/lib/clock.js": "const start = Date.now();\nexport const zero = 0;" };
    const sideEffects = (said: string): Readonly<Record<string, string>> => ({
      ...effect,
      "node_modules/lib/package.json": `{ "name": "lib", "module": "index.js", "sideEffects": ${said} }`,
    });
    expect(await found("import { clamp } from 'lib';\nclamp(1);", sideEffects("false"))).toEqual([]);
    expect(await found("import { zero } from 'lib';\nzero;", sideEffects("false"))).toEqual(["Date.now"]);
    expect(await found("import { clamp } from 'lib';\nclamp(1);", sideEffects('["./clock.js"]'))).toEqual(["Date.now"]);
    expect(await found("import { clamp } from 'lib';\nclamp(1);", sideEffects('["*.css"]'))).toEqual([]);
  });

  it("is all of a file that is not an ECMAScript module", async () => {
    const script = {
      "node_modules/lib/index.js": "exports.clamp = (x) => x;\nexports.roll = () => Math.random();",
    };
    expect(await found("import { clamp } from 'lib';\nclamp(1);", script)).toEqual(["Math.random"]);
  });
});
