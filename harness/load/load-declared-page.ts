import { dirname, resolve } from "node:path";
import type { ResolvedManifest } from "../../src/formats/manifest.ts";
import type { PageTarget } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { refuseSources } from "./page-of-sources.ts";
import { requireFile } from "./read-text.ts";
import { requireFileOfRoot } from "./require-file-of-root.ts";
import { isWithin } from "./served-folder.ts";

/**
 * The page of a manifest whose only root is an unmodified game with the strategy opaque-embed; null for any other
 * manifest. Throws `entry-not-found`, `file-unreadable`, `page-needs-bundler`, `not-supported`.
 */
export async function loadDeclaredPage(
  manifestPath: string,
  manifest: ResolvedManifest,
): Promise<Pick<PageTarget, "htmlPath" | "declared"> | null> {
  const [root, ...others] = manifest.roots;
  if (root?.adapter.kind !== "ingest" || others.length > 0) return null;
  const { strategy, entryHtml, assets } = root.adapter.ingest;
  if (strategy !== "opaque-embed" || entryHtml === null) return null;
  const gameDir = dirname(manifestPath);
  const htmlPath = resolve(gameDir, entryHtml);
  if (!isWithin(htmlPath, gameDir)) {
    throw new FramegateError("not-supported", {
      what: `An entryHtml outside of the project (${entryHtml})`,
      path: manifestPath,
      instead: "Put the manifest into a folder that holds the page.",
    });
  }
  await requireFileOfRoot({ rootId: root.id, role: "entryHtml", file: entryHtml, gameDir, manifestPath });
  requireFile(htmlPath);
  refuseSources(htmlPath);
  return { htmlPath, declared: { manifestPath, manifest, assets } };
}
