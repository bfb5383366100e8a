import { posix } from "node:path";
import { isRecord, parseJson } from "./json.ts";
import { Patterns } from "./patterns.ts";
import { remember } from "./remember.ts";

/** The files that a resolver may ask for. Paths are absolute, with `/`. */
export interface FileSystem {
  isFile(path: string): boolean;
  /** Whether there may be a file or a folder of this path, with any ending in place of its own. */
  mayBegin(path: string): boolean;
  /** The text of a file, or null where there is none. */
  read(path: string): string | null;
  /** Where a file is that there is, without links: those of a workspace lead to its own packages. */
  realPath(path: string): string;
}

/** What imports mean by their names, as `compilerOptions.paths` says it; the targets are absolute. */
export type PathMapping = Readonly<Record<string, readonly string[]>>;

/** Finds the file that a specifier means, or null where it means none: a module of Node, or what is not installed. */
export type ResolveModule = (fromFile: string, specifier: string) => string | null;

/** The conditions of `exports` that hold in a bundler for browsers. */
const conditions: ReadonlySet<string> = new Set("import module browser development require default".split(" "));

/** Tried in this order where a specifier names no file. A `.js` that is not there may stand for the `.ts` it is built from. */
const endings = ".ts .tsx .mts .cts .js .jsx .mjs .cjs .vue .svelte .json".split(" ");
const sourceEndings: ReadonlyMap<string, readonly string[]> = new Map([
  [".js", [".ts", ".tsx"]],
  [".jsx", [".tsx"]],
  [".mjs", [".mts"]],
  [".cjs", [".cts"]],
]);

/** Targets of `exports` may be nested; deeper ones are no real package. */
const deepestTarget = 10;

/**
 * A resolver in the manner of a bundler for browsers: endings may be left out, folders have an index, packages have `exports`,
 * `browser`, `module` and `main`.
 */
export class ModuleResolver {
  readonly #files: FileSystem;
  readonly #mappingOf: (fromFile: string) => PathMapping;
  readonly #manifests = new Map<string, Manifest | null>();
  /** What counts for a file counts for all in its folder. */
  readonly #mappings = new Map<string, Patterns<readonly string[]>>();
  readonly #foldersAbove = new Map<string, readonly string[]>();

  constructor(files: FileSystem, mappingOf: (fromFile: string) => PathMapping = () => ({})) {
    this.#files = files;
    this.#mappingOf = mappingOf;
  }

  resolve(fromFile: string, specifier: string): string | null {
    const plain = specifier.replace(/(?!^)[?#].*$/, "");
    if (plain === "" || /^(?:node:|data:|https?:|\/\/)/.test(plain)) return null;
    if (plain.startsWith("#")) return this.#findImport(fromFile, plain);
    if (/^\.{0,2}\//.test(plain) || plain === "." || plain === "..") {
      const path = plain.startsWith("/") ? plain : posix.join(posix.dirname(fromFile), plain);
      return this.#inBrowser(fromFile, plain, this.#findFile(path) ?? this.#findFolder(path.replace(/\/$/, "")));
    }
    const mapped = this.#findMapped(fromFile, plain);
    return mapped ?? this.#inBrowser(fromFile, plain, this.#findPackage(fromFile, plain));
  }

  #findMapped(fromFile: string, specifier: string): string | null {
    const folder = posix.dirname(fromFile);
    const mapping = remember(this.#mappings, folder, () => new Patterns(Object.entries(this.#mappingOf(fromFile))));
    for (const [targets, middle] of mapping.of(specifier)) {
      for (const target of targets) {
        const path = target.replace("*", middle);
        const found = this.#findFile(path) ?? this.#findIndex(path);
        if (found !== null) return found;
      }
    }
    return null;
  }

  #findPackage(fromFile: string, specifier: string): string | null {
    const [, name = "", rest = ""] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    for (const folder of this.#above(fromFile)) {
      // A package may import itself by its name.
      const own = this.#manifestIn(folder);
      if (own?.name === name && own.exports !== null) return this.#findInPackage(folder, `.${rest}`);
      const found = this.#findInPackage(`${folder}/node_modules/${name}`, `.${rest}`);
      if (found !== null) return this.#files.realPath(found);
    }
    return null;
  }

  #findInPackage(folder: string, subpath: string): string | null {
    const manifest = this.#manifestIn(folder);
    if (manifest === null) return null;
    if (manifest.exports !== null) {
      const target = targetOf(manifest.exports, subpath);
      return target === null ? null : this.#findFile(posix.join(folder, target));
    }
    const path = posix.join(folder, subpath);
    return subpath === "." ? this.#findFolder(folder) : (this.#findFile(path) ?? this.#findFolder(path));
  }

