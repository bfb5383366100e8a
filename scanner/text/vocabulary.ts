import type { Group } from "../findings/finding.ts";
import {
  globalRules,
  instancePaths,
  localeMethods,
  nodeModuleGroups,
  nodeModulePaths,
  onwardMembers,
} from "../rules/global-rules.ts";
import { packageGlobals, packageNamesOf, packageRulesOf } from "../rules/package-rules.ts";
import { type Rule, rootOf } from "../rules/rule.ts";
import { soughtRules } from "../rules/sought-rules.ts";

/** The words without which a file cannot contain anything banned. Derived from the rules. */
export interface Vocabulary {
  /** Globals that are banned or lead to something banned. */
  readonly globals: ReadonlyMap<string, GlobalWord>;
  /** Banned operators. */
  readonly operators: readonly string[];
  /** Members that are banned on any object. */
  readonly members: readonly string[];
  /** Packages that export something banned. */
  readonly packages: readonly string[];
}

/** The harmless uses of a global. */
export interface GlobalWord {
  /** The members that lead to something banned. Null if no member is harmless. */
  readonly members: ReadonlySet<string> | null;
  /** Whether an object constructed with arguments is harmless. */
  readonly isHarmlessOfArguments: boolean;
}

/** The vocabulary of some groups. */
export function vocabularyOf(groups: readonly Group[]): Vocabulary {
  const wanted = new Set<Group>(groups);
  const rules = globalRules.filter(({ group }) => wanted.has(group));
  const globals = new Map<string, GlobalWord>();
  for (const root of new Set(rules.map(({ path }) => rootOf(path)))) globals.set(root, wordOf(root, rules));
  for (const name of instancePaths.keys()) globals.set(name, { members: new Set(), isHarmlessOfArguments: false });
  const ofPackages = packageRulesOf(groups);
  for (const [name, path] of packageGlobals) {
    const ofPackage = ofPackages.filter((rule) => isWithin(rule, path));
    // Instances from a package may have banned methods, whatever the arguments.
    if (ofPackage.length > 0) globals.set(name, { ...wordOf(path, ofPackage), isHarmlessOfArguments: false });
  }
  const banned = [...nodeModuleGroups].filter(([, group]) => wanted.has(group)).map(([name]) => name);
  const packages = ["module", "seedrandom", ...nodeModulePaths.keys(), ...banned, ...packageNamesOf(groups)];
  // With operands that are not constant, the operator calls Math.pow.
  const operators = wanted.has("float") ? ["**"] : [];
  const sought = new Set(soughtRules.filter(({ group }) => wanted.has(group)).map(({ member }) => member));
  const members = [...sought, ...(wanted.has("locale") ? localeMethods : [])];
  return { globals, operators, members, packages: [...new Set(packages)] };
}

function isWithin({ path }: Rule, root: string): boolean {
  const next = path[root.length];
  return path.startsWith(root) && (next === undefined || next === "." || next === "#");
}

function wordOf(root: string, all: readonly Rule[]): GlobalWord {
  const rules = all.filter((rule) => isWithin(rule, root));
  const isBannedItself = rules.some(({ path, when }) => path === root && (when === "obtained" || when === "value"));
  if (isBannedItself) return { members: null, isHarmlessOfArguments: false };
  const banned = rules.flatMap(({ path }) => /^[.#]([^.#]+)/.exec(path.slice(root.length))?.[1] ?? []);
  const members = new Set([...banned, ...(onwardMembers.get(root) ?? [])]);
  const isMadeWithoutArguments = ({ path, when }: Rule): boolean =>
    path === root && (when === "constructed-without-argument" || when === "called");
  const isHarmlessOfArguments =
    rules.some(isMadeWithoutArguments) &&
    rules.every((rule) => isMadeWithoutArguments(rule) || rule.path.startsWith(`${root}.`));
  return { members, isHarmlessOfArguments };
}
