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

/** The attributes and the content of a script. An unclosed one extends to the end, so that no text is read twice. */
const scripts = /<script\b((?:(?!<script\b)[^>])*)>([^]*?)(?:<\/script|$)/gi;

function importMapsIn(document: string, text: string): readonly ImportMap[] {
  const folder = posix.dirname(document);
  return Array.from(text.matchAll(scripts))
    .filter(([, attributes = ""]) => /\btype\s*=\s*["']?importmap\b/i.test(attributes))
    .map(([, , json = ""]) => ({ folder, targets: targetsIn(json, folder) }));
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
