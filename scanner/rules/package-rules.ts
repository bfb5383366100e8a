import type { Group } from "../findings/finding.ts";
import type { PackageKnowledge } from "./known-packages.ts";
import { knownPackages } from "./known-packages.ts";
import { packageAddressOf } from "./package-address.ts";
import type { Rule } from "./rule.ts";
import { joinPath, packagePrefix, whens } from "./rule.ts";

/** The rules that some groups have for packages. */
export function packageRulesOf(groups: readonly Group[]): readonly Rule[] {
  return packagesOf(groups).flatMap(rulesOf);
}

/** The names of the packages that the groups have rules for. */
export function packageNamesOf(groups: readonly Group[]): readonly string[] {
  return packagesOf(groups).map(({ name }) => name);
}

function packagesOf(groups: readonly Group[]): readonly PackageKnowledge[] {
  return knownPackages.filter(({ group = "library" }) => groups.includes(group));
}

/** Instances (`npm:three.Vector3#`) whose methods return the instance. */
export const fluentInstances: ReadonlySet<string> = new Set(
  knownPackages.flatMap(({ name, fluent = [], wrappers }) => {
    const instances = fluent.map((instance) => `${joinPath(packagePrefix + name, instance)}#`);
    return wrappers === undefined ? instances : [...instances, `${packagePrefix + name}#`];
  }),
);

/** Functions that wrap (`npm:lodash.chain`), and the instances that they make. */
export const wrapperInstances: ReadonlyMap<string, string> = new Map(
  knownPackages.flatMap(({ name, wrappers = [] }) =>
    wrappers.map((wrapper) => [pathIn(name, wrapper), `${packagePrefix + name}#`] as const),
  ),
);

/** Global names that script tags give to packages, and the paths that they mean. */
export const packageGlobals: ReadonlyMap<string, string> = new Map(
  knownPackages.flatMap(({ name, globalName }) =>
    globalName === undefined ? [] : [[globalName, packagePrefix + name] as const],
  ),
);

const packagesByName: ReadonlyMap<string, PackageKnowledge> = new Map(knownPackages.map((one) => [one.name, one]));

/** The path that an import of a package means: `npm:lodash.random` for `lodash/random`; null for an unknown package. */
export function packagePathOf(specifier: string): string | null {
  const address = packageAddressOf(specifier);
  const known = address === null ? undefined : packagesByName.get(address.name);
  if (address === null || known === undefined) return null;
  const { name, subpath } = address;
  const path = pathOfPart(subpath, known);
  return path === null ? null : pathIn(name, path);
}

/** The path that a path within a package stands for; null if it is unknown. */
function pathOfPart(subpath: string, { entries = [], parts = {} }: PackageKnowledge): string | null {
  if (subpath === "") return "";
  for (const [pattern, path] of Object.entries(parts)) {
    if (pattern === subpath) return path;
    const part =
      pattern.endsWith("*") && subpath.startsWith(pattern.slice(0, -1)) ? subpath.slice(pattern.length - 1) : "";
    if (part !== "" && !part.includes("/") && !entries.includes(subpath)) return path.replace("*", part);
  }
  return entries.some((entry) => entry === subpath || (entry.endsWith("**") && subpath.startsWith(entry.slice(0, -2))))
    ? ""
    : null;
}

function rulesOf({ name, group = "library", banned, wrappers }: PackageKnowledge): readonly Rule[] {
  return whens.flatMap((when) =>
    (banned[when] ?? []).flatMap((key): readonly Rule[] => {
      const path = pathIn(name, key);
      const api =
        path.slice(packagePrefix.length) +
        (when.endsWith("-without-argument") || when === "used-without-seed" ? "()" : "");
      const rule: Rule = { path, group, when, api };
      return wrappers === undefined ? [rule] : [rule, { ...rule, path: `${packagePrefix + name}#${key}` }];
    }),
  );
}

/** The path of an export of a package; of the package itself for an empty one, of an instance's member for `#name`. */
function pathIn(name: string, key: string): string {
  return key === "" || key.startsWith("#") ? packagePrefix + name + key : joinPath(packagePrefix + name, key);
}
