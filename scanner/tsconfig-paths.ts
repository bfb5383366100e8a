import { dirname, isAbsolute, join, resolve } from "node:path";
import type { FileSystem } from "./resolve-module.ts";

/** Where imports lead that no file and no package is named after. */
export interface PathMapping {
  /** `compilerOptions.paths`, with absolute targets. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** Every file that this comes from, to know when it has changed. */
  readonly configurations: readonly string[];
}

/**
 * Reads the mapping of the tsconfig.json or jsconfig.json in each of some folders, and of what these extend by a path. The
 * first folder that maps a pattern decides. A configuration that cannot be read maps nothing: it is not the scanner's to judge.
 */
export function readPathMapping(folders: readonly string[], files: FileSystem): PathMapping {
  const starts = folders.flatMap((folder) => ["tsconfig.json", "jsconfig.json"].map((name) => join(folder, name)).find((path) => files.isFile(path)) ?? []);
  const configurations = new Set<string>();
  const mappings = starts.map((path) => readMapping(path, files, configurations));
  return { paths: mappings.reduceRight((later, earlier) => ({ ...later, ...earlier }), {}), configurations: [...configurations] };
}

type Mapping = PathMapping["paths"];

/** What a configuration says replaces what the ones say that it extends, as a whole. `read` stops circles. */
function readMapping(path: string, files: FileSystem, read: Set<string>): Mapping {
  if (read.has(path) || !files.isFile(path)) return {};
  read.add(path);
  const configuration = parseWithComments(files.read(path) ?? "");
  const options = property(configuration, "compilerOptions");
  const paths = property(options, "paths");
  if (typeof paths === "object" && paths !== null) {
    const base = property(options, "baseUrl");
    return absolute(paths, resolve(dirname(path), typeof base === "string" ? base : "."));
  }
  const extended = [property(configuration, "extends")].flat().filter((name) => typeof name === "string");
  const mappings = extended.filter((name) => /^\.{1,2}\//.test(name) || isAbsolute(name)).map((name) => {
    const target = resolve(dirname(path), name);
    return readMapping(files.isFile(target) ? target : `${target}.json`, files, read);
  });
  // The last one that maps anything counts.
  return mappings.findLast((mapping) => Object.keys(mapping).length > 0) ?? {};
}

function absolute(paths: object, base: string): Mapping {
  const entries = Object.entries(paths).map(([pattern, targets]: readonly [string, unknown]) => {
    const named = Array.isArray(targets) ? targets.filter((target): target is string => typeof target === "string") : [];
    return [pattern, named.map((target) => resolve(base, target))] as const;
  });
  return Object.fromEntries(entries);
}

/** JSON with comments and with commas behind the last item; undefined for what is none. */
function parseWithComments(text: string): unknown {
  const strings = String.raw`("(?:[^"\\]|\\.)*")`;
  const plain = text
    .replace(/^\ufeff/, "")
    .replaceAll(new RegExp(String.raw`${strings}|\/\/[^\n\r]*|\/\*[^]*?\*\/`, "g"), "$1")
    .replaceAll(new RegExp(String.raw`${strings}|,(?=\s*[}\]])`, "g"), "$1");
  try {
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
