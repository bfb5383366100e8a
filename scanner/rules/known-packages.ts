import type { Group } from "../findings/finding.ts";
import type { When } from "./rule.ts";

/**
 * The banned exports of one package, by the banned use. A text may list several paths, and `.` is the package itself.
 */
export interface PackageKnowledge extends Partial<Readonly<Record<When, string>>> {
  /** The versions whose sources and documentation were read for this entry. */
  readonly versions: string;
  /** The group of its rules, if that is not `library`. */
  readonly group?: Group;
  /** The name of the global that a script tag defines. */
  readonly globalName?: string;
  /** Import paths that mean the whole package. `**` is any path. */
  readonly entries?: string;
  /** Import paths that mean a part of it. `*` matches one name and stands for that name. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Instances whose methods return the instance. */
  readonly fluent?: string;
  /** Functions that wrap their argument in an instance whose methods are those of the package. */
  readonly wrappers?: string;
}

const lodash = {
  versions: "4",
  parts: { "*": "*", "fp/*": "*" },
  obtained: "random shuffle sample sampleSize now",
  wrappers: ". chain",
};

const temporal = { entries: "full implementation full/implementation", obtained: "Temporal.Now" };

/** Each draws from Math.random unless a call of `source` gives it another generator. */
const d3Random = {
  called: `
    random{Bates,Bernoulli,Beta,Binomial,Cauchy,Exponential,Gamma,Geometric,Int,IrwinHall,LogNormal,Logistic}
    random{Normal,Pareto,Poisson,Uniform,Weibull}`,
  "used-without-seed": "randomLcg",
};

/** All modules use the export names of the package. The values are getters that read performance.now. */
const babylon = {
  versions: "8",
  globalName: "BABYLON",
  entries: "**",
  obtained: "{Scalar.,}RandomRange {Tools,GUID}.RandomId RandomGUID Color3.Random Vector{2,3,4}.{Random,RandomToRef}",
  value: "{Tools,PrecisionDate}.Now",
};

const pixiTicker = { group: "scheduling", obtained: "Ticker.{shared,system}" } as const;

