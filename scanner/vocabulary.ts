import type { GlobalWord, Vocabulary } from "./filter.ts";
import type { Group } from "./finding.ts";
import { globalRules, localeMethods, nodeModuleGroups, nodeModulePaths } from "./rules/global-rules.ts";
import { knownPackages, packageGlobals } from "./rules/package-rules.ts";
import type { Rule } from "./rules/rule.ts";

/** The words that what is banned by some groups is reached by. */
export function vocabularyOf(groups: readonly Group[]): Vocabulary {
  const wanted = new Set<Group>(groups);
  const rules = globalRules.filter(({ group }) => wanted.has(group));
  const roots = new Set(rules.map(rootOf));
  const globals = new Map(Array.from(roots, (root) => [root, wordOf(root, rules.filter((rule) => rootOf(rule) === root))]));
  if (wanted.has("library")) for (const name of packageGlobals.keys()) globals.set(name, anyUse);
  const banned = [...nodeModuleGroups].filter(([, group]) => wanted.has(group)).map(([name]) => name);
  const packages = [...nodeModulePaths.keys(), ...banned, ...(wanted.has("library") ? knownPackages : [])];
  // The operator goes through Math.pow, where its operands are not constants.
  const operators = wanted.has("float") ? ["**"] : [];
  return { globals, operators, members: wanted.has("locale") ? [...localeMethods] : [], packages: [...new Set(packages)] };
}

const anyUse: GlobalWord = { members: null, isHarmlessOfArguments: false };

function rootOf({ path }: Rule): string {
  return /^[^.#]+/.exec(path)?.[0] ?? path;
}

function wordOf(root: string, rules: readonly Rule[]): GlobalWord {
  const isBannedItself = rules.some(({ path, when }) => path === root && (when === "obtained" || when === "value"));
  if (isBannedItself) return anyUse;
  const members = new Set(rules.filter(({ path }) => path !== root).map(({ path }) => /^[.#]([^.#]+)/.exec(path.slice(root.length))?.[1] ?? ""));
  const isMadeWithoutArguments = ({ path, when }: Rule): boolean => path === root && (when === "constructed-without-argument" || when === "called");
  return { members, isHarmlessOfArguments: rules.every((rule) => isMadeWithoutArguments(rule) || rule.path.startsWith(`${root}.`)) };
}
