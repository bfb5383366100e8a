import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { ResolverFactory } from "rolldown/experimental";
import { Patterns } from "./patterns.ts";
import { remember } from "../findings/remember.ts";

/** A mapping of import names in the form of `compilerOptions.paths`, with absolute targets. */
export type PathMapping = Readonly<Record<string, readonly string[]>>;

/** Resolves a specifier to a file. Null for a Node module or a package that is not installed. */
export type ResolveModule = (fromFile: string, specifier: string) => string | null;

/**
 * Options of the bundler's resolver, for browsers: extensions are optional, folders have an index, and packages have
 * `exports`, `browser`, `module` and `main`.
 */
const options = {
  aliasFields: ["browser"],
  conditionNames: "import module browser development require default".split(" "),
  mainFields: ["browser", "module", "main"],
  extensions: ".ts .tsx .mts .cts .js .jsx .mjs .cjs .vue .svelte .json".split(" "),
  // A missing `.js` may stand for the `.ts` it is built from.
  extensionAlias: {
    ".js": [".js", ".ts", ".tsx"],
    ".jsx": [".jsx", ".tsx"],
    ".mjs": [".mjs", ".mts"],
    ".cjs": [".cjs", ".cts"],
  },
  // A file is scanned under the path by which the walk found it.
  symlinks: false,
  nodePath: false,
};

/** Resolves imports for one scan, and caches the results. */
export class ModuleResolver {
  /** Created lazily, because many scans resolve nothing. */
  #resolver: ResolverFactory | null = null;
  readonly #mappingOf: (fromFile: string) => PathMapping;
  /** By folder, because all its files share a mapping. */
  readonly #mappings = new Map<string, Patterns<readonly string[]>>();
  readonly #known = new Map<string, string | null>();

  constructor(mappingOf: (fromFile: string) => PathMapping = () => ({})) {
    this.#mappingOf = mappingOf;
  }

  readonly resolve: ResolveModule = (fromFile, specifier) => {
    const folder = dirname(fromFile);
    return remember(this.#known, `${folder}\0${specifier}`, () => {
      const plain = specifier.replace(/(?!^)[?#].*$/, "");
      if (plain === "" || /^(?:node:|data:|https?:|\/\/)/.test(plain)) return null;
      const mapped = /^[.#/]/.test(plain) ? null : this.#findMapped(fromFile, plain);
      return mapped ?? this.#find(folder, plain);
    });
  };

  #findMapped(fromFile: string, specifier: string): string | null {
    const folder = dirname(fromFile);
    const mapping = remember(this.#mappings, folder, () => new Patterns(Object.entries(this.#mappingOf(fromFile))));
    for (const [targets, middle] of mapping.of(specifier)) {
      for (const target of targets) {
        const found = this.#find(folder, target.replace("*", middle));
        if (found !== null) return found;
      }
    }
    return null;
  }

  #find(folder: string, specifier: string): string | null {
    this.#resolver ??= new ResolverFactory(options);
    const { path } = this.#resolver.sync(folder, specifier);
    if (path === undefined) return null;
    // Workspace links lead to the workspace's own packages.
    return /[\\/]node_modules[\\/]/.test(path) ? realpathSync(path) : path;
  }
}
