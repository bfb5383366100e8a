import { dirname, isAbsolute, join, resolve } from "node:path";
import { ScanError } from "../findings/scan-error.ts";
import { isFileAt, readFileAt } from "../find/files.ts";
import { isRecord, parseJson, property } from "../find/json.ts";
import { remember } from "../findings/remember.ts";
import type { PathMapping } from "./path-mapping.ts";

/** The relevant options of a configuration, including inherited ones. */
interface Configuration {
  /** Absolute path of the folder in which module names are looked up. */
  readonly baseUrl?: string;
  readonly paths?: PathMapping;
}

/** The most configurations that may extend each other. */
const longestChain = 500;

/**
 * The `baseUrl` and `paths` of each file's tsconfig.json or jsconfig.json, including configurations that these extend
 * or reference by path. An unreadable configuration maps nothing: other tools report it.
 */
export class TsconfigPaths {
  readonly #named: readonly string[];
  /** By folder. */
  readonly #mappings = new Map<string, PathMapping>();
  /** All configurations read so far. */
  readonly #read = new Set<string>();

  /** @param named Absolute paths of folders whose configurations apply to files without one above them. */
  constructor(named: readonly string[]) {
    this.#named = named;
  }

  /**
   * The mapping for a file's imports: from the nearest configuration above it, or else from those of the named folders.
   *
   * @throws ScanError `path-unreadable` if hundreds of configurations extend each other.
   */
  of(file: string): PathMapping {
    // A package is already built, so its own configuration no longer applies.
    return /[\\/]node_modules[\\/]/.test(file) ? {} : this.#mappingIn(dirname(file));
  }

  /** Every configuration that affects the files, so that the cache can tell when one changes. */
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
    return [join(folder, "tsconfig.json"), join(folder, "jsconfig.json")].find(isFileAt) ?? null;
  }

  #mappingBy(folders: readonly string[]): PathMapping {
    const seen = new Set<string>();
    const mappings = folders.map((folder): PathMapping => {
      const { baseUrl, paths } = this.#configurationAt(this.#configurationIn(folder) ?? "", seen, 0);
      return { ...(baseUrl !== undefined && { "*": [join(baseUrl, "*")] }), ...paths };
    });
    return mappings.reduceRight((later, earlier) => ({ ...later, ...earlier }), {});
  }

  /** The options of a configuration, which replace inherited ones as a whole. `seen` ends cycles. */
  #configurationAt(path: string, seen: Set<string>, depth: number): Configuration {
    if (seen.has(path) || !isFileAt(path)) return {};
    if (depth > longestChain)
      throw new ScanError("path-unreadable", { path, reason: "too many configurations extend each other" });
    seen.add(path);
    this.#read.add(path);
    const configuration = parseWithComments(readFileAt(path) ?? "");
    const readAll = (names: readonly unknown[], ending: string): readonly Configuration[] =>
      names.filter(isPath).map((name) => {
        const target = resolve(dirname(path), name);
        return this.#configurationAt(isFileAt(target) ? target : target + ending, seen, depth + 1);
      });
    const said = optionsOf(configuration, dirname(path), readAll([property(configuration, "extends")].flat(), ".json"));
    if (isMapped(said)) return said;
    // A configuration without options of its own may only reference projects.
    const projects = [property(configuration, "references")].flat().map((one: unknown) => property(one, "path"));
    return readAll(projects, "/tsconfig.json").find(isMapped) ?? {};
  }
}

/** True for a path. Configurations from packages are skipped: they set checks, and no known one maps anything. */
function isPath(name: unknown): name is string {
  return typeof name === "string" && (/^\.{1,2}(?:\/|$)/.test(name) || isAbsolute(name));
}

function isMapped({ baseUrl, paths }: Configuration): boolean {
  return baseUrl !== undefined || paths !== undefined;
}

/** The configuration's own options, or else those of the last one that it extends. */
function optionsOf(configuration: unknown, folder: string, extended: readonly Configuration[]): Configuration {
  const options = property(configuration, "compilerOptions");
  const base = property(options, "baseUrl");
  const paths = property(options, "paths");
  const inherited = extended.reduce((all, one) => ({ ...all, ...one }), {});
  const based = typeof base === "string" ? { ...inherited, baseUrl: resolve(folder, base) } : inherited;
  return isRecord(paths) ? { ...based, paths: absolute(paths, based.baseUrl ?? folder) } : based;
}

function absolute(paths: Readonly<Record<string, unknown>>, base: string): PathMapping {
  const entries = Object.entries(paths).map(([pattern, targets]) => {
    const named = [targets].flat().filter((target) => typeof target === "string");
    return [pattern, named.map((target) => resolve(base, target))] as const;
  });
  return Object.fromEntries(entries);
}

/** Parses JSON with comments and trailing commas. Undefined for any other text. */
function parseWithComments(text: string): unknown {
  // An unclosed string or comment extends to the end. The text is invalid anyway.
  const strings = String.raw`("(?:[^"\\]|\\.)*(?:"|$|(?=\\)))`;
  const plain = text
    .replaceAll(new RegExp(String.raw`${strings}|\/\/[^\n\r]*|\/\*(?:[^]*?\*\/|[^]*)`, "g"), "$1")
    .replaceAll(new RegExp(String.raw`${strings}|,(?=\s*[}\]])`, "g"), "$1");
  return parseJson(plain);
}
