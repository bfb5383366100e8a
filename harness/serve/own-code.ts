import { join } from "node:path";
import { distDir } from "../package-root.ts";
import type { HostModule } from "./page-bundles.ts";

/** How a host page's code refers to its modules: paths for a bundler, URLs without one. */
export interface ModulePaths {
  /** A module of Framegate. */
  own(file: HostModule): string;
  /** A file of the game, by its path in the game's folder. */
  game(path: string): string;
}

/** A string as a literal. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Path of a built module of Framegate. */
export function ownPath(file: string): string {
  return join(distDir, "src", file);
}
