import type { Group } from "../findings/finding.ts";
import type { When } from "./rule.ts";

/** The banned exports of one package, and the versions they were read from. */
export interface PackageKnowledge {
  readonly name: string;
  /** The versions whose sources and documentation agree with this entry. */
  readonly versions: string;
  /** The group of its rules, if that is not `library`. */
  readonly group?: Group;
  /** The name under which a script tag puts it on the global object. */
  readonly globalName?: string;
  /** Paths within it that mean the package as a whole; `**` is any path. */
  readonly entries?: readonly string[];
  /** Paths within it that mean a part of it. `*` is one name and stands for itself. */
  readonly parts?: Readonly<Record<string, string>>;
  /** The banned paths, by the use that is banned; the empty path is the package itself. */
  readonly banned: Partial<Readonly<Record<When, readonly string[]>>>;
  /** Instances whose methods return the instance. */
  readonly fluent?: readonly string[];
  /** Functions that wrap their argument in an instance of the package, whose methods are the package's own. */
  readonly wrappers?: readonly string[];
}

const threeVectors = ["Vector2", "Vector3", "Vector4", "Quaternion"];
const threeFunctions = ["randFloat", "randFloatSpread", "randInt", "generateUUID"];
const phaserShapes = ["Circle", "Ellipse", "Line", "Rectangle", "Triangle"];
const oneFunction: Pick<PackageKnowledge, "banned"> = { banned: { obtained: [""] } };

const lodash: Pick<PackageKnowledge, "parts" | "banned" | "wrappers"> = {
  parts: { "*": "*", "fp/*": "*" },
  banned: { obtained: ["random", "shuffle", "sample", "sampleSize", "now"] },
  wrappers: ["", "chain"],
};

const temporal: Pick<PackageKnowledge, "entries" | "banned"> = {
  entries: ["full", "implementation", "full/implementation"],
  banned: { obtained: ["Temporal.Now"] },
};

/** Each takes its source of randomness by a call of `source`, and draws from Math.random otherwise. */
const d3Random: Pick<PackageKnowledge, "banned"> = {
  banned: {
    called: ["Bates", "Bernoulli", "Beta", "Binomial", "Cauchy", "Exponential", "Gamma", "Geometric", "Int"]
      .concat("IrwinHall", "LogNormal", "Logistic", "Normal", "Pareto", "Poisson", "Uniform", "Weibull")
      .map((name) => `random${name}`),
    "used-without-seed": ["randomLcg"],
  },
};

const babylon: Pick<PackageKnowledge, "globalName" | "entries" | "banned"> = {
  globalName: "BABYLON",
  // All modules export under the names of the package, too.
  entries: ["**"],
  banned: {
    obtained: ["Scalar.RandomRange", "RandomRange", "Tools.RandomId", "GUID.RandomId", "RandomGUID"].concat(
      ["Color3", "Vector2", "Vector3", "Vector4"].flatMap((name) =>
        name === "Color3" ? `${name}.Random` : [`${name}.Random`, `${name}.RandomToRef`],
      ),
    ),
    // Getters that read performance.now.
    value: ["Tools.Now", "PrecisionDate.Now"],
  },
};

const pixiTicker: Pick<PackageKnowledge, "group" | "banned"> = {
  group: "scheduling",
  banned: { obtained: ["Ticker.shared", "Ticker.system"] },
};

