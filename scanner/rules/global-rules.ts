import type { Group } from "../findings/finding.ts";
import { pathsIn, type Rule, type When } from "./rule.ts";
import { words } from "./words.ts";

/** Functions that return lists of performance entries, each with its times. */
export const entryLists = pathsIn("performance.{getEntries,getEntriesByName,getEntriesByType}");

/** Banned paths, with their name in findings if that differs. */
type Ban = readonly [group: Group, when: When, paths: string, api?: string];

const bans: readonly Ban[] = [
  ["raw-random", "obtained", "Math.random crypto.{getRandomValues,randomUUID,subtle.generateKey}"],
  // Node only.
  ["raw-random", "obtained", "crypto.{randomBytes,pseudoRandomBytes,randomInt,randomFill,randomFillSync}"],
  ["raw-random", "obtained", "crypto.generate{Key,KeySync,KeyPair,KeyPairSync,Prime,PrimeSync}"],
  ["raw-clock", "obtained", "Date.now performance.{now,toJSON} Temporal.Now process.{hrtime,hrtime.bigint,uptime}"],
  ["raw-clock", "value", "performance.{timeOrigin,timing}"],
  // Setting a mark for a profiler is harmless. Reading its time reads the clock. Its duration is always 0.
  ["raw-clock", "value", "{performance.mark,PerformanceMark}#{startTime,toJSON}", "performance.mark"],
  ["raw-clock", "value", "performance.measure#{startTime,duration,toJSON}", "performance.measure"],
  ...entryLists.map((path): Ban => ["raw-clock", "value", `${path}#{startTime,duration,toJSON}`, path]),
  // For pages that load seedrandom with a script tag.
  ["library", "used-without-seed", "Math.seedrandom", "seedrandom()"],
  ["raw-clock", "called", "Date", "Date()"],
  ["raw-clock", "constructed-without-argument", "Date", "new Date()"],
  // Without a date, both format the current time (ECMA-402, 11.5.4 and 11.5.6).
  ["raw-clock", "called-without-argument", "Intl.DateTimeFormat#format", "Intl.DateTimeFormat#format()"],
  ["raw-clock", "called-without-argument", "Intl.DateTimeFormat#formatToParts", "Intl.DateTimeFormat#formatToParts()"],
  ["scheduling", "obtained", "setTimeout setInterval setImmediate requestIdleCallback scheduler.{postTask,yield}"],
  ["scheduling", "obtained", "requestAnimationFrame webkitRequestAnimationFrame mozRequestAnimationFrame"],
  // sqrt, abs and floor are exact by IEEE 754 or ECMA-262. The last bits of the following may differ.
  ["float", "obtained", "Math.{sin,cos,tan,asin,acos,atan,atan2,sinh,cosh,tanh,asinh,acosh,atanh}"],
  ["float", "obtained", "Math.{exp,expm1,log,log1p,log2,log10,pow,cbrt,hypot}"],
  ["async-order", "obtained", "Promise.{race,any}"],
  ["async-order", "constructed", "WeakRef FinalizationRegistry"],
  ...(["constructed", "called"] as const).flatMap((when): readonly Ban[] => [
    ["locale", when, "Intl.{Collator,DateTimeFormat,DisplayNames,DurationFormat,ListFormat,NumberFormat}"],
    ["locale", when, "Intl.{PluralRules,RelativeTimeFormat,Segmenter}"],
  ]),
  ["locale", "constructed-with-parts", "Date", "new Date(year, month)"],
  ["locale", "obtained", "Date#get{Date,Day,FullYear,Hours,Milliseconds,Minutes,Month,Seconds,TimezoneOffset}"],
  ["environment", "value", "navigator.{userAgent,userAgentData,language,languages,platform,onLine,connection}"],
  ["environment", "value", "navigator.{hardwareConcurrency,deviceMemory,maxTouchPoints,getGamepads}"],
  ["environment", "value", "document.{hidden,visibilityState,hasFocus,referrer,cookie}"],
  ["environment", "value", "process.{env,argv,platform,arch,cwd,pid,version,memoryUsage,cpuUsage}"],
  [
    "environment",
    "value",
    "screen devicePixelRatio {inner,outer}{Width,Height} matchMedia location performance.memory",
  ],
  ["io", "obtained", "fetch localStorage sessionStorage indexedDB caches navigator.sendBeacon process.stdin"],
  ["io", "constructed", "XMLHttpRequest WebSocket EventSource WebTransport BroadcastChannel"],
];

/** Rules for everything reached from the global object or from a Node module. */
export const globalRules: readonly Rule[] = bans.flatMap(([group, when, paths, api]) =>
  pathsIn(paths).map((path) => ({ path, group, when, api: api ?? path })),
);

/** Methods that depend on the locale, on any object. */
export const localeMethods = words(
  "localeCompare toLocaleString toLocaleDateString toLocaleTimeString toLocaleLowerCase toLocaleUpperCase",
);

/** Properties of the global object that refer to the global object itself. */
export const globalObjectNames = words("globalThis window self global top parent frames");

/** Classes with a single instance, and its path: their prototypes hold its methods. */
export const instancePaths: ReadonlyMap<string, string> = new Map([
  ["Performance", "performance"],
  ["Crypto", "crypto"],
  ["SubtleCrypto", "crypto.subtle"],
]);

/** Members without a rule that still lead to something banned: they load modules, or put a generator into Math. */
export const onwardMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["process", ["getBuiltinModule", "mainModule"]],
  ["Math", ["seedrandom"]],
  ["crypto", ["webcrypto"]],
]);

/** Node modules (without `node:`) whose exports are the properties of a global path. */
export const nodeModulePaths: ReadonlyMap<string, string> = new Map([
  ["crypto", "crypto"],
  ["perf_hooks", ""],
  ["process", "process"],
  ["timers", ""],
  ["timers/promises", ""],
]);

/** Node modules whose import is banned. */
export const nodeModuleGroups: ReadonlyMap<string, Group> = new Map<string, Group>([
  ...pathsIn("child_process dgram dns fs{,/promises} http{,2,s} net readline tls").map((name) => [name, "io"] as const),
  ["os", "environment"],
]);
