import { globalRules, localeMethods } from "./global-rules.ts";
import { packageRules } from "./package-rules.ts";

/** The last names of all banned paths. Only reading one of them can obtain something; `default` is all of a package. */
const finalKeys: ReadonlySet<string> = new Set([
  ...[...globalRules, ...packageRules].map(({ path }) => /[^.#]*$/.exec(path)?.[0] ?? path),
  ...localeMethods,
  "default",
]);

/** Whether a property of this name may be banned, in any group. */
export function isFinalKey(key: string): boolean {
  return finalKeys.has(key);
}
