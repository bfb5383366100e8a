import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build } from "vite";
import { distDir } from "../package-root.ts";
import { ownMethodsPlugin } from "./own-methods-plugin.ts";
import { embedHostBundle, hostedModulesDir, hostModules, preludeBundle, workerPreludeBundle } from "./page-bundles.ts";

interface BundleOptions {
  readonly define?: Readonly<Record<string, string>>;
  /** The replacement export for each global, by its name. */
  readonly inject?: Readonly<Record<string, [file: string, name: string]>>;
  readonly withBuiltins?: boolean;
}

/** Bundles a page entry into one classic script. */
async function bundle(
  entry: string,
  outFile: string,
  { define = {}, inject = {}, withBuiltins = false }: BundleOptions = {},
): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { ...define },
    plugins: [ownMethodsPlugin({ withBuiltins })],
    build: {
      target: "es2022",
      outDir: dirname(outFile),
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { transform: { inject: { ...inject } } },
      lib: { entry, formats: ["iife"], name: "framegate", fileName: () => basename(outFile) },
    },
  });
}

/**
 * Builds the modules of hosted pages. Their runtimes are externals, which the page's import map resolves to the game's
 * own.
 */
async function buildHostModules(): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      target: "es2022",
      outDir: hostedModulesDir,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(hostModules.map((file) => [file.replace(/\.js$/u, ""), join(distDir, "src", file)])),
        external: /^(?:three|pixi\.js|react|react-dom)(?:\/|$)/u,
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  });
}

/** Each built-in that the prelude keeps is exported with an `Own` prefix. */
async function ownBuiltins(): Promise<Readonly<Record<string, [file: string, name: string]>>> {
  const file = join(distDir, "src/page/prelude/native/own-builtins.js");
  const names = (await readFile(file, "utf8")).match(/\bOwn[A-Za-z]\w*/gu) ?? [];
  return Object.fromEntries(names.map((name) => [name.slice("Own".length), [file, name]]));
}

const inject = await ownBuiltins();
await bundle(join(distDir, "src/page/prelude/workers/worker-prelude.js"), workerPreludeBundle, { inject });
// A page passes it to its workers, so it is part of the page's own prelude.
const framegateWorkerPrelude = JSON.stringify(await readFile(workerPreludeBundle, "utf8"));
await bundle(join(distDir, "src/page/prelude/prelude.js"), preludeBundle, {
  define: { framegateWorkerPrelude },
  inject,
});
await bundle(join(distDir, "src/page/embed-host.js"), embedHostBundle);
await buildHostModules();
