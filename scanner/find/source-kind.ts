import { basename } from "node:path";

export type SourceKind = "scanned" | "unscanned";

/** The kind of a file by its name: scanned, or in a language that is not read; null for declarations and for other files. */
export function kindOfSource(name: string): SourceKind | null {
  // Most files of a large game; V8 calls into its runtime to look for the last dot.
  if (name.endsWith(".js") && name.length > 3) return "scanned";
  if (name.endsWith(".ts") && name.length > 3) return declaration.test(name) ? null : "scanned";
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return null;
  const written = name.slice(dot);
  const extension = scannedExtensions.has(written) ? written : written.toLowerCase();
  if (scannedExtensions.has(extension)) return extension.endsWith("ts") && declaration.test(name) ? null : "scanned";
  return unscannedExtensions.has(extension) ? "unscanned" : null;
}

/** Whether a change at a path, or below it, can change what a scan finds. */
export function isWatchedPath(path: string, isFile: boolean): boolean {
  const name = basename(path);
  if (!isFile) return !skippedFolders.has(name);
  return kindOfSource(name) !== null || name === ".gitignore" || name.endsWith(".json");
}

/** Folders that hold no sources of the game itself, whether or not a .gitignore says so. */
export const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", ".hg", ".svn"]);

const scannedExtensions: ReadonlySet<string> = new Set([
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".vue",
  ".svelte",
  ".html",
  ".htm",
]);

/** Languages that compile to JavaScript and that the scanner cannot read. */
const unscannedExtensions: ReadonlySet<string> = new Set([
  ".astro",
  ".civet",
  ".cjsx",
  ".coffee",
  ".elm",
  ".gts",
  ".gjs",
  ".hx",
  ".imba",
  ".iced",
  ".litcoffee",
  ".ls",
  ".marko",
  ".mdx",
  ".purs",
  ".res",
  ".riot",
  ".tag",
]);

/** `name.d.ts`, and `name.d.css.ts`, which TypeScript writes beside a file of another kind. */
const declaration = /\.d(?:\.[^./\\]+)?\.[mc]?ts$/iu;
