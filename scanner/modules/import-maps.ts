import { posix } from "node:path";
import { languageOf } from "../find/language.ts";
import { isRecord, parseJson, property } from "../find/json.ts";
import type { PathMapping } from "./resolve-module.ts";

/**
 * Makes a function that maps the imports of a file as the documents in its folder and above say in their import maps; the
 * nearest document wins. Addresses on the web are left out. The documents are read on the first call.
 *
 * @param files Absolute paths, documents among them.
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

/** The beginning of a script or, of what holds several of them, the last one; and what ends one. */
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

/** A map that cannot be parsed maps nothing: the browser reports it. */
function targetsIn(json: string, folder: string): readonly Target[] {
  const imports = property(parseJson(json), "imports");
  return Object.entries(isRecord(imports) ? imports : {}).flatMap(([name, target]): readonly Target[] => {
    if (typeof target !== "string" || !/^\.{0,2}\/(?!\/)/.test(target)) return [];
    const path = posix.join(folder, target);
    return [name.endsWith("/") ? [`${name}*`, [`${path}*`]] : [name, [path]]];
  });
}
