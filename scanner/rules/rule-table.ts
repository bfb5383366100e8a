import type { Group } from "../findings/finding.ts";
import { globalRules, instancePaths, localeMethods } from "./global-rules.ts";
import { fluentInstances, packageGlobals, packageRulesOf, wrapperInstances } from "./package-rules.ts";
import { packagePrefix, pathsIn, rootOf, type Rule } from "./rule.ts";
import { soughtRules } from "./sought-rules.ts";

/** The rules of some groups by path, and the paths that the solver must follow to apply them. */
export class RuleTable {
  readonly byPath = new Map<string, readonly Rule[]>();
  /** Every path that leads to a rule, or to a native function that passes values on. */
  readonly prefixes: ReadonlySet<string>;
  /** The paths that may lead to something banned by themselves: they lead to a rule, or run code. */
  readonly live: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
  /** The names of the global variables that lead to something banned. */
  readonly globals: ReadonlySet<string>;
  /** The members of sought rules: an object that one of them is read from is always followed. */
  readonly soughtMembers: ReadonlySet<string>;
  readonly groups: ReadonlySet<Group>;
  readonly #rules: readonly Rule[];

  /** @param nativePaths The paths of native functions that the solver can call. */
  constructor(groups: readonly Group[], nativePaths: Iterable<string>) {
    const wanted = new Set(groups);
    const rules = [...globalRules.filter(({ group }) => wanted.has(group)), ...packageRulesOf(groups)];
    const sought = soughtRules.filter(({ group }) => wanted.has(group));
    const instances = wanted.has("library") ? [...fluentInstances, ...wrapperInstances.keys()] : [];
    const packages = wanted.has("library") ? packageGlobals.values() : [];
    // An instance leads to its class through `constructor`.
    const classes = rules.filter(({ when }) => when !== "obtained" && when !== "value").map(({ path }) => `${path}#`);
    const ends = [...rules.map(({ path }) => path), ...instances, ...packages, ...classes, ...instancePaths.keys()];
    const onTheWay = sought.flatMap(({ path, member }) =>
      prefixesOf(path).filter((prefix) => !path.slice(prefix.length).includes(member)),
    );
    for (const rule of [...rules, ...sought]) this.byPath.set(rule.path, [...(this.byPath.get(rule.path) ?? []), rule]);
    this.live = new Set(["", ...[...ends, ...codeSources].flatMap(prefixesOf), ...onTheWay]);
    this.prefixes = new Set([...this.live, ...[...sought.map(({ path }) => path), ...nativePaths].flatMap(prefixesOf)]);
    this.methods = wanted.has("locale") ? localeMethods : new Set();
    this.globals = new Set(rules.map(({ path }) => rootOf(path)).filter((name) => !name.startsWith(packagePrefix)));
    this.soughtMembers = new Set(sought.map(({ member }) => member));
    this.groups = wanted;
    this.#rules = rules;
  }

  /** The banned members of the object at a path. */
  membersOf(path: string): readonly string[] {
    return this.#rules.flatMap((rule) => (rule.path.startsWith(`${path}.`) ? rule.path.slice(path.length + 1) : []));
  }
}

/** Native functions that turn a string into a module or into code, and those that replace Math.random. */
const codeSources = pathsIn(
  "eval Function require require.main.require module.createRequire process.{getBuiltinModule,mainModule.require}" +
    " npm:seedrandom Math.seedrandom",
);

/** All prefixes of a path: `Intl`, `Intl.DateTimeFormat`, `Intl.DateTimeFormat#`, `Intl.DateTimeFormat#format`. */
function prefixesOf(path: string): readonly string[] {
  const prefixes: string[] = [];
  for (let index = 1; index < path.length; index += 1) {
    const character = path.charAt(index);
    if (character === "." || character === "#") prefixes.push(path.slice(0, index));
    if (character === "#") prefixes.push(path.slice(0, index + 1));
  }
  return [...prefixes, path];
}
