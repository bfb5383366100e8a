import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot, packageVersion } from "../package-root.ts";

export const templates = ["three", "pixi", "react", "html"] as const;

export type Template = (typeof templates)[number];

/** A file of a new game. */
export interface ScaffoldFile {
  /** Relative to the game's folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The files of a new game, sorted by path. `name` is the title of the game. */
export async function readTemplate(template: Template, name: string): Promise<readonly ScaffoldFile[]> {
  const layers = await Promise.all([readLayer("every", name), readLayer(template, name)]);
  // A template replaces files that suit all others.
  const files = new Map(layers.flat().map((file) => [file.path, file]));
  return [...files.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
}

async function readLayer(layer: Template | "every", name: string): Promise<readonly ScaffoldFile[]> {
  const folder = join(packageRoot, "templates", layer);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(folder.length + 1).replaceAll("\\", "/");
      return { path: undisguise(path), text: fillIn(await readFile(file, "utf8"), name) };
    }),
  );
}

/** npm interprets a `.gitignore` instead of publishing it, so in the package such names begin with `dot-`. */
function undisguise(path: string): string {
  return path.replaceAll(/(^|\/)dot-/gu, "$1.");
}

/** The name goes in as JSON, because it may contain anything. */
function fillIn(text: string, name: string): string {
  return text
    .replaceAll('"__NAME__"', () => JSON.stringify(name))
    .replaceAll("__PACKAGE_NAME__", packageNameOf(name))
    .replaceAll("__FRAMEGATE_VERSION__", packageVersion);
}

/** npm allows lower-case Latin letters, digits and a few signs, up to 214 characters. */
function packageNameOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 100)
    .replaceAll(/^-+|-+$/gu, "");
  return plain === "" ? "game" : plain;
}
