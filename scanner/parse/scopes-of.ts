import { createRequire } from "node:module";
import type * as scopeManager from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";

/**
 * The scopes of a module by the library's analysis, used for fixes, components and packages. The facts of a scan
 * resolve names on their own, in half the time.
 */
export function scopesOf(program: TSESTree.Program): scopeManager.ScopeManager {
  // `require` loads it synchronously, and only if it is needed.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const { analyze }: typeof scopeManager = createRequire(import.meta.url)("@typescript-eslint/scope-manager");
  // Without library names, globals stay unresolved, and the analysis is faster.
  return analyze(program, { sourceType: "module", lib: [] });
}
