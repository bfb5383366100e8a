import { createRequire } from "node:module";
import type * as scopeManager from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";

/**
 * The scopes of a module by the library's analysis, for code that is edited, for components and for packages. The facts of a
 * scan know names by themselves, in half the time.
 */
export function scopesOf(program: TSESTree.Program): scopeManager.ScopeManager {
  // Loaded like this, it costs nothing where it is not needed, and can be waited for in place.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const { analyze }: typeof scopeManager = createRequire(import.meta.url)("@typescript-eslint/scope-manager");
  // Without the names of the libraries every unresolved name stays unresolved, and the analysis is faster.
  return analyze(program, { sourceType: "module", lib: [] });
}
