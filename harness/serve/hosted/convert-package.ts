import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { BuildOptions, OnLoadResult, OnResolveResult, Plugin } from "esbuild-wasm";
import { init, parse } from "cjs-module-lexer";
import { resolveFile } from "./resolve-package.ts";
import { builtInValues } from "./refusals.ts";
import type { PackageCrawler, UsedPackage } from "./crawl-packages.ts";
import type { WasmBuild, WasmBuilder } from "./wasm-builder.ts";

/** A package converted to browser modules. */
export interface ConvertedPackage {
  readonly build: WasmBuild;
  /** Paths of its entries in the build folder, by specifier. */
  readonly files: ReadonlyMap<string, string>;
}

/** Options of every build of a hosted game. */
export const hostedOptions: BuildOptions = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  sourcemap: "linked",
  // Paths of this machine are of no use to anyone.
  sourcesContent: false,
  jsx: "automatic",
  conditions: ["module", "production"],
  resolveExtensions: [".mjs", ".js", ".mts", ".ts", ".jsx", ".tsx", ".json"],
  define: builtInValues,
};

/**
 * Converts a package that browsers cannot load as it is, such as one in CommonJS. Imports of other packages stay
 * imports, so that each is loaded once.
 */
export async function convertPackage(
  used: UsedPackage,
  {
    builder,
    crawler,
    workDir,
    outFolder,
  }: {
    readonly builder: WasmBuilder;
    readonly crawler: PackageCrawler;
    readonly workDir: string;
    /** Relative to `workDir`. */
    readonly outFolder: string;
  },
): Promise<ConvertedPackage> {
  await init();
  const entries = [...used.entries].map(([specifier, file], index) => ({
    specifier,
    file,
    name: `entry-${String(index)}`,
  }));
  const build = await builder.build({
    ...hostedOptions,
    absWorkingDir: used.folder,
    entryPoints: entries.map(({ file, name }) => ({ in: file, out: `${outFolder}/${name}` })),
    outdir: workDir,
    chunkNames: `${outFolder}/chunk-[hash]`,
    plugins: [createConverter(used, crawler)],
  });
  return { build, files: new Map(entries.map(({ specifier, name }) => [specifier, `${outFolder}/${name}.js`])) };
}

const required = "framegate-required";
const bridge = "framegate-bridge";
const wrapper = "framegate-wrapper";

function createConverter(used: UsedPackage, crawler: PackageCrawler): Plugin {
  const entries = new Set(used.entries.values());
  return {
    name: "framegate:convert-package",
    setup(build) {
      build.onResolve(
        { filter: /./ },
        async ({ path, kind, namespace, importer, resolveDir }): Promise<OnResolveResult | undefined> => {
          if (kind === "entry-point")
            return entries.has(path) && namesOf(path) !== null
              ? // A comment in the output has the path, and the output must be the same on every machine.
                { path: relative(used.folder, path), namespace: wrapper }
              : undefined;
          if (namespace === required) return { path: importer, namespace: bridge };
          if (namespace === bridge) return { path, external: true };
          if (namespace === wrapper || /^[./#]/u.test(path)) return undefined;
          const found = await crawler.addImport(used, path, resolveDir);
          if (found === null || found.file.endsWith(".json")) return found === null ? undefined : { path: found.file };
          // A module runs `require` in program order, while ES imports would all run before it.
          return kind === "require-call" ? { path, namespace: required } : { path, external: true };
        },
      );
      build.onLoad({ filter: /./, namespace: required }, () => ({
        contents: `module.exports = require(${JSON.stringify(bridge)}).value;`,
      }));
      build.onLoad({ filter: /./, namespace: bridge }, ({ path }) => ({
        contents: `import * as all from ${JSON.stringify(path)};
export const value = all.framegateExports ?? all.default ?? all;`,
      }));
      build.onLoad({ filter: /./, namespace: wrapper }, ({ path }) => wrap(join(used.folder, path)));
    },
  };
}

/** A module with the exports of a CommonJS file. */
function wrap(file: string): OnLoadResult {
  const names = [...(namesOf(file) ?? [])].filter((name) => name !== "default" && name !== "__esModule");
  const lines = names.map((name, index) => {
    const local = `export${String(index)}`;
    return `const ${local} = all[${JSON.stringify(name)}];\nexport { ${local} as ${JSON.stringify(name)} };`;
  });
  const contents = `const all = require(${JSON.stringify(`./${basename(file)}`)});
export { all as framegateExports };
export default all?.__esModule ? all.default : all;
${lines.join("\n")}`;
  return { contents, resolveDir: dirname(file) };
}

/** Names that a CommonJS file exports, as far as its text shows; null for any other file. */
function namesOf(file: string, seen = new Set<string>()): ReadonlySet<string> | null {
  if (seen.has(file) || !/\.c?js$/u.test(file)) return null;
  seen.add(file);
  const names = new Set<string>();
  try {
    const { exports, reexports } = parse(readFileSync(file, "utf8"));
    for (const name of exports) names.add(name);
    for (const specifier of reexports) {
      const target = resolveFile(specifier, dirname(file));
      for (const name of (target === null ? null : namesOf(target, seen)) ?? []) names.add(name);
    }
  } catch {
    // The lexer throws on ES module syntax.
    return null;
  }
  return names;
}
