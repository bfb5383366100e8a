import { posix } from "node:path";

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

export interface ResolveOptions {
  readonly files: FileSystem;
  /** The conditions of `exports` that hold, besides `default`. */
  readonly conditions?: readonly string[];
  /** `compilerOptions.paths` of the tsconfig that counts for a file, with `*`; the targets are absolute. */
  readonly pathsOf?: (fromFile: string) => Readonly<Record<string, readonly string[]>>;
}

/** What a bundler for browsers takes. */
const browserConditions = ["import", "module", "browser", "development", "require"] as const;

/** Tried in this order where a specifier names no file. A `.js` that is not there may stand for the `.ts` it is built from. */
const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".json"];
const sourceEndings: ReadonlyMap<string, readonly string[]> = new Map([
  [".js", [".ts", ".tsx"]],
  [".jsx", [".tsx"]],
  [".mjs", [".mts"]],
  [".cjs", [".cts"]],
]);

/** Targets of `exports` may be nested; deeper ones are no real package. */
const deepestTarget = 10;

/** Finds the file that a specifier means, or null where it means none: a module of Node, or what is not installed. */
export type ResolveModule = (fromFile: string, specifier: string) => string | null;

/**
 * Makes a resolver in the manner of a bundler for browsers: endings may be left out, folders have an index, packages
 * have `exports`, `browser`, `module` and `main`.
 */
