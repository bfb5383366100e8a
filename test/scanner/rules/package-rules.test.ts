import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { groups } from "../../../scanner/findings/finding.ts";
import { knownPackages } from "../../../scanner/rules/known-packages.ts";
import { packageNamesOf, packagePathOf, packageRulesOf } from "../../../scanner/rules/package-rules.ts";
import { whens } from "../../../scanner/rules/rule.ts";

describe("the meaning of a package import", () => {
  it.each([
    ["lodash", "npm:lodash"],
    ["lodash/fp", "npm:lodash"],
    ["lodash/fp/sample", "npm:lodash.sample"],
    ["lodash-es/random.js", "npm:lodash-es.random"],
    ["lodash.shuffle", "npm:lodash.shuffle"],
    ["nanoid/async/generate", "npm:nanoid.generate"],
    ["seedrandom/lib/alea", "npm:seedrandom.alea"],
    ["three/src/core/Clock.js", "npm:three"],
    ["three/src/math/MathUtils.js", "npm:three.MathUtils"],
    ["phaser/src/math/Between.js", "npm:phaser.Math.Between"],
    ["phaser/src/math", "npm:phaser.Math"],
    ["phaser/src/utils/array/Shuffle", "npm:phaser.Utils.Array.Shuffle"],
    ["@babylonjs/core/Maths/math.vector", "npm:@babylonjs/core"],
    ["gl-matrix/esm/vec3", "npm:gl-matrix.vec3"],
  ])("%s: %s", (specifier, path) => {
    expect(packagePathOf(specifier)).toBe(path);
  });

  it.each(["three/examples/jsm/controls/OrbitControls.js", "uuid-parse", "lodash.clamp", "./lodash"])(
    "is unknown for %s",
    (specifier) => {
      expect(packagePathOf(specifier)).toBeNull();
    },
  );
});

describe("the names of packages", () => {
  it("are those of packages that a group bans something of", () => {
    expect(packageNamesOf(["raw-random"])).toEqual([]);
    expect(packageNamesOf(["scheduling"])).toEqual(["pixi.js", "@pixi/ticker"]);
    expect(packageNamesOf(["library"])).toContain("three");
  });
});

describe("a rule of a package", () => {
  it("is named by the package and the path in it, with parentheses for a call without a seed", () => {
    const apis = packageRulesOf(groups).map(({ api }) => api);
    expect(apis).toEqual(
      expect.arrayContaining([
        "lodash-es.sample",
        "three.Vector3#random",
        "seedrandom()",
        "short-uuid#new",
        "excalibur.Random()",
      ]),
    );
  });
});

function readTable<Entry>(name: string): Readonly<Record<string, Entry>> {
  const table = new URL(`../../../scanner/rules/${name}`, import.meta.url);
  return JSON.parse(readFileSync(table, "utf8")) as Record<string, Entry>;
}

describe("a row of the table of globals", () => {
  it("has only fields with a meaning", () => {
    const rows = Object.values(readTable<readonly object[]>("banned-globals.json")).flat();
    const unknown = rows.flatMap((row) => Object.keys(row));
    expect(unknown.filter((field) => !["note", "api", ...whens].includes(field))).toEqual([]);
  });
});

describe("an entry of the table of packages", () => {
  const entries = readTable<Readonly<Record<string, string>>>("known-packages.json");
  const fields = "versions note like group globalName entries parts fluent wrappers".split(" ");

  it("has only fields with a meaning, and names a group that exists", () => {
    const unknown = Object.values(entries).flatMap((entry) => Object.keys(entry));
    expect(unknown.filter((field) => ![...fields, ...whens].includes(field))).toEqual([]);
    const named = Object.values(entries).flatMap(({ group }) => group ?? []);
    expect(named.filter((group) => !groups.some((one) => one === group))).toEqual([]);
  });

  it("says which versions were read, itself or through the entry that it is like", () => {
    expect([...knownPackages].filter(([, { versions }]) => versions === undefined)).toEqual([]);
    const models = Object.values(entries).flatMap(({ like }) => like ?? []);
    expect(models.filter((name) => !Object.hasOwn(entries, name))).toEqual([]);
  });
});
