import { readdirSync } from "node:fs";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import { toPointer, type JsonPath } from "../../src/formats/json-document.ts";
import type { ResolvedManifest, ResolvedRoot } from "../../src/formats/manifest.ts";
import { FramegateError } from "../errors.ts";
import { firstPosition } from "./diagnostic-text.ts";
import { locateDiagnostics } from "./locate-diagnostics.ts";

/** File of a manifest. */
export interface ManifestFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The manifest as a delivery context can deliver it: without a bundler, a deduped root falls back to its page. Throws
 * `tier-unsupported` and `hosted-page-missing`.
 */
export function deliverRoots(
  manifest: ResolvedManifest,
  context: DeliveryContext,
  file: ManifestFile,
): ResolvedManifest {
  return { ...manifest, roots: manifest.roots.map((root, index) => deliverRoot(root, index, context, file)) };
}

function deliverRoot(root: ResolvedRoot, index: number, context: DeliveryContext, file: ManifestFile): ResolvedRoot {
  const { id: rootId, adapter, tier } = root;
  if (tier === "unsupported") {
    const where = placeIn(file, ["roots", index, "capabilities", context]);
    throw new FramegateError("tier-unsupported", { rootId, context, where });
  }
  if (context === "local" || adapter.kind !== "ingest" || adapter.ingest.strategy !== "deduped") return root;
  const { strategy, entryHtml } = adapter.ingest;
  if (entryHtml === null || adapter.surface === "react") {
    const where = placeIn(file, ["roots", index, "adapter", "ingest", "strategy"]);
    throw new FramegateError("hosted-page-missing", { rootId, strategy, where });
  }
  const ingest = { ...adapter.ingest, strategy: "opaque-embed", degradedFrom: strategy } as const;
  return { ...root, adapter: { ...adapter, ingest } };
}

function placeIn({ path, text }: ManifestFile, at: JsonPath): string {
  const diagnostic = { code: "", severity: "error", pointer: toPointer(at), message: "" } as const;
  return firstPosition(path, locateDiagnostics(text, [diagnostic]));
}

/** Files in a game's folder that configure Vite or its plugins. */
export function filesForBundler(gameDir: string): readonly string[] {
  return readdirSync(gameDir)
    .filter((name) => bundlerFile.test(name))
    .toSorted();
}

const bundlerFile =
  /^(?:(?:vite|postcss)\.config\.[cm]?[jt]s|\.postcssrc(?:\..+)?|\.env(?:\.local|\.production|\.production\.local)?)$/u;
