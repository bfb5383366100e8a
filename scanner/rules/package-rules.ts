import type { Rule, When } from "./rule.ts";
import { joinPath, packagePrefix, whens } from "./rule.ts";

/** What is known of one package, and of which versions it was read from. */
interface PackageKnowledge {
  readonly name: string;
  /** The versions whose sources and documentation agree with this entry. */
  readonly versions: string;
  /** The name under which a script tag puts it on the global object. */
  readonly globalName?: string;
  /** Specifiers that mean the package as a whole. */
  readonly entries?: readonly string[];
  /** Specifiers of a part of it, and the paths that they mean. `*` is one name and stands for itself. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Paths that are banned, by how they are used. */
  readonly banned: Partial<Readonly<Record<When, readonly string[]>>>;
  /** Instances whose methods give the instance back. */
  readonly fluent?: readonly string[];
  /** Functions that wrap their argument in an instance of the package, whose methods are the package's own. */
  readonly wrappers?: readonly string[];
}

const threeVectors = ["Vector2", "Vector3", "Vector4", "Quaternion"];
const seedrandomGenerators = ["alea", "xor128", "tychei", "xorwow", "xor4096", "xorshift7"];

const packages: readonly PackageKnowledge[] = [
  {
    name: "uuid",
    versions: "3 - 14",
    parts: { "uuid/*": "*", "uuid/dist/*": "*" },
    // v3 and v5 are hashes of a name.
    banned: { obtained: ["v1", "v4", "v6", "v7"] },
  },
  {
    name: "nanoid",
    versions: "2 - 6",
    entries: ["nanoid/non-secure", "nanoid/async"],
    // Before 3 the package was the function itself, and had one that took an alphabet beside it.
    parts: { "nanoid/generate": "generate", "nanoid/non-secure/generate": "generate", "nanoid/async/generate": "generate" },
    // customRandom is given its source of randomness; urlAlphabet is a constant.
    banned: { obtained: ["nanoid", "customAlphabet", "random"], called: ["", "generate"] },
  },
  {
    name: "lodash",
    versions: "4",
    entries: ["lodash-es", "lodash/fp", "lodash/lodash"],
    parts: { "lodash/*": "*", "lodash-es/*": "*", "lodash/fp/*": "*", "lodash.random": "random", "lodash.shuffle": "shuffle", "lodash.sample": "sample", "lodash.samplesize": "sampleSize", "lodash.now": "now" },
    banned: { obtained: ["random", "shuffle", "sample", "sampleSize", "now"] },
    wrappers: ["", "chain"],
  },
  {
    name: "underscore",
    versions: "1",
    parts: { "underscore/modules/*": "*" },
    banned: { obtained: ["random", "shuffle", "sample", "now"] },
    wrappers: ["", "chain"],
  },
  {
    name: "seedrandom",
    versions: "2 - 3",
    parts: { "seedrandom/lib/*": "*" },
    // Without a seed it takes one from crypto or from the clock.
    banned: { "used-without-seed": ["", ...seedrandomGenerators] },
  },
  {
    name: "three",
    versions: "r125 - r187",
    globalName: "THREE",
    entries: ["three/webgpu", "three/tsl", "three/build/three.module.js", "three/build/three.module.min.js", "three/build/three.js", "three/build/three.min.js", "three/build/three.cjs", "three/src/Three.js", "three/addons/misc/Timer.js", "three/examples/jsm/misc/Timer.js"],
    parts: { "three/src/math/MathUtils.js": "MathUtils", "three/src/math/MathUtils": "MathUtils" },
    banned: {
      // seededRandom is Mulberry32 from a fixed start.
      obtained: ["MathUtils.randFloat", "MathUtils.randFloatSpread", "MathUtils.randInt", "MathUtils.generateUUID"].concat(
        threeVectors.map((name) => `${name}#random`),
        "Vector3#randomDirection",
      ),
      // Timer's constructor reads the clock (r187), so that even update(timestamp) has a first delta of the wall.
      constructed: ["Clock", "Timer"],
      "called-without-argument": ["Timer#update"],
    },
    fluent: threeVectors,
  },
  {
    name: "phaser",
    versions: "3",
    globalName: "Phaser",
    // Phaser.Math.RND is seeded through the configuration of the game.
    banned: {
      obtained: ["Math.Between", "Math.FloatBetween", "Math.RandomXY", "Math.RandomXYZ", "Math.RandomXYZW", "Math.Angle.Random", "Math.Angle.RandomDegrees"].concat(
        ["Circle", "Ellipse", "Line", "Rectangle", "Triangle"].map((shape) => `Geom.${shape}.Random`),
        "Geom.Rectangle.RandomOutside",
        "Display.Color.RandomRGB",
        "Utils.Array.GetRandom",
        "Utils.Array.RemoveRandomElement",
        "Utils.Array.Shuffle",
        "Utils.String.UUID",
      ),
      "used-without-seed": ["Math.RandomDataGenerator"],
    },
  },
];

