import { dirname, isAbsolute, join, resolve } from "node:path";
import type { FileSystem } from "./resolve-module.ts";
import { ScanError } from "../findings/scan-error.ts";

/** `compilerOptions.paths`, with absolute targets. */
export type PathMapping = Readonly<Record<string, readonly string[]>>;

/** As `FileSystem`; a folder is asked for no more than its configurations. */
type ConfigurationFiles = Pick<FileSystem, "isFile" | "read">;

/** Where imports lead that no file and no package is named after. */
export interface PathMappings {
  /** What maps the imports of a file: the nearest configuration above it, or else one of those beside what was named. */
  of(file: string): PathMapping;
  /** Every configuration that decides about some files, to know when it has changed. */
  configurationsOf(files: readonly string[]): readonly string[];
}

/**
 * Reads tsconfig.json or jsconfig.json where a file asks for it, with what they extend or refer to by a path. A
 * configuration that cannot be read maps nothing: it is not the scanner's to judge.
 *
 * @param named Absolute paths of folders whose configurations count for files that have none above them.
 * @throws ScanError `path-unreadable`, by what it makes, where thousands of configurations extend each other.
 */
export function createPathMappings(named: readonly string[], files: ConfigurationFiles): PathMappings {
  const known = new Map<string, Mapped>();
  const configurationIn = (folder: string): string | null =>
    ["tsconfig.json", "jsconfig.json"].map((name) => join(folder, name)).find((path) => files.isFile(path)) ?? null;
  const mappedBy = (folders: readonly string[]): Mapped => {
    const read = new Set<string>();
    const mappings = folders
      .flatMap((folder) => configurationIn(folder) ?? [])
      .map((path) => mappingOf(readIfShallow(path, files, read)));
    return {
      mapping: mappings.reduceRight((later, earlier) => ({ ...later, ...earlier }), {}),
      configurations: [...read],
    };
  };
  const mappedIn = (folder: string): Mapped => {
    const mapped = known.get(folder);
    if (mapped !== undefined) return mapped;
    const isTop = dirname(folder) === folder;
    const found =
      configurationIn(folder) !== null ? mappedBy([folder]) : isTop ? mappedBy(named) : mappedIn(dirname(folder));
    known.set(folder, found);
    return found;
  };
  return {
    // A package is built: what its own configuration mapped is not what it is found by.
    of: (file) => (/[\\/]node_modules[\\/]/.test(file) ? {} : mappedIn(dirname(file)).mapping),
    configurationsOf: (sources) => [...new Set(sources.flatMap((file) => mappedIn(dirname(file)).configurations))],
  };
}

interface Mapped {
  readonly mapping: PathMapping;
  readonly configurations: readonly string[];
}

/** What a configuration says, or has from those that it extends. */
interface Configuration {
  /** Absolute path of the folder that names of modules are looked for in. */
  readonly baseUrl: string | null;
  readonly paths: PathMapping | null;
}

const silent: Configuration = { baseUrl: null, paths: null };

function readIfShallow(path: string, files: ConfigurationFiles, read: Set<string>): Configuration {
  try {
    return readConfiguration(path, files, read);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new ScanError(
      "path-unreadable",
      { path, reason: "more configurations extend each other than can be followed" },
      { cause: thrown },
    );
  }
}

/** What a configuration says replaces what the ones say that it extends, as a whole. `read` stops circles. */
function readConfiguration(path: string, files: ConfigurationFiles, read: Set<string>): Configuration {
  if (read.has(path) || !files.isFile(path)) return silent;
  read.add(path);
  const configuration = parseWithComments(files.read(path) ?? "");
  const readAll = (names: readonly unknown[], ending: string): readonly Configuration[] =>
    names.filter(isPath).map((name) => {
      const target = resolve(dirname(path), name);
      return readConfiguration(files.isFile(target) ? target : target + ending, files, read);
    });
  const extended = readAll([property(configuration, "extends")].flat(), ".json");
  const said = ownOptions(configuration, dirname(path), extended);
  if (said.baseUrl !== null || said.paths !== null) return said;
  // A configuration without options of its own may only refer to the projects that it is made of.
  const references = property(configuration, "references");
  const referred = readAll(
    Array.isArray(references) ? references.map((one: unknown) => property(one, "path")) : [],
    "/tsconfig.json",
  );
  return referred.find((one) => one.baseUrl !== null || one.paths !== null) ?? silent;
}

/** What a configuration in a folder says itself, or else what the last of those says that it extends. */
function ownOptions(configuration: unknown, folder: string, extended: readonly Configuration[]): Configuration {
  const options = property(configuration, "compilerOptions");
  const ownBase = property(options, "baseUrl");
  const ownPaths = property(options, "paths");
  const baseUrl =
    typeof ownBase === "string"
      ? resolve(folder, ownBase)
      : (extended.findLast((one) => one.baseUrl !== null)?.baseUrl ?? null);
  const isMapping = typeof ownPaths === "object" && ownPaths !== null;
  return {
    baseUrl,
    paths: isMapping
      ? absolute(ownPaths, baseUrl ?? folder)
      : (extended.findLast((one) => one.paths !== null)?.paths ?? null),
  };
}

/** Packages are extended for their checks; none that is known maps anything. */
function isPath(name: unknown): name is string {
  return typeof name === "string" && (/^\.{1,2}(?:\/|$)/.test(name) || isAbsolute(name));
}

function mappingOf({ baseUrl, paths }: Configuration): PathMapping {
  return { ...(baseUrl === null ? {} : { "*": [join(baseUrl, "*")] }), ...paths };
}
function absolute(paths: object, base: string): PathMapping {
  const entries = Object.entries(paths).map(([pattern, targets]: readonly [string, unknown]) => {
    const named = Array.isArray(targets)
      ? targets.filter((target): target is string => typeof target === "string")
      : [];
    return [pattern, named.map((target) => resolve(base, target))] as const;
  });
  return Object.fromEntries(entries);
}

/** JSON with comments and with commas behind the last item; undefined for what is none. */
function parseWithComments(text: string): unknown {
  // A string or a comment that nothing ends goes on to the end: whatever that is, it is no JSON.
  const strings = String.raw`("(?:[^"\\]|\\.)*(?:"|$|(?=\\)))`;
  const plain = text
    .replace(/^\ufeff/, "")
    .replaceAll(new RegExp(String.raw`${strings}|\/\/[^\n\r]*|\/\*(?:[^]*?\*\/|[^]*)`, "g"), "$1")
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
