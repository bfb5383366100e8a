import { groups } from "../findings/finding.ts";
import { globalObjectNames, globalRules, instancePaths, localeMethods } from "./global-rules.ts";
import { soughtRules } from "./sought-rules.ts";
import { packageGlobals, packageRulesOf } from "./package-rules.ts";

/** The last names of all banned paths. Only reading one of them can obtain something; `default` is all of a package. */
const finalKeys: ReadonlySet<string> = new Set([
  ...[...globalRules, ...soughtRules, ...packageRulesOf(groups)].map(({ path }) => /[^.#]*$/.exec(path)?.[0] ?? path),
  ...localeMethods,
  "default",
]);

/** The global names that a banned path begins with, and those of the global object itself. */
const rootNames: ReadonlySet<string> = new Set([
  ...globalRules.map(({ path }) => /^[^.#]*/.exec(path)?.[0] ?? path),
  ...globalObjectNames,
  ...instancePaths.keys(),
  ...packageGlobals.keys(),
]);

/** Whether a global of this name leads to what is banned, in any group. */
export function isRootName(name: string): boolean {
  return rootNames.has(name);
}

/** Whether a property of this name may be banned, in any group. */
export function isFinalKey(key: string): boolean {
  return finalKeys.has(key);
}
