import { dirname, isAbsolute, join, resolve } from "node:path";
import { ScanError } from "../findings/scan-error.ts";
import { isRecord, parseJson, property } from "../find/json.ts";
import { remember } from "./remember.ts";
import type { PathMapping } from "./resolve-module.ts";

/** The files that configurations may be among. Paths are absolute. */
export interface ConfigurationFiles {
  isFile(path: string): boolean;
  /** The text of a file, or null where there is none. */
  read(path: string): string | null;
}

/** What a configuration says, or has from those that it extends. */
interface Configuration {
  /** Absolute path of the folder that names of modules are looked for in. */
  readonly baseUrl: string | null;
  readonly paths: PathMapping | null;
}

const silent: Configuration = { baseUrl: null, paths: null };

/** Configurations that extend each other. */
const longestChain = 500;

/**
 * The `baseUrl` and `paths` of each file's tsconfig.json or jsconfig.json, with what these extend or refer to by a path. A
 * configuration that cannot be read maps nothing: it is not the scanner's to judge.
 */
export class TsconfigPaths {
  readonly #named: readonly string[];
  readonly #files: ConfigurationFiles;
  /** By folder. */
  readonly #mappings = new Map<string, PathMapping>();
  /** Every configuration that was read. */
  readonly #read = new Set<string>();

  /** @param named Absolute paths of folders whose configurations count for files that have none above them. */
  constructor(named: readonly string[], files: ConfigurationFiles) {
    this.#named = named;
    this.#files = files;
  }

  /**
   * What maps the imports of a file: the nearest configuration above it, or else those of the named folders.
   *
   * @throws ScanError `path-unreadable` where hundreds of configurations extend each other.
   */
  of(file: string): PathMapping {
    // A package is built: what its own configuration mapped is not what it is found by.
    return /[\\/]node_modules[\\/]/.test(file) ? {} : this.#mappingIn(dirname(file));
  }

  /** Every configuration that decides about some files, to know when it has changed. */
  configurationsOf(files: readonly string[]): readonly string[] {
    for (const file of files) this.#mappingIn(dirname(file));
    return [...this.#read];
  }

  #mappingIn(folder: string): PathMapping {
    return remember(this.#mappings, folder, () => {
      const above = dirname(folder);
      if (this.#configurationIn(folder) !== null) return this.#mappingBy([folder]);
      return above === folder ? this.#mappingBy(this.#named) : this.#mappingIn(above);
    });
  }

  #configurationIn(folder: string): string | null {
    const paths = [join(folder, "tsconfig.json"), join(folder, "jsconfig.json")];
    return paths.find((path) => this.#files.isFile(path)) ?? null;
  }

  #mappingBy(folders: readonly string[]): PathMapping {
    const seen = new Set<string>();
    const mappings = folders.map((folder): PathMapping => {
      const { baseUrl, paths } = this.#configurationAt(this.#configurationIn(folder) ?? "", seen, 0);
      return { ...(baseUrl === null ? {} : { "*": [join(baseUrl, "*")] }), ...paths };
    });
    return mappings.reduceRight((later, earlier) => ({ ...later, ...earlier }), {});
  }

  /** What a configuration says replaces what the ones say that it extends, as a whole. `seen` stops circles. */
  #configurationAt(path: string, seen: Set<string>, depth: number): Configuration {
    if (seen.has(path) || !this.#files.isFile(path)) return silent;
    if (depth > longestChain)
      throw new ScanError("path-unreadable", {
        path,
        reason: "more configurations extend each other than can be followed",
      });
    seen.add(path);
    this.#read.add(path);
    const configuration = parseWithComments(this.#files.read(path) ?? "");
    const readAll = (names: readonly unknown[], ending: string): readonly Configuration[] =>
      names.filter(isPath).map((name) => {
        const target = resolve(dirname(path), name);
        return this.#configurationAt(this.#files.isFile(target) ? target : target + ending, seen, depth + 1);
      });
    const said = optionsOf(configuration, dirname(path), readAll([property(configuration, "extends")].flat(), ".json"));
    if (isMapped(said)) return said;
    // A configuration without options of its own may only refer to the projects that it is made of.
    const projects = [property(configuration, "references")].flat().map((one: unknown) => property(one, "path"));
    return readAll(projects, "/tsconfig.json").find(isMapped) ?? silent;
  }
}

/** Configurations from packages are extended for their checks; no known one maps anything. */
function isPath(name: unknown): name is string {
  return typeof name === "string" && (/^\.{1,2}(?:\/|$)/.test(name) || isAbsolute(name));
}

function isMapped({ baseUrl, paths }: Configuration): boolean {
  return baseUrl !== null || paths !== null;
}

/** What a configuration in a folder says itself, or else what the last of those says that it extends. */
function optionsOf(configuration: unknown, folder: string, extended: readonly Configuration[]): Configuration {
  const options = property(configuration, "compilerOptions");
  const ownBase = property(options, "baseUrl");
  const ownPaths = property(options, "paths");
  const inherited = extended.reduce(
    (all, one) => ({ baseUrl: one.baseUrl ?? all.baseUrl, paths: one.paths ?? all.paths }),
    silent,
  );
  const baseUrl = typeof ownBase === "string" ? resolve(folder, ownBase) : inherited.baseUrl;
  return { baseUrl, paths: isRecord(ownPaths) ? absolute(ownPaths, baseUrl ?? folder) : inherited.paths };
}

function absolute(paths: Readonly<Record<string, unknown>>, base: string): PathMapping {
  const entries = Object.entries(paths).map(([pattern, targets]) => {
    const named = [targets].flat().filter((target) => typeof target === "string");
    return [pattern, named.map((target) => resolve(base, target))] as const;
  });
  return Object.fromEntries(entries);
}

/** JSON with comments and with commas behind the last item; undefined for any other text. */
function parseWithComments(text: string): unknown {
  // A string or a comment that nothing ends goes on to the end: whatever that is, it is no JSON.
  const strings = String.raw`("(?:[^"\\]|\\.)*(?:"|$|(?=\\)))`;
  const plain = text
    .replaceAll(new RegExp(String.raw`${strings}|\/\/[^\n\r]*|\/\*(?:[^]*?\*\/|[^]*)`, "g"), "$1")
    .replaceAll(new RegExp(String.raw`${strings}|,(?=\s*[}\]])`, "g"), "$1");
  return parseJson(plain);
}
