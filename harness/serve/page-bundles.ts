import { join } from "node:path";
import { distDir } from "../package-root.ts";

/** The folder of the bundles that run in a page. */
export const pageBundleDir = join(distDir, "page");

/** Runs before any script of every frame. */
export const preludeBundle = join(pageBundleDir, "prelude.js");

/** Runs before a worker's own script. */
export const workerPreludeBundle = join(pageBundleDir, "worker-prelude.js");

/** Tells which elements under the mouse look different there. */
const styledElementsBundle = join(pageBundleDir, "styled-elements.js");

/** Files of the scripts that the harness itself brings into a page. */
export interface PageScripts {
  /** Runs before any script of every frame. */
  readonly prelude: string;
  /** Runs in a world of its own, once the tape's mouse is over something. */
  readonly styledElements: string;
}

export const pageScripts: PageScripts = { prelude: preludeBundle, styledElements: styledElementsBundle };

/** Host page script for an unmodified game, which is not built. */
export const embedHostBundle = join(pageBundleDir, "embed-host.js");

/** Framegate's own modules for the page of a hosted game: nothing bundles them together with it. */
export const hostedModulesDir = join(pageBundleDir, "hosted");

/** Modules of `src` that a host page's script or a game imports. */
export const hostModules = [
  "page/host.js",
  "adapters/threejs.js",
  "adapters/threejs-scene.js",
  "adapters/pixijs.js",
  "adapters/pixijs-scene.js",
  "adapters/react.js",
  "adapters/custom.js",
  "adapters/ingest/in-realm.js",
  "adapters/ingest/opaque-frame.js",
  "adapters/ingest/reachable-frame.js",
  "adapters/ingest/three-capture.js",
  "adapters/ingest/pixi-capture.js",
  "adapters/ingest/react-capture.js",
  "index.js",
  "adapter.js",
] as const;

/** A module of `src` that a host page's script imports. */
export type HostModule = (typeof hostModules)[number];
