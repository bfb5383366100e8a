import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build } from "vite";
import { distDir } from "../package-root.ts";
import { embedHostBundle, preludeBundle, workerPreludeBundle } from "./page-bundles.ts";

/** Bundles a page entry into one classic script. */
async function bundle(entry: string, outFile: string, define: Readonly<Record<string, string>> = {}): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { ...define },
    build: {
      target: "es2022",
      outDir: dirname(outFile),
      emptyOutDir: false,
      minify: false,
      lib: { entry, formats: ["iife"], name: "framegate", fileName: () => basename(outFile) },
    },
  });
}

await bundle(join(distDir, "src/page/prelude/workers/worker-prelude.js"), workerPreludeBundle);
// A page passes it to its workers, so it is part of the page's own prelude.
const framegateWorkerPrelude = JSON.stringify(await readFile(workerPreludeBundle, "utf8"));
await bundle(join(distDir, "src/page/prelude/prelude.js"), preludeBundle, { framegateWorkerPrelude });
await bundle(join(distDir, "src/page/embed-host.js"), embedHostBundle);