  /** Finds a name that a package has for its own imports: `#name`. */
  #findImport(fromFile: string, specifier: string): string | null {
    for (const folder of this.#above(fromFile)) {
      const imports = this.#manifestIn(folder)?.imports ?? null;
      if (imports === null) continue;
      const target = targetOf(imports, specifier);
      return target === null ? null : this.#findTarget(fromFile, folder, target);
    }
    return null;
  }

  /** What a browser gets in place of a module, where the nearest manifest maps it; `false` leaves it out. */
  #inBrowser(fromFile: string, specifier: string, found: string | null): string | null {
    const folder = this.#above(fromFile).find((one) => this.#manifestIn(one) !== null) ?? "";
    const browser = this.#manifestIn(folder)?.browser ?? null;
    if (browser === null) return found;
    const key = found === null ? specifier : `./${posix.relative(folder, found)}`;
    const target = browser[key] ?? browser[key.replace(/\.[mc]?js$/, "")] ?? browser[specifier];
    if (typeof target === "string") return this.#findTarget(fromFile, folder, target);
    return target === false ? null : found;
  }

  /** Finds what a manifest in a folder names: a file beside it, or another package. */
  #findTarget(fromFile: string, folder: string, target: string): string | null {
    return target.startsWith(".") ? this.#findFile(posix.join(folder, target)) : this.#findPackage(fromFile, target);
  }

  #findFolder(folder: string): string | null {
    if (!this.#files.mayBegin(folder)) return null;
    for (const entry of this.#manifestIn(folder)?.entries ?? []) {
      const path = posix.join(folder, entry);
      const found = this.#findFile(path) ?? this.#findIndex(path);
      if (found !== null) return found;
    }
    return this.#findIndex(folder);
  }

  #findFile(path: string): string | null {
    // Most imports that lead nowhere need not be asked after with every ending.
    if (!this.#files.mayBegin(path)) return null;
    if (this.#files.isFile(path)) return path;
    const ending = posix.extname(path);
    const sources = sourceEndings.get(ending) ?? [];
    return this.#withEnding(path.slice(0, path.length - ending.length), sources) ?? this.#withEnding(path, endings);
  }

  #findIndex(folder: string): string | null {
    return this.#files.mayBegin(folder) ? this.#withEnding(`${folder}/index`, endings) : null;
  }

  #withEnding(stem: string, candidates: readonly string[]): string | null {
    for (const ending of candidates) if (this.#files.isFile(stem + ending)) return stem + ending;
    return null;
  }

  #manifestIn(folder: string): Manifest | null {
    return remember(this.#manifests, folder, () => parseManifest(this.#files.read(`${folder}/package.json`)));
  }

  /** The folder of a file, and those that it is in. */
  #above(file: string): readonly string[] {
    return remember(this.#foldersAbove, posix.dirname(file), foldersFrom);
  }
}

interface Manifest {
  readonly name: unknown;
  /** What the package as a whole may mean, in this order. */
  readonly entries: readonly string[];
  readonly browser: Readonly<Record<string, unknown>> | null;
  readonly exports: Patterns<unknown> | null;
  readonly imports: Patterns<unknown> | null;
}

/** A manifest that cannot be read is none. */
function parseManifest(text: string | null): Manifest | null {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return null;
  const { name, main, module, browser, exports, imports } = manifest;
  return {
    name,
    entries: [browser, module, main].filter((entry) => typeof entry === "string"),
    browser: isRecord(browser) ? browser : null,
    exports: targetsIn(exports),
    imports: targetsIn(imports),
  };
}

/** The targets of `exports` or `imports`. Without subpaths they are those of the package as a whole. */
function targetsIn(map: unknown): Patterns<unknown> | null {
  if (map === undefined || map === null) return null;
  const hasSubpaths = isRecord(map) && Object.keys(map).some((key) => /^[.#]/.test(key));
  return new Patterns(hasSubpaths ? Object.entries(map) : [[".", map]]);
}

function targetOf(targets: Patterns<unknown>, name: string): string | null {
  for (const [target, middle] of targets.of(name)) return pickTarget(target, 0)?.replaceAll("*", middle) ?? null;
  return null;
}

/** The first text of a list, and of conditions the first that holds, in the order of the manifest. */
function pickTarget(target: unknown, depth: number): string | null {
  if (typeof target === "string") return target;
  if (typeof target !== "object" || target === null || depth >= deepestTarget) return null;
  for (const [condition, value] of Object.entries(target)) {
    const holds = Array.isArray(target) || conditions.has(condition);
    const picked = holds ? pickTarget(value, depth + 1) : null;
    if (picked !== null) return picked;
  }
  return null;
}

function foldersFrom(start: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = start; ; folder = posix.dirname(folder)) {
    folders.push(folder === "/" ? "" : folder);
    if (folder === posix.dirname(folder)) return folders;
  }
}
