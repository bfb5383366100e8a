import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { minifySync } from "rolldown/utils";
import { build, type Plugin } from "vite";
import { distDir } from "../package-root.ts";
import { ownMethodsPlugin } from "./own-methods-plugin.ts";
import {
  embedHostBundle,
  hostedModulesDir,
  hostModules,
  pageScripts,
  preludeBundle,
  workerPreludeBundle,
} from "./page-bundles.ts";

interface BundleOptions {
  readonly define?: Readonly<Record<string, string>>;
  /** The replacement export for each global, by its name. */
  readonly inject?: Readonly<Record<string, [file: string, name: string]>>;
  readonly withBuiltins?: boolean;
}

/**
 * Leaves out comments and white space, and writes every character as ASCII; all names stay, for stacks and debuggers. The
 * prelude goes through three processes of the browser to every page, as two bytes a character if one of them is not ASCII.
 * A run of a small page in three loads took 3.2 s of CPU time without this, 2.9 s in ASCII only, and 2.7 s with both. To
 * shorten the names as well saved no more.
 */
const compactPlugin: Plugin = {
  name: "framegate:compact",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const { code, errors } = minifySync(chunk.fileName, chunk.code, {
        compress: false,
        mangle: false,
        codegen: { removeWhitespace: true },
      });
      const [error] = errors;
      if (error !== undefined) throw new Error(error.message);
      chunk.code = escapeNonAscii(code);
    }
  },
};

/** Such characters occur in texts only. */
function escapeNonAscii(code: string): string {
  return code.replace(/\P{ASCII}/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
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
    plugins: [ownMethodsPlugin({ withBuiltins }), compactPlugin],
    build: {
      target: "es2022",
      outDir: dirname(outFile),
      emptyOutDir: false,
      minify: false,
      // Otherwise a page could reach the functions of the prelude by `arguments.callee.caller`.
      rolldownOptions: { transform: { inject: { ...inject } }, output: { strict: true } },
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
await bundle(join(distDir, "src/page/styled-elements.js"), pageScripts.styledElements);
await bundle(join(distDir, "src/page/embed-host.js"), embedHostBundle);
await buildHostModules();
