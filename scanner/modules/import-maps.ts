import { posix } from "node:path";
import { languageOf } from "../find/language.ts";
import { isRecord, parseJson, property } from "../find/json.ts";
import type { PathMapping } from "./path-mapping.ts";

/**
 * Creates a function that maps the imports of a file by the import maps of the documents in its folder and above. The
 * nearest document wins, and URLs are left out. The documents are read on the first call.
 *
 * @param files Absolute paths, including documents.
 */
export function createImportMaps(
  files: readonly string[],
  read: (path: string) => string | null,
): (file: string) => PathMapping {
  let maps: readonly ImportMap[] | null = null;
  return (file) => {
    maps ??= files
      .filter((path) => languageOf(path) === "html")
      .flatMap((path) => importMapsIn(path, read(path) ?? ""))
      .sort((left, right) => left.folder.length - right.folder.length);
    const around = maps.filter(({ folder }) => folder === "/" || file.startsWith(`${folder}/`));
    return Object.fromEntries(around.flatMap(({ targets }) => targets));
  };
}

interface ImportMap {
  readonly folder: string;
  readonly targets: readonly Target[];
}

type Target = readonly [name: string, paths: readonly string[]];

/** An opening script tag, or the last one if several are nested in it, or a closing one. */
const tags = /<script\b(?:(?!<script\b|<\/script)[^>])*>|<\/script/gi;

function importMapsIn(document: string, text: string): readonly ImportMap[] {
  const folder = posix.dirname(document);
  const maps: ImportMap[] = [];
  let start: number | null = null;
  for (const { index, 0: tag } of text.matchAll(tags)) {
    if (tag.startsWith("</")) {
      if (start !== null) maps.push({ folder, targets: targetsIn(text.slice(start, index), folder) });
      start = null;
    } else if (start === null && /\btype\s*=\s*["']?importmap\b/i.test(tag)) {
      start = index + tag.length;
    }
  }
  return maps;
}

/** An invalid map maps nothing: the browser reports it. */
function targetsIn(json: string, folder: string): readonly Target[] {
  const imports = property(parseJson(json), "imports");
  return Object.entries(isRecord(imports) ? imports : {}).flatMap(([name, target]): readonly Target[] => {
    if (typeof target !== "string" || !/^\.{0,2}\/(?!\/)/.test(target)) return [];
    const path = posix.join(folder, target);
    return [name.endsWith("/") ? [`${name}*`, [`${path}*`]] : [name, [path]]];
  });
}
