import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot, packageVersion } from "../package-root.ts";

export const templates = ["three", "pixi", "react"] as const;

export type Template = (typeof templates)[number];

/** A file of a new game. */
export interface ScaffoldFile {
  /** Relative to the game's folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The files of a new game of that template, in the order of their paths. `name` is what people call it. */
export async function readTemplate(template: Template, name: string): Promise<readonly ScaffoldFile[]> {
  const layers = await Promise.all([readLayer("every", name), readLayer(template, name)]);
  return layers.flat().sort((left, right) => (left.path < right.path ? -1 : 1));
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

/** npm does not publish a `.gitignore`, but reads it: names that begin with a dot are written out in the package. */
function undisguise(path: string): string {
  return path.replaceAll(/(^|\/)dot-/gu, "$1.");
}

/** A name may hold anything, so that it goes in as JSON. */
function fillIn(text: string, name: string): string {
  return text
    .replaceAll('"__NAME__"', () => JSON.stringify(name))
    .replaceAll("__PACKAGE_NAME__", packageNameOf(name))
    .replaceAll("__FRAMEGATE_VERSION__", packageVersion);
}

/** npm takes letters of the Latin alphabet in lower case, digits and a few signs, up to 214 of them. */
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
