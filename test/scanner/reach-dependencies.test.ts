import { describe, expect, it } from "vitest";
import { coreGroups } from "../../scanner/finding.ts";
import { reachDependencies } from "../../scanner/reach-dependencies.ts";
import type { Reach } from "../../scanner/reach-dependencies.ts";
import { createResolver } from "../../scanner/resolve-module.ts";

function reach(files: Readonly<Record<string, string>>): Reach {
  const resolve = createResolver({ files: { isFile: (path) => path in files, read: (path) => files[path] ?? null } });
  return reachDependencies(["/game/src/main.ts"], { groups: coreGroups, resolve, read: (file) => files[file] ?? null });
}

const noise = { "/game/node_modules/noise/package.json": '{ "main": "index.js" }' };

describe("the reach of a game", () => {
  it("reports what a dependency draws, with the way from the entry", () => {
    const { findings, fileCount } = reach({
      "/game/src/main.ts": "import './world';\n",
      "/game/src/world.ts": "\nimport { noise } from 'noise';\nnoise();\n",
      ...noise,
      "/game/node_modules/noise/index.js": "const deep = require('./deep');\nexports.noise = () => deep.roll();\n",
      "/game/node_modules/noise/deep.js": "exports.roll = () => Math.random();\n",
      "/game/node_modules/noise/unused.js": "Date.now();\n",
    });
    expect(fileCount).toBe(4);
    expect(findings.map(({ file, api }) => [file, api])).toEqual([["/game/node_modules/noise/deep.js", "Math.random"]]);
    expect(findings[0]?.chain.map(({ file, line }) => `${file}:${String(line)}`)).toEqual([
      "/game/src/main.ts:1",
      "/game/src/world.ts:2",
      "/game/node_modules/noise/index.js:1",
      "/game/node_modules/noise/deep.js:1",
    ]);
  });

  it("leaves the game's own findings to the scan of the game", () => {
    expect(reach({ "/game/src/main.ts": "Math.random();\n" }).findings).toEqual([]);
  });

  it("follows what is imported when it is needed, and goes round in no circle", () => {
    const { findings } = reach({
      "/game/src/main.ts": "export const load = () => import('noise');\n",
      ...noise,
      "/game/node_modules/noise/index.js": "import './other.js';\n",
      "/game/node_modules/noise/other.js": "import './index.js';\nexport const t = performance.now();\n",
    });
    expect(findings.map(({ api, line }) => `${String(line)} ${api}`)).toEqual(["2 performance.now"]);
  });

  it("leaves out imports of types", () => {
    const { fileCount } = reach({ "/game/src/main.ts": "import type { Noise } from 'noise';\n", ...noise, "/game/node_modules/noise/index.js": "Math.random();\n" });
    expect(fileCount).toBe(1);
  });
});
