import { join } from "node:path";
import { distDir } from "../package-root.ts";

/** The folder of the bundles that run in a page. */
export const pageBundleDir = join(distDir, "page");

/** Runs before any script of every frame. */
export const preludeBundle = join(pageBundleDir, "prelude.js");

/** Runs before a worker's own script. */
export const workerPreludeBundle = join(pageBundleDir, "worker-prelude.js");

/** The host page's script for an unmodified game, which is not built. */
export const embedHostBundle = join(pageBundleDir, "embed-host.js");
