import { existsSync } from "node:fs";
import { bundledPackagesDir } from "../harness/package-root.ts";

/** Bundles the packages that the scanner and the browser load from a bundle, unless `npm run build` already has. */
export async function setup(): Promise<void> {
  if (!existsSync(bundledPackagesDir)) await import("../harness/cli/build-package-bundles.ts");
}
