import type { ResolvedManifest, ResolvedRoot } from "../../src/formats/manifest.ts";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { runtimes } from "./ingest-entry.ts";

/**
 * Whether a build dedupes all copies of a runtime to the project's own. A shared root claims that there is only one, so
 * its build does not dedupe and reveals others.
 */
export function collapsesCopies({ roots }: Pick<ResolvedManifest, "roots">): boolean {
  return !roots.some((root) => strategyOf(root) === "shared") || roots.some((root) => strategyOf(root) === "deduped");
}

/**
 * Throws `runtime-duplicated` if a shared root's build contains several copies of its runtime. `modules` are absolute
 * paths.
 */
export function refuseCopies({ manifest, manifestPath }: ManifestTarget, modules: readonly string[]): void {
  if (collapsesCopies(manifest)) return;
  for (const root of manifest.roots) {
    if (root.adapter.kind !== "ingest" || strategyOf(root) !== "shared") continue;
    const runtime = runtimes[root.adapter.surface];
    const copies = new Set(modules.flatMap((module) => folderOf(module, runtime)));
    if (copies.size < 2) continue;
    const listed = [...copies].toSorted().join(" and ");
    throw new FramegateError("runtime-duplicated", { rootId: root.id, runtime, copies: listed, path: manifestPath });
  }
}

/** Whether a build contains an unmodified game, which starts when its main module is loaded. */
export function hasModulesThatRun({ roots }: ResolvedManifest): boolean {
  return roots.some((root) => strategyOf(root) === "shared" || strategyOf(root) === "deduped");
}

function strategyOf({ adapter }: ResolvedRoot): string | null {
  return adapter.kind === "ingest" ? adapter.ingest.strategy : null;
}

/** Folder of a module's package, if it is that package. */
function folderOf(module: string, name: string): readonly string[] {
  const inPackage = `/node_modules/${name}/`;
  const start = module.lastIndexOf(inPackage);
  return start === -1 ? [] : [module.slice(0, start + inPackage.length - 1)];
}
