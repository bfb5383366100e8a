import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Surface } from "../../src/formats/manifest.ts";
import type { Budget } from "../../src/formats/metrics.ts";
import { packageVersion } from "../package-root.ts";
import type { ScaffoldFile } from "./read-template.ts";

/** Contents of a page's manifest. */
export interface PageManifest {
  readonly name: string;
  /** Relative to the manifest's folder, with slashes. */
  readonly entryHtml: string;
  readonly surface: Surface;
  readonly budget: Budget;
}

export const pageManifestName = "framegate.game.json";

const schemaPath = "node_modules/framegate/schemas/manifest.json";

/** The manifest of an unmodified page, for a folder. */
export function writePageManifest(
  folder: string,
  { name, entryHtml, surface, budget }: PageManifest,
): ScaffoldFile & { readonly path: typeof pageManifestName } {
  const manifest = {
    // An editor would complain about a missing schema.
    ...(existsSync(join(folder, schemaPath)) ? { $schema: `./${schemaPath}` } : {}),
    manifestVersion: 2,
    name,
    version: "1.0.0",
    engine: { version: packageVersion },
    roots: [{ id: "page", adapter: { surface, ingest: { strategy: "opaque-embed", entryHtml } } }],
    budget,
  };
  return { path: pageManifestName, text: `${JSON.stringify(manifest, null, 2)}\n` };
}