/** The rules of the group `library`. */
export const packageRules: readonly Rule[] = packages.flatMap(rulesOf);

/** Instances (`npm:three.Vector3#`) whose methods give the instance back. */
export const fluentInstances: ReadonlySet<string> = new Set(
  packages.flatMap(({ name, fluent = [], wrappers }) => {
    const instances = fluent.map((instance) => `${joinPath(packagePrefix + name, instance)}#`);
    return wrappers === undefined ? instances : [...instances, `${packagePrefix + name}#`];
  }),
);

/** Functions that wrap (`npm:lodash.chain`), and the instances that they make. */
export const wrapperInstances: ReadonlyMap<string, string> = new Map(
  packages.flatMap(({ name, wrappers = [] }) => wrappers.map((wrapper) => [pathIn(name, wrapper), `${packagePrefix + name}#`] as const)),
);

/** Global names that script tags give to packages, and the paths that they mean. */
export const packageGlobals: ReadonlyMap<string, string> = new Map(
  packages.flatMap(({ name, globalName }) => (globalName === undefined ? [] : [[globalName, packagePrefix + name] as const])),
);

/** The names of the packages that rules speak of, with the packages that stand for parts of them. */
export const knownPackages: readonly string[] = packages.flatMap(({ name, entries = [], parts = {} }) => [name, ...entries, ...Object.keys(parts).map((part) => part.replace(/\/?\*$/, ""))]);

/** The path that an import of a package means: `npm:lodash.random` for `lodash/random`, or null where nothing is known. */
export function packagePathOf(specifier: string): string | null {
  for (const { name, entries = [], parts = {} } of packages) {
    const root = packagePrefix + name;
    if (specifier === name || entries.includes(specifier)) return root;
    for (const [pattern, path] of Object.entries(parts)) {
      if (pattern === specifier) return joinPath(root, path);
      const part = pattern.endsWith("*") && specifier.startsWith(pattern.slice(0, -1)) ? specifier.slice(pattern.length - 1).replace(/\.[mc]?js$/, "") : "";
      if (part !== "" && !part.includes("/")) return joinPath(root, part);
    }
  }
  return null;
}

function rulesOf({ name, banned, wrappers }: PackageKnowledge): readonly Rule[] {
  return whens.flatMap((when) =>
    (banned[when] ?? []).flatMap((key): readonly Rule[] => {
      const path = pathIn(name, key);
      const api = path.slice(packagePrefix.length) + (when.endsWith("-without-argument") || when === "used-without-seed" ? "()" : "");
      const rule: Rule = { path, group: "library", when, api };
      return wrappers === undefined ? [rule] : [rule, { ...rule, path: `${packagePrefix + name}#${key}` }];
    }),
  );
}

/** The path of an export of a package; of the package itself for an empty one. */
function pathIn(name: string, key: string): string {
  return key === "" ? packagePrefix + name : joinPath(packagePrefix + name, key);
}
