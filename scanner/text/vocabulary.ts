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

/** The words without which a file can hold nothing that is banned. It follows from the rules. */
export interface Vocabulary {
  /** Globals that are banned, or from which something banned is reached. */
  readonly globals: ReadonlyMap<string, GlobalWord>;
  /** Operators that are banned. */
  readonly operators: readonly string[];
  /** Members that are banned of whatever object. */
  readonly members: readonly string[];
  /** Packages that export something banned. */
  readonly packages: readonly string[];
}

/** What may follow the name of a global without anything banned being reached. */
export interface GlobalWord {
  /** The members that lead to something banned; null when none is harmless. */
  readonly members: ReadonlySet<string> | null;
  /** Whether an object that is constructed from arguments is harmless. */
  readonly isHarmlessOfArguments: boolean;
}

/** The words that what is banned by some groups is reached by. */
export function vocabularyOf(groups: readonly Group[]): Vocabulary {
  const wanted = new Set<Group>(groups);
  const rules = globalRules.filter(({ group }) => wanted.has(group));
  const globals = new Map<string, GlobalWord>();
  for (const root of new Set(rules.map(({ path }) => rootOf(path)))) globals.set(root, wordOf(root, rules));
  for (const name of instancePaths.keys()) globals.set(name, { members: new Set(), isHarmlessOfArguments: false });
  const ofPackages = packageRulesOf(groups);
  for (const [name, path] of packageGlobals) {
    const ofPackage = ofPackages.filter((rule) => isWithin(rule, path));
    // What is made of a package, whatever the arguments, may have methods that are banned.
    if (ofPackage.length > 0) globals.set(name, { ...wordOf(path, ofPackage), isHarmlessOfArguments: false });
  }
  const banned = [...nodeModuleGroups].filter(([, group]) => wanted.has(group)).map(([name]) => name);
  const packages = ["module", "seedrandom", ...nodeModulePaths.keys(), ...banned, ...packageNamesOf(groups)];
  // The operator goes through Math.pow, where its operands are not constants.
  const operators = wanted.has("float") ? ["**"] : [];
  return {
    globals,
    operators,
    members: [
      ...new Set(soughtRules.filter(({ group }) => wanted.has(group)).map(({ member }) => member)),
      ...(wanted.has("locale") ? localeMethods : []),
    ],
    packages: [...new Set(packages)],
  };
}

const anyUse: GlobalWord = { members: null, isHarmlessOfArguments: false };

function isWithin({ path }: Rule, root: string): boolean {
  const next = path[root.length];
  return path.startsWith(root) && (next === undefined || next === "." || next === "#");
}

function wordOf(root: string, all: readonly Rule[]): GlobalWord {
  const rules = all.filter((rule) => isWithin(rule, root));
  const isBannedItself = rules.some(({ path, when }) => path === root && (when === "obtained" || when === "value"));
  if (isBannedItself) return anyUse;
  const banned = rules.flatMap(({ path }) => /^[.#]([^.#]+)/.exec(path.slice(root.length))?.[1] ?? []);
  const members = new Set([...banned, ...(onwardMembers.get(root) ?? [])]);
  const isMadeWithoutArguments = ({ path, when }: Rule): boolean =>
    path === root && (when === "constructed-without-argument" || when === "called");
  return {
    members,
    isHarmlessOfArguments:
      rules.some(isMadeWithoutArguments) &&
      rules.every((rule) => isMadeWithoutArguments(rule) || rule.path.startsWith(`${root}.`)),
  };
}
