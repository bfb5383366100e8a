import type { ResolvedIngest, ResolvedManifest, ResolvedRoot } from "../../src/formats/manifest.ts";
import { validateScene2d } from "../../src/formats/scene2d.ts";
import { join } from "node:path";
import { FramegateError } from "../errors.ts";
import { acceptFile } from "./accept-file.ts";
import { readText } from "./read-text.ts";
import { requireFileOfRoot, requireOwnFile } from "./require-file-of-root.ts";

/** The part of a manifest's project that its roots need. */
export interface RootsPlace {
  readonly gameDir: string;
  readonly manifestPath: string;
}

/**
 * Finds errors before the build that would otherwise surface at mounting. Returns the warnings of scene files, as
 * printed lines. Throws `entry-missing`, `entry-not-found`, `outside-project`, `scene-mismatch`, `file-invalid`,
 * `assets-conflict`.
 */
export async function checkRoots({ roots }: ResolvedManifest, place: RootsPlace): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const root of roots) warnings.push(...(await checkRoot(root, place)));
  checkAssets(roots, place);
  return warnings;
}

async function checkRoot(root: ResolvedRoot, place: RootsPlace): Promise<readonly string[]> {
  const { id: rootId, adapter, entry, scene } = root;
  const { manifestPath } = place;
  if (entry !== null) await requireFileOfRoot({ ...place, rootId, role: "entry", file: entry });
  switch (adapter.kind) {
    case "default":
      if (scene !== null) return await checkScene(rootId, adapter.name, scene, place);
      if (entry === null)
        throw new FramegateError("entry-missing", { rootId, adapter: adapter.name, path: manifestPath });
      return [];
    case "custom":
      await requireOwnFile({ ...place, rootId, role: "adapter module", file: adapter.module });
      return [];
    case "ingest":
      await checkIngest(root, adapter.ingest, place);
      return [];
  }
}

/** Games in one origin share their rewrites. */
function checkAssets(roots: readonly ResolvedRoot[], { manifestPath }: RootsPlace): void {
  const firsts = new Map<string, { readonly rootId: string; readonly url: string }>();
  for (const { id: rootId, adapter } of roots) {
    for (const [part, url] of Object.entries(adapter.kind === "ingest" ? adapter.ingest.assets : {})) {
      const first = firsts.get(part);
      if (first === undefined) firsts.set(part, { rootId, url });
      else if (first.url !== url) {
        const rootIds = `"${first.rootId}" and "${rootId}"`;
        throw new FramegateError("assets-conflict", { part, rootIds, path: manifestPath });
      }
    }
  }
}

const sceneSuffixes = { threejs: ".vscn.json", pixijs: ".scn2d.json", react: null } as const;

async function checkScene(
  rootId: string,
  adapter: keyof typeof sceneSuffixes,
  scene: string,
  place: RootsPlace,
): Promise<readonly string[]> {
  const suffix = sceneSuffixes[adapter];
  if (suffix === null || !scene.endsWith(suffix))
    throw new FramegateError("scene-mismatch", { rootId, adapter, scene, suffix, path: place.manifestPath });
  await requireOwnFile({ ...place, rootId, role: "scene", file: scene });
  if (adapter !== "pixijs") return [];
  const path = join(place.gameDir, scene);
  const text = readText(path);
  return acceptFile(path, text, validateScene2d(text)).warnings;
}

/** A bundle or module with a project path must exist; one with a URL is another server's. */
async function checkIngest({ id, entry }: ResolvedRoot, ingest: ResolvedIngest, place: RootsPlace): Promise<void> {
  const { strategy, entryHtml, bundleUrl, pixiModuleUrl } = ingest;
  const isInRealm = strategy === "shared" || strategy === "deduped";
  if (isInRealm && entry === null)
    throw new FramegateError("entry-missing", { rootId: id, adapter: strategy, path: place.manifestPath });
  if (strategy === "opaque-embed" && entryHtml !== null)
    await requireOwnFile({ ...place, rootId: id, role: "entryHtml", file: entryHtml });
  if (strategy !== "iframe-reachable") return;
  for (const [role, file] of Object.entries({ bundleUrl, pixiModuleUrl }))
    if (file !== null && !URL.canParse(file)) await requireOwnFile({ ...place, rootId: id, role, file });
}
