import { type Group, groups } from "../findings/finding.ts";
import bans from "./banned-globals.json" with { type: "json" };
import { type BannedPaths, pathsIn, type Rule, whens } from "./rule.ts";
import { words } from "./words.ts";

/** Functions that return lists of performance entries, each with its times. */
export const entryLists = pathsIn("performance.{getEntries,getEntriesByName,getEntriesByType}");

/** Banned paths, and their name in findings if that differs. Notes in the table are for its readers. */
type Ban = BannedPaths & { readonly api?: string };

const table: Readonly<Record<Group, readonly Ban[]>> = bans;

/** A clock that is read. */
const read = { group: "raw-clock", when: "value" } as const;

/** Rules for everything reached from the global object or from a Node module. */
export const globalRules: readonly Rule[] = [
  ...groups.flatMap((group) =>
    table[group].flatMap(({ api, ...banned }) =>
      whens.flatMap((when) => pathsIn(banned[when]).map((path) => ({ path, group, when, api: api ?? path }))),
    ),
  ),
  ...entryLists.flatMap((api) => pathsIn(`${api}#{startTime,duration,toJSON}`).map((path) => ({ ...read, path, api }))),
];

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
