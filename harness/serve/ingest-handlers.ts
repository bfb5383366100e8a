import { dirname, join } from "node:path";
import type { ResolvedIngest, ResolvedManifest } from "../../src/formats/manifest.ts";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { findPackage, packageOf, packagesPrefix } from "./ingest-packages.ts";
import { rewriteAssets } from "./rewrite-assets.ts";
import { type Handler, serveFiles } from "./serve-files.ts";
import { underPrefix } from "./under-prefix.ts";

function ingestsOf({ roots }: ResolvedManifest): readonly ResolvedIngest[] {
  return roots.flatMap(({ adapter }) => (adapter.kind === "ingest" ? [adapter.ingest] : []));
}

/** Rewrites of all unmodified games, which share an origin. */
export function assetsOf(manifest: ResolvedManifest): Readonly<Record<string, string>> {
  return Object.fromEntries(ingestsOf(manifest).flatMap(({ assets }) => Object.entries(assets)));
}

/** Handlers for unmodified games in the host's origin: their dependencies, and files by paths of their own. */
export function ingestHandlers({ gameDir, manifest }: ManifestTarget, game: Handler): readonly Handler[] {
  const ingests = ingestsOf(manifest);
  if (ingests.length === 0) return [];
  const packages = new Set(ingests.flatMap(({ extraDeps }) => extraDeps.flatMap((name) => packageOf(name) ?? [])));
  const folders = [...packages].flatMap((name) => {
    const folder = findPackage(gameDir, name);
    return folder === null ? [] : [underPrefix(`${packagesPrefix}/${name}`, serveFiles(folder))];
  });
  return [...folders, game];
}

/**
 * Pages of games with the strategy opaque-embed. A page's paths are relative to its own folder, or to the project's.
 */
export function opaqueHandlers(target: ManifestTarget): readonly Handler[] {
  const folders = opaqueFolders(target);
  if (folders.length === 0) return [];
  const { gameDir, manifest } = target;
  return [rewriteAssets(assetsOf(manifest)), ...folders.map((folder) => serveFiles(folder, gameDir))];
}

/** Folders to search for the pages of games with the strategy opaque-embed, in this order. */
export function opaqueFolders({ gameDir, manifest }: ManifestTarget): readonly string[] {
  const pages = ingestsOf(manifest).flatMap(({ strategy, entryHtml }) => {
    return strategy === "opaque-embed" && entryHtml !== null ? [join(gameDir, entryHtml)] : [];
  });
  if (pages.length === 0) return [];
  // A built page's paths are relative to its own folder, and sources of the same names may lie above it.
  return [...new Set([...pages.map((page) => dirname(page)), gameDir])];
}
