import { groups } from "../findings/finding.ts";
import { globalObjectNames, globalRules, instancePaths, localeMethods } from "./global-rules.ts";
import { packageGlobals, packageRulesOf } from "./package-rules.ts";
import { rootOf } from "./rule.ts";
import { soughtRules } from "./sought-rules.ts";

/** The last keys of all banned paths. Only a read of one of them can obtain anything. `default` is a whole package. */
export const finalKeys: ReadonlySet<string> = new Set([
  ...[...globalRules, ...soughtRules, ...packageRulesOf(groups)].map(({ path }) => /[^.#]*$/.exec(path)?.[0] ?? path),
  ...localeMethods,
  "default",
]);

/** The globals that banned paths start with, and the names of the global object itself. */
export const rootNames: ReadonlySet<string> = new Set([
  ...globalRules.map(({ path }) => rootOf(path)),
  ...globalObjectNames,
  ...instancePaths.keys(),
  ...packageGlobals.keys(),
]);
