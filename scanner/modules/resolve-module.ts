import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { ResolverFactory } from "rolldown/experimental";
import { createTargetFinder, type FindTargets, type PathMapping } from "./path-mapping.ts";
import { remember } from "../findings/remember.ts";

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

/** Creates a function that resolves the imports of one scan, and caches the results. */
export function createModuleResolver(mappingOf: (fromFile: string) => PathMapping = () => ({})): ResolveModule {
  const resolver = new ResolverFactory(options);
  /** By folder, because all its files share a mapping. */
  const mappings = new Map<string, FindTargets>();
  const known = new Map<string, string | null>();
  const find = (folder: string, specifier: string): string | null => {
    const { path } = resolver.sync(folder, specifier);
    if (path === undefined) return null;
    // Workspace links lead to the workspace's own packages.
    return /[\\/]node_modules[\\/]/.test(path) ? realpathSync(path) : path;
  };
  return (fromFile, specifier) => {
    const folder = dirname(fromFile);
    return remember(known, `${folder}\0${specifier}`, () => {
      const plain = specifier.replace(/(?!^)[?#].*$/, "");
      if (plain === "" || /^(?:node:|data:|https?:|\/\/)/.test(plain)) return null;
      const isMappable = !/^[.#/]/.test(plain);
      const findTargets = (): FindTargets => createTargetFinder(mappingOf(fromFile));
      for (const target of isMappable ? remember(mappings, folder, findTargets)(plain) : []) {
        const found = find(folder, target);
        if (found !== null) return found;
      }
      return find(folder, plain);
    });
  };
}
