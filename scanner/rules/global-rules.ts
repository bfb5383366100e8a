import type { Group } from "../findings/finding.ts";
import type { Rule, When } from "./rule.ts";

/** Functions that return lists of marks, measures and other entries, each with its times. */
export const entryLists: readonly string[] = ["getEntries", "getEntriesByName", "getEntriesByType"].map(
  (name) => `performance.${name}`,
);

/** Rules for everything that is reached from the global object, or from a module of Node. */
export const globalRules: readonly Rule[] = [
  ...ban("raw-random", "obtained", [
    "Math.random",
    "crypto.getRandomValues",
    "crypto.randomUUID",
    "crypto.subtle.generateKey",
    // Node only.
    "crypto.randomBytes",
    "crypto.pseudoRandomBytes",
    "crypto.randomInt",
    "crypto.randomFill",
    "crypto.randomFillSync",
    "crypto.generateKey",
    "crypto.generateKeySync",
    "crypto.generateKeyPair",
    "crypto.generateKeyPairSync",
    "crypto.generatePrime",
    "crypto.generatePrimeSync",
  ]),
  ...ban("raw-clock", "obtained", [
    "Date.now",
    "performance.now",
    "performance.toJSON",
    "Temporal.Now",
    "process.hrtime",
    "process.hrtime.bigint",
    "process.uptime",
  ]),
  ...ban("raw-clock", "value", ["performance.timeOrigin", "performance.timing"]),
  // Setting a mark for a profiler is harmless. The clock is read where the time of a mark is read. Its duration is always 0.
  ...banTimes("performance.mark", "performance.mark", ["startTime", "toJSON"]),
  ...banTimes("PerformanceMark", "performance.mark", ["startTime", "toJSON"]),
  ...banTimes("performance.measure", "performance.measure", ["startTime", "duration", "toJSON"]),
  ...entryLists.flatMap((path) => banTimes(path, path, ["startTime", "duration", "toJSON"])),
  // For pages that load seedrandom by a script tag.
  { path: "Math.seedrandom", group: "library", when: "used-without-seed", api: "seedrandom()" },
  { path: "Date", group: "raw-clock", when: "called", api: "Date()" },
  { path: "Date", group: "raw-clock", when: "constructed-without-argument", api: "new Date()" },
  // Without a date, both format the present (ECMA-402, 11.5.4 and 11.5.6).
  {
    path: "Intl.DateTimeFormat#format",
    group: "raw-clock",
    when: "called-without-argument",
    api: "Intl.DateTimeFormat#format()",
  },
  {
    path: "Intl.DateTimeFormat#formatToParts",
    group: "raw-clock",
    when: "called-without-argument",
    api: "Intl.DateTimeFormat#formatToParts()",
  },
  ...ban("scheduling", "obtained", [
    "setTimeout",
    "setInterval",
    "setImmediate",
    "requestAnimationFrame",
    "webkitRequestAnimationFrame",
    "mozRequestAnimationFrame",
    "requestIdleCallback",
    "scheduler.postTask",
    "scheduler.yield",
  ]),
  // sqrt, abs and floor are exact by IEEE 754 or ECMA-262. The last bits of these may differ.
  ...ban(
    "float",
    "obtained",
    ["sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"]
      .concat("exp", "expm1", "log", "log1p", "log2", "log10", "pow", "cbrt", "hypot")
      .map((name) => `Math.${name}`),
  ),
  ...ban("async-order", "obtained", ["Promise.race", "Promise.any"]),
  ...ban("async-order", "constructed", ["WeakRef", "FinalizationRegistry"]),
  ...[
    "Collator",
    "DateTimeFormat",
    "DisplayNames",
    "DurationFormat",
    "ListFormat",
    "NumberFormat",
    "PluralRules",
    "RelativeTimeFormat",
    "Segmenter",
  ].flatMap((name) => [
    ...ban("locale", "constructed", [`Intl.${name}`]),
    ...ban("locale", "called", [`Intl.${name}`]),
  ]),
  { path: "Date", group: "locale", when: "constructed-with-parts", api: "new Date(year, month)" },
  ...ban(
    "locale",
    "obtained",
    [
      "getDate",
      "getDay",
      "getFullYear",
      "getHours",
      "getMilliseconds",
      "getMinutes",
      "getMonth",
      "getSeconds",
      "getTimezoneOffset",
    ].map((name) => `Date#${name}`),
  ),
  ...ban(
    "environment",
    "value",
    [
      "userAgent",
      "userAgentData",
      "language",
      "languages",
      "hardwareConcurrency",
      "deviceMemory",
      "platform",
      "onLine",
      "connection",
      "maxTouchPoints",
      "getGamepads",
    ]
      .map((name) => `navigator.${name}`)
      .concat(["hidden", "visibilityState", "hasFocus", "referrer", "cookie"].map((name) => `document.${name}`))
      .concat(
        ["env", "argv", "platform", "arch", "cwd", "pid", "version", "memoryUsage", "cpuUsage"].map(
          (name) => `process.${name}`,
        ),
      )
      .concat("screen", "devicePixelRatio", "innerWidth", "innerHeight", "outerWidth", "outerHeight", "matchMedia")
      .concat("location", "performance.memory"),
  ),
  ...ban("io", "obtained", [
    "fetch",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "caches",
    "navigator.sendBeacon",
    "process.stdin",
  ]),
  ...ban("io", "constructed", ["XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "BroadcastChannel"]),
];

/** Methods that depend on the locale, whatever object they are called on. */
export const localeMethods: ReadonlySet<string> = new Set([
  "localeCompare",
  "toLocaleString",
  "toLocaleDateString",
  "toLocaleTimeString",
  "toLocaleLowerCase",
  "toLocaleUpperCase",
]);

/** The properties of the global object that are the global object itself. */
export const globalObjectNames: ReadonlySet<string> = new Set([
  "globalThis",
  "window",
  "self",
  "global",
  "top",
  "parent",
  "frames",
]);

/** Classes with a single instance, and the path of that instance: their prototypes have its methods. */
export const instancePaths: ReadonlyMap<string, string> = new Map([
  ["Performance", "performance"],
  ["Crypto", "crypto"],
  ["SubtleCrypto", "crypto.subtle"],
]);

/** Members that no rule names, but that lead to something banned: they load modules, or put a generator into Math. */
export const onwardMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["process", ["getBuiltinModule", "mainModule"]],
  ["Math", ["seedrandom"]],
  ["crypto", ["webcrypto"]],
]);

/** Modules of Node (without `node:`) whose exports are the properties of a global path. */
export const nodeModulePaths: ReadonlyMap<string, string> = new Map([
  ["crypto", "crypto"],
  ["perf_hooks", ""],
  ["process", "process"],
  ["timers", ""],
  ["timers/promises", ""],
]);

/** Modules of Node whose import is banned. */
export const nodeModuleGroups: ReadonlyMap<string, Group> = new Map<string, Group>([
  ...["child_process", "dgram", "dns", "fs", "fs/promises", "http", "http2", "https", "net", "readline", "tls"].map(
    (name): [string, Group] => [name, "io"],
  ),
  ["os", "environment"],
]);

/** Bans the times of the objects that a function or a class makes. */
function banTimes(maker: string, api: string, members: readonly string[]): readonly Rule[] {
  return members.map((member) => ({ path: `${maker}#${member}`, group: "raw-clock", when: "value", api }));
}

function ban(group: Group, when: When, paths: readonly string[]): readonly Rule[] {
  return paths.map((path) => ({ path, group, when, api: path }));
}
