import { posix } from "node:path";
import { languageOf } from "../find/language.ts";
import type { FileSystem } from "./resolve-module.ts";
import type { PathMapping } from "./tsconfig-paths.ts";

/**
 * Makes what says where the import maps of documents let the imports of a file lead: those of the documents beside it and
 * above it, the nearest first. A target that is no file is left out; the documents are read when it is first asked for.
 *
 * @param files Absolute paths, documents among them.
 */
export function createImportMaps(
  files: readonly string[],
  { read }: Pick<FileSystem, "read">,
): (file: string) => PathMapping {
  let maps: readonly ImportMap[] | null = null;
  return (file) => {
    maps ??= files
      .filter((path) => languageOf(path) === "html")
      .flatMap((path) => importMapsIn(path, read(path) ?? ""));
    const around = maps.filter(({ folder }) => folder === "/" || file.startsWith(`${folder}/`));
    const farthestFirst = around.toSorted((left, right) => left.folder.length - right.folder.length);
    return farthestFirst.reduce<PathMapping>((mapped, { mapping }) => ({ ...mapped, ...mapping }), {});
  };
}

interface ImportMap {
  readonly folder: string;
  readonly mapping: PathMapping;
}

/** The beginning of a script or, of what holds several of them, the last one; and what ends one. */
const tags = /<script\b(?:(?!<script\b|<\/script)[^>])*>|<\/script/gi;

function importMapsIn(document: string, text: string): readonly ImportMap[] {
  const folder = posix.dirname(document);
  const maps: ImportMap[] = [];
  let start: number | null = null;
  for (const { index, 0: tag } of text.matchAll(tags)) {
    if (/^<\//.test(tag)) {
      if (start !== null) maps.push({ folder, mapping: mappingOf(text.slice(start, index), folder) });
      start = null;
    } else if (start === null && /\btype\s*=\s*["']?importmap\b/i.test(tag)) {
      start = index + tag.length;
    }
  }
  return maps;
}

/** Of a map that cannot be read, nothing: the browser says so. */
function mappingOf(json: string, folder: string): PathMapping {
  const mapping: Record<string, readonly string[]> = {};
  for (const [name, target] of Object.entries(importsOf(json))) {
    if (typeof target !== "string" || !/^\.{0,2}\/(?!\/)/.test(target)) continue;
    const path = posix.join(folder, target);
    if (name.endsWith("/")) mapping[`${name}*`] = [`${path}*`];
    else mapping[name] = [path];
  }
  return mapping;
}

function importsOf(json: string): object {
  try {
    const map: unknown = JSON.parse(json);
    const imports: unknown = typeof map === "object" && map !== null && "imports" in map ? map.imports : null;
    return typeof imports === "object" && imports !== null ? imports : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