export function createResolver(options: ResolveOptions): ResolveModule {
  const conditions: ReadonlySet<string> = new Set([...(options.conditions ?? browserConditions), "default"]);
  const { files } = options;
  const manifests = new Map<string, Manifest | null>();
  const manifestOf = (folder: string): Manifest | null => {
    const known = manifests.get(folder);
    if (known !== undefined) return known;
    const manifest = parseManifest(files.read(`${folder}/package.json`));
    manifests.set(folder, manifest);
    return manifest;
  };

  const mapped = new Map<string, Mapping>();
  /** What counts for a file counts for all in its folder. */
  const mappingFor = (file: string): Mapping => {
    const folder = posix.dirname(file);
    const known = mapped.get(folder) ?? readMapping(options.pathsOf?.(file) ?? {});
    mapped.set(folder, known);
    return known;
  };

  const above = new Map<string, readonly string[]>();
  const foldersAbove = (file: string): readonly string[] => {
    const folder = posix.dirname(file);
    const known = above.get(folder) ?? foldersFrom(folder);
    above.set(folder, known);
    return known;
  };

  const findFolder = (folder: string): string | null => {
    if (!files.mayBegin(folder)) return null;
    const manifest = manifestOf(folder);
    for (const entry of manifest === null ? [] : entriesOf(manifest)) {
      const found = findPath(posix.join(folder, entry), files) ?? findIndex(posix.join(folder, entry), files);
      if (found !== null) return found;
    }
    return findIndex(folder, files);
  };

  const findInPackage = (folder: string, subpath: string): string | null => {
    const manifest = manifestOf(folder);
    if (manifest === null) return null;
    if (manifest.exports === undefined) {
      const path = posix.join(folder, subpath);
      return subpath === "." ? findFolder(folder) : (findPath(path, files) ?? findFolder(path));
    }
    const target = targetOf(manifest.exports, subpath, conditions);
    return target === null ? null : findPath(posix.join(folder, target), files);
  };

  const findPackage = (fromFile: string, specifier: string): string | null => {
    const [, name = "", rest = ""] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
    for (const folder of foldersAbove(fromFile)) {
      // A package may import itself by its name.
      const own = manifestOf(folder);
      if (own?.name === name && own.exports !== undefined) return findInPackage(folder, `.${rest}`);
      const found = findInPackage(`${folder}/node_modules/${name}`, `.${rest}`);
      if (found !== null) return files.realPath(found);
    }
    return null;
  };

  const findImport = (fromFile: string, specifier: string): string | null => {
    for (const folder of foldersAbove(fromFile)) {
      const imports = manifestOf(folder)?.imports;
      if (imports === undefined) continue;
      const target = targetOf(imports, specifier, conditions);
      if (target === null) return null;
      return target.startsWith(".") ? findPath(posix.join(folder, target), files) : findPackage(fromFile, target);
    }
    return null;
  };

  const substituted = (fromFile: string, found: string | null, specifier: string): string | null => {
    for (const folder of foldersAbove(fromFile)) {
      const browser = manifestOf(folder)?.browser;
      if (manifestOf(folder) === null) continue;
      if (typeof browser !== "object" || browser === null) return found;
      const key = found === null ? specifier : `./${posix.relative(folder, found)}`;
      const target = browser[key] ?? browser[key.replace(/\.[mc]?js$/, "")] ?? browser[specifier];
      // `false` leaves the module out.
      if (target === false) return null;
      return typeof target === "string"
        ? target.startsWith(".")
          ? findPath(posix.join(folder, target), files)
          : findPackage(fromFile, target)
        : found;
    }
    return found;
  };

  return (fromFile, specifier) => {
    const plain = specifier.replace(/[?#].*$/, (query, offset) => (offset === 0 ? query : ""));
    if (plain === "" || /^(?:node:|data:|https?:|\/\/)/.test(plain)) return null;
    if (plain.startsWith("#")) return findImport(fromFile, plain);
    if (/^\.{0,2}\//.test(plain) || plain === "." || plain === "..") {
      const path = plain.startsWith("/") ? plain : posix.join(posix.dirname(fromFile), plain);
      return substituted(fromFile, findPath(path, files) ?? findFolder(path.replace(/\/$/, "")), plain);
    }
    const mapped = findMapped(plain, mappingFor(fromFile), files);
    return mapped ?? substituted(fromFile, findPackage(fromFile, plain), plain);
  };
}

interface Manifest {
  readonly name: unknown;
  readonly main: unknown;
  readonly module: unknown;
  readonly browser: string | Readonly<Record<string, unknown>> | null;
  readonly exports: unknown;
  readonly imports: unknown;
}

/** A manifest that cannot be read is none. */
function parseManifest(text: string | null): Manifest | null {
  if (text === null) return null;
  try {
    const manifest: unknown = JSON.parse(text);
    if (!isRecord(manifest)) return null;
    const { name, main, module, browser, exports, imports } = manifest;
    return {
      name,
      main,
      module,
      browser: typeof browser === "string" || isRecord(browser) ? browser : null,
      exports: exports ?? undefined,
      imports: imports ?? undefined,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function entriesOf({ browser, module, main }: Manifest): readonly string[] {
  return [browser, module, main].filter((entry) => typeof entry === "string");
}

function findPath(path: string, files: FileSystem): string | null {
  // Most imports that lead nowhere need not be asked after with every ending.
  if (!files.mayBegin(path)) return null;
  if (files.isFile(path)) return path;
  const ending = posix.extname(path);
  const stem = path.slice(0, path.length - ending.length);
  const sources = (sourceEndings.get(ending) ?? []).map((source) => stem + source);
  return [...sources, ...endings.map((one) => path + one)].find((candidate) => files.isFile(candidate)) ?? null;
}

function findIndex(folder: string, files: FileSystem): string | null {
  if (!files.mayBegin(folder)) return null;
  return endings.map((ending) => `${folder}/index${ending}`).find((candidate) => files.isFile(candidate)) ?? null;
}

/** A folder and those that it is in. */
function foldersFrom(start: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = start; ; folder = posix.dirname(folder)) {
    folders.push(folder === "/" ? "" : folder);
    if (folder === posix.dirname(folder)) return folders;
  }
}

/** The target of a subpath of `exports`, or of a name of `imports`: the longest pattern wins. */
function targetOf(map: unknown, subpath: string, conditions: ReadonlySet<string>): string | null {
  const patterns = isRecord(map) ? patternsOf(map) : null;
  if (!isRecord(map) || patterns === null) return subpath === "." ? pickTarget(map, conditions, 0) : null;
  if (subpath in map) return pickTarget(map[subpath], conditions, 0);
  for (const pattern of patterns) {
    const [start = "", end = ""] = pattern.split("*");
    const middle = middleOf(subpath, start, end);
    if (middle !== null) return pickTarget(map[pattern], conditions, 0)?.replaceAll("*", middle) ?? null;
  }
  return null;
}

const knownPatterns = new WeakMap<object, readonly string[] | null>();

/** The keys with `*`, longest first; null for what maps no subpaths. The same map is asked for each import. */
function patternsOf(map: Readonly<Record<string, unknown>>): readonly string[] | null {
  const known = knownPatterns.get(map);
  if (known !== undefined) return known;
  const keys = Object.keys(map);
  const isMapped = keys.some((key) => key.startsWith(".") || key.startsWith("#"));
  const patterns = isMapped
    ? keys.filter((key) => key.includes("*")).sort((left, right) => right.length - left.length)
    : null;
  knownPatterns.set(map, patterns);
  return patterns;
}

/** What stands between a start and an end, or null where they do not fit. */
function middleOf(text: string, start: string, end: string): string | null {
  const isMatch = text.startsWith(start) && text.endsWith(end) && text.length >= start.length + end.length;
  return isMatch ? text.slice(start.length, text.length - end.length) : null;
}

/** The first condition that holds counts, in the order of the manifest. */
function pickTarget(target: unknown, conditions: ReadonlySet<string>, depth: number): string | null {
  if (typeof target === "string") return target;
  if (depth >= deepestTarget) return null;
  if (Array.isArray(target))
    return target.map((one) => pickTarget(one, conditions, depth + 1)).find((one) => one !== null) ?? null;
  if (!isRecord(target)) return null;
  for (const [condition, value] of Object.entries(target)) {
    const picked = conditions.has(condition) ? pickTarget(value, conditions, depth + 1) : null;
    if (picked !== null) return picked;
  }
  return null;
}

/** What maps specifiers, to be looked up. */
interface Mapping {
  readonly whole: ReadonlyMap<string, readonly string[]>;
  /** Of what has a `*`, by what stands before it, the ends and targets. */
  readonly beginnings: ReadonlyMap<string, readonly (readonly [end: string, targets: readonly string[]])[]>;
  /** The lengths of these, longest first. */
  readonly lengths: readonly number[];
}

function readMapping(paths: Readonly<Record<string, readonly string[]>>): Mapping {
  const whole = new Map<string, readonly string[]>();
  const beginnings = new Map<string, (readonly [string, readonly string[]])[]>();
  for (const [pattern, targets] of Object.entries(paths)) {
    const [start = "", end] = pattern.split("*");
    const known = beginnings.get(start);
    if (end === undefined) whole.set(pattern, targets);
    else if (known === undefined) beginnings.set(start, [[end, targets]]);
    else known.push([end, targets]);
  }
  const lengths = new Set(Array.from(beginnings.keys(), ({ length }) => length));
  return { whole, beginnings, lengths: [...lengths].sort((left, right) => right - left) };
}

/** What is named as a whole comes first, then the longest beginning. */
function findMapped(specifier: string, { whole, beginnings, lengths }: Mapping, files: FileSystem): string | null {
  const found = firstFile(whole.get(specifier) ?? [], "", files);
  if (found !== null) return found;
  for (const length of lengths) {
    const start = specifier.slice(0, length);
    for (const [end, targets] of start.length === length ? (beginnings.get(start) ?? []) : []) {
      const middle = middleOf(specifier, start, end);
      const path = middle === null ? null : firstFile(targets, middle, files);
      if (path !== null) return path;
    }
  }
  return null;
}

function firstFile(targets: readonly string[], middle: string, files: FileSystem): string | null {
  for (const target of targets) {
    const path = target.replace("*", middle);
    const found = findPath(path, files) ?? findIndex(path, files);
    if (found !== null) return found;
  }
  return null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
