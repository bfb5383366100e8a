import { join } from "node:path";
import { distDir } from "../package-root.ts";

/** Where the bundles that run in a page are built to, when the package is built. */
export const pageBundleDir = join(distDir, "page");

/** Runs before any script of every frame. */
export const preludeBundle = join(pageBundleDir, "prelude.js");

/** Runs before a worker's own script. */
export const workerPreludeBundle = join(pageBundleDir, "worker-prelude.js");

/** The host page's script for an unmodified game, which needs no build of its own. */
export const embedHostBundle = join(pageBundleDir, "embed-host.js");