/** The packages known to export something banned, by name. */
export const knownPackages: Readonly<Record<string, PackageKnowledge>> = {
  // v3 and v5 hash a name. Before version 7 the package itself was v4.
  uuid: { versions: "3 - 14", parts: { "*": "*" }, obtained: "v1 v4 v6 v7", called: "." },
  // customRandom takes a generator, and urlAlphabet is a constant. Before version 3 the package itself was the
  // function, and `generate` took an alphabet.
  nanoid: {
    versions: "2 - 6",
    entries: "non-secure async",
    parts: { generate: "generate", "non-secure/generate": "generate", "async/generate": "generate" },
    obtained: "nanoid customAlphabet random",
    called: ". generate",
  },
  lodash: { ...lodash, entries: "fp" },
  "lodash-es": lodash,
  "lodash.random": { versions: "4", obtained: "." },
  "lodash.shuffle": { versions: "4", obtained: "." },
  "lodash.sample": { versions: "4", obtained: "." },
  "lodash.samplesize": { versions: "4", obtained: "." },
  "lodash.now": { versions: "4", obtained: "." },
  underscore: { ...lodash, versions: "1", parts: { "modules/*": "*" }, obtained: "random shuffle sample now" },
  // Without a seed it seeds itself from crypto or the clock.
  seedrandom: {
    versions: "2 - 3",
    parts: { "*": "*" },
    "used-without-seed": ". alea xor128 tychei xorwow xor4096 xorshift7",
  },
  // seededRandom is Mulberry32 with a fixed seed. MathUtils was called Math until r113. Timer's constructor reads the
  // clock (r187), so even with update(timestamp) the first delta depends on the wall clock.
  three: {
    versions: "r72 - r187",
    globalName: "THREE",
    entries: "webgpu tsl src/** {addons,examples/jsm}/misc/Timer",
    parts: { "src/math/MathUtils": "MathUtils", "src/math/Math": "MathUtils" },
    obtained: `
      {MathUtils,Math}.{randFloat,randFloatSpread,randInt,generateUUID} Vector3#randomDirection
      {Vector2,Vector3,Vector4,Quaternion}#random`,
    constructed: "Clock Timer",
    "called-without-argument": "Timer#update",
    fluent: "Vector2 Vector3 Vector4 Quaternion",
  },
  // Phaser.Math.RND is seeded by the game's configuration.
  phaser: {
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
    obtained: `
      Math.{Between,FloatBetween,RandomXY,RandomXYZ,RandomXYZW} Math.Angle.{Random,RandomDegrees}
      Geom.{Circle,Ellipse,Line,Rectangle,Triangle}{.Random,#getRandomPoint} Geom.Rectangle.RandomOutside
      Actions.Random{Circle,Ellipse,Line,Rectangle,Triangle} Actions.Shuffle Display.Color{.RandomRGB,#random}
      Utils.Array.{GetRandom,RemoveRandomElement,Shuffle} Utils.String.UUID`,
    "used-without-seed": "Math.RandomDataGenerator",
  },
  "@babylonjs/core": babylon,
  babylonjs: babylon,
  playcanvas: { versions: "2", globalName: "pc", obtained: "math.random guid.create now" },
  // A missing argument defaults to new Random().
  excalibur: { versions: "0.29 - 0.31", obtained: "randomInRange randomIntInRange", "used-without-seed": "Random" },
  "pixi.js": { versions: "5 - 8", globalName: "PIXI", ...pixiTicker },
  "@pixi/ticker": { versions: "5 - 7", ...pixiTicker },
  "gl-matrix": {
    versions: "2 - 3",
    globalName: "glMatrix",
    parts: { common: "glMatrix", "gl-matrix/common": "glMatrix", "*": "*", "src/gl-matrix/*": "*" },
    obtained: "{vec2,vec3,vec4,quat}.random glMatrix.RANDOM",
  },
  "@js-temporal/polyfill": { versions: "0.4 - 0.5", ...temporal },
  "temporal-polyfill": { versions: "0.2 - 1", ...temporal },
  "crypto-random-string": { versions: "3 - 5", obtained: ". async cryptoRandomStringAsync" },
  cuid: { versions: "1 - 3", obtained: ". slug" },
  // The result of init reads the clock, whatever its generator.
  "@paralleldrive/cuid2": { versions: "2 - 3", obtained: "createId init" },
  ulid: { versions: "2 - 3", obtained: "ulid monotonicFactory" },
  "short-uuid": {
    versions: "4 - 6",
    obtained: "generate uuid #new #generate #uuid createTranslator#{generate,new,uuid}",
  },
  "random-js": {
    versions: "2",
    obtained: "nativeMath browserCrypto nodeCrypto createEntropy MersenneTwister19937.autoSeed",
    "used-without-seed": "Random",
  },
  chance: { versions: "1", globalName: "Chance", "used-without-seed": ". Chance" },
  alea: { versions: "1", "used-without-seed": "." },
  prando: { versions: "5 - 6", "used-without-seed": "." },
  "mersenne-twister": { versions: "1", "used-without-seed": "." },
  // Up to version 3 a class that takes a seed or a generator, from version 4 on functions that take a generator.
  "simplex-noise": { versions: "3 - 4", "used-without-seed": ". SimplexNoise createNoise{2,3,4}D" },
  "d3-random": { versions: "3", ...d3Random },
  d3: { versions: "7", globalName: "d3", ...d3Random },
  // It accepts a generator.
  "chroma-js": { versions: "2 - 3", globalName: "chroma", "called-without-argument": "random" },
  "es-toolkit": {
    versions: "1",
    entries: "array math compat",
    parts: { "compat/*": "*" },
    obtained: "random randomInt shuffle sample sampleSize",
  },
  remeda: { versions: "2", obtained: "random{Integer,BigInt,String} sample shuffle" },
};