/** The packages that are known to export something banned. */
export const knownPackages: readonly PackageKnowledge[] = [
  {
    name: "uuid",
    versions: "3 - 14",
    parts: { "*": "*" },
    // v3 and v5 are hashes of a name. Before 7 the package was v4 itself.
    banned: { obtained: ["v1", "v4", "v6", "v7"], called: [""] },
  },
  {
    name: "nanoid",
    versions: "2 - 6",
    entries: ["non-secure", "async"],
    // Before 3 the package was the function itself, and had one that took an alphabet beside it.
    parts: { generate: "generate", "non-secure/generate": "generate", "async/generate": "generate" },
    // customRandom is given its source of randomness; urlAlphabet is a constant.
    banned: { obtained: ["nanoid", "customAlphabet", "random"], called: ["", "generate"] },
  },
  { name: "lodash", versions: "4", ...lodash, entries: ["fp"] },
  { name: "lodash-es", versions: "4", ...lodash },
  ...["random", "shuffle", "sample", "samplesize", "now"].map((name) => ({
    name: `lodash.${name}`,
    versions: "4",
    ...oneFunction,
  })),
  {
    name: "underscore",
    versions: "1",
    parts: { "modules/*": "*" },
    banned: { obtained: ["random", "shuffle", "sample", "now"] },
    wrappers: ["", "chain"],
  },
  {
    name: "seedrandom",
    versions: "2 - 3",
    parts: { "*": "*" },
    // Without a seed it takes one from crypto or from the clock.
    banned: { "used-without-seed": ["", "alea", "xor128", "tychei", "xorwow", "xor4096", "xorshift7"] },
  },
  {
    name: "three",
    versions: "r72 - r187",
    globalName: "THREE",
    entries: ["webgpu", "tsl", "src/**", "addons/misc/Timer", "examples/jsm/misc/Timer"],
    parts: { "src/math/MathUtils": "MathUtils", "src/math/Math": "MathUtils" },
    banned: {
      // seededRandom is Mulberry32 from a fixed start. What is MathUtils was Math until r113.
      obtained: ["MathUtils", "Math"]
        .flatMap((object) => threeFunctions.map((name) => `${object}.${name}`))
        .concat(
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
    parts: {
      "src/math": "Math",
      "src/math/*": "Math.*",
      "src/math/angle/*": "Math.Angle.*",
      "src/math/random-data-generator/RandomDataGenerator": "Math.RandomDataGenerator",
      "src/utils/array/*": "Utils.Array.*",
      "src/utils/string/UUID": "Utils.String.UUID",
    },
    // Phaser.Math.RND is seeded through the configuration of the game.
    banned: {
      obtained: [
        "Math.Between",
        "Math.FloatBetween",
        "Math.RandomXY",
        "Math.RandomXYZ",
        "Math.RandomXYZW",
        "Math.Angle.Random",
        "Math.Angle.RandomDegrees",
      ].concat(
        phaserShapes.flatMap((shape) => [
          `Geom.${shape}.Random`,
          `Geom.${shape}#getRandomPoint`,
          `Actions.Random${shape}`,
        ]),
        "Actions.Shuffle",
        "Geom.Rectangle.RandomOutside",
        "Display.Color.RandomRGB",
        "Display.Color#random",
        "Utils.Array.GetRandom",
        "Utils.Array.RemoveRandomElement",
        "Utils.Array.Shuffle",
        "Utils.String.UUID",
      ),
      "used-without-seed": ["Math.RandomDataGenerator"],
    },
  },
  { name: "@babylonjs/core", versions: "8", ...babylon },
  { name: "babylonjs", versions: "8", ...babylon },
  {
    name: "playcanvas",
    versions: "2",
    globalName: "pc",
    banned: { obtained: ["math.random", "guid.create", "now"] },
  },
  {
    name: "excalibur",
    versions: "0.29 - 0.31",
    // An argument that is left out is a new Random().
    banned: { obtained: ["randomInRange", "randomIntInRange"], "used-without-seed": ["Random"] },
  },
  { name: "pixi.js", versions: "5 - 8", globalName: "PIXI", ...pixiTicker },
  { name: "@pixi/ticker", versions: "5 - 7", ...pixiTicker },
  {
    name: "gl-matrix",
    versions: "2 - 3",
    globalName: "glMatrix",
    parts: { common: "glMatrix", "gl-matrix/common": "glMatrix", "*": "*", "src/gl-matrix/*": "*" },
    banned: { obtained: ["vec2", "vec3", "vec4", "quat"].map((name) => `${name}.random`).concat("glMatrix.RANDOM") },
  },
  { name: "@js-temporal/polyfill", versions: "0.4 - 0.5", ...temporal },
  { name: "temporal-polyfill", versions: "0.2 - 1", ...temporal },
  { name: "crypto-random-string", versions: "3 - 5", banned: { obtained: ["", "async", "cryptoRandomStringAsync"] } },
  { name: "cuid", versions: "1 - 3", banned: { obtained: ["", "slug"] } },
  // The result of init reads the clock, whatever its source of randomness.
  { name: "@paralleldrive/cuid2", versions: "2 - 3", banned: { obtained: ["createId", "init"] } },
  { name: "ulid", versions: "2 - 3", banned: { obtained: ["ulid", "monotonicFactory"] } },
  {
    name: "short-uuid",
    versions: "4 - 6",
    banned: {
      obtained: [
        "generate",
        "uuid",
        "#new",
        "#generate",
        "#uuid",
        "createTranslator#generate",
        "createTranslator#new",
        "createTranslator#uuid",
      ],
    },
  },
  {
    name: "random-js",
    versions: "2",
    banned: {
      obtained: ["nativeMath", "browserCrypto", "nodeCrypto", "createEntropy", "MersenneTwister19937.autoSeed"],
      "used-without-seed": ["Random"],
    },
  },
  { name: "chance", versions: "1", globalName: "Chance", banned: { "used-without-seed": ["", "Chance"] } },
  { name: "alea", versions: "1", banned: { "used-without-seed": [""] } },
  { name: "prando", versions: "5 - 6", banned: { "used-without-seed": [""] } },
  { name: "mersenne-twister", versions: "1", banned: { "used-without-seed": [""] } },
  // Up to 3 a class that takes a seed or a source of randomness, from 4 on functions that take a source.
  {
    name: "simplex-noise",
    versions: "3 - 4",
    banned: { "used-without-seed": ["", "SimplexNoise", "createNoise2D", "createNoise3D", "createNoise4D"] },
  },
  { name: "d3-random", versions: "3", ...d3Random },
  { name: "d3", versions: "7", globalName: "d3", ...d3Random },
  // A generator may be given.
  { name: "chroma-js", versions: "2 - 3", globalName: "chroma", banned: { "called-without-argument": ["random"] } },
  {
    name: "es-toolkit",
    versions: "1",
    entries: ["array", "math", "compat"],
    parts: { "compat/*": "*" },
    banned: { obtained: ["random", "randomInt", "shuffle", "sample", "sampleSize"] },
  },
  {
    name: "remeda",
    versions: "2",
    banned: { obtained: ["randomInteger", "randomBigInt", "randomString", "sample", "shuffle"] },
  },
];
