import type { Group } from "../findings/finding.ts";
import { knownPackages, type PackageKnowledge } from "./known-packages.ts";
import { packageAddressOf } from "./package-address.ts";
import { joinPath, packagePrefix, pathsIn, type Rule, whens } from "./rule.ts";

/** The package rules of some groups. */
export function packageRulesOf(groups: readonly Group[]): readonly Rule[] {
  return packagesOf(groups).flatMap(rulesOf);
}

/** The names of the packages that some groups have rules for. */
export function packageNamesOf(groups: readonly Group[]): readonly string[] {
  return packagesOf(groups).map(([name]) => name);
}

type Package = readonly [name: string, PackageKnowledge];

const packages: readonly Package[] = [...knownPackages];

function packagesOf(groups: readonly Group[]): readonly Package[] {
  return packages.filter(([, { group }]) => groups.includes(group));
}

/** Instances (`npm:three.Vector3#`) whose methods return the instance. */
export const fluentInstances: ReadonlySet<string> = new Set(
  packages.flatMap(([name, { fluent, wrappers }]) => [
    ...pathsIn(fluent).map((instance) => `${pathIn(name, instance)}#`),
    ...(wrappers === undefined ? [] : [pathIn(name, "#")]),
  ]),
);

/** Wrapping functions (`npm:lodash.chain`), and the instances that they create. */
export const wrapperInstances: ReadonlyMap<string, string> = new Map(
  packages.flatMap(([name, { wrappers }]) =>
    pathsIn(wrappers).map((wrapper) => [pathIn(name, wrapper), pathIn(name, "#")] as const),
  ),
);

/** The globals that script tags define for packages, and their paths. */
export const packageGlobals: ReadonlyMap<string, string> = new Map(
  packages.flatMap(([name, { globalName }]) =>
    globalName === undefined ? [] : [[globalName, pathIn(name, ".")] as const],
  ),
);

/** The path of a package import: `npm:lodash.random` for `lodash/random`. Null for an unknown package. */
export function packagePathOf(specifier: string): string | null {
  const address = packageAddressOf(specifier);
  const known = knownPackages.get(address?.name ?? "");
  if (address === null || known === undefined) return null;
  const path = pathOfPart(address.subpath, known);
  return path === null ? null : pathIn(address.name, path);
}

/** The export path of an import path within a package. Null if it is unknown. */
function pathOfPart(subpath: string, { entries, parts = {} }: PackageKnowledge): string | null {
  if (subpath === "") return ".";
  if (Object.hasOwn(parts, subpath)) return parts[subpath] ?? null;
  const isWhole = (entry: string): boolean =>
    entry === subpath || (entry.endsWith("**") && subpath.startsWith(entry.slice(0, -2)));
  if (pathsIn(entries).some(isWhole)) return ".";
  for (const [pattern, path] of Object.entries(parts)) {
    const start = pattern.replace(/\*$/, "");
    const part = subpath.startsWith(start) ? subpath.slice(start.length) : "";
    if (pattern.endsWith("*") && /^[^/]+$/.test(part)) return path.replace("*", part);
  }
  return null;
}

function rulesOf([name, { group, wrappers, ...banned }]: Package): readonly Rule[] {
  return whens.flatMap((when) =>
    pathsIn(banned[when]).flatMap((key): readonly Rule[] => {
      const path = pathIn(name, key);
      const isCall = when.endsWith("-without-argument") || when === "used-without-seed";
      const rule: Rule = { path, group, when, api: path.slice(packagePrefix.length) + (isCall ? "()" : "") };
      return wrappers === undefined ? [rule] : [rule, { ...rule, path: pathIn(name, `#${key}`) }];
    }),
  );
}

/** The path of a package's export: of the package itself for `.`, of an instance's member for `#name`. */
function pathIn(name: string, key: string): string {
  const path = packagePrefix + name;
  if (key === ".") return path;
  return key.startsWith("#") ? path + key : joinPath(path, key);
}
