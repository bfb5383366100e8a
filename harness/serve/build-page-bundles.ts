import { basename, dirname, join } from "node:path";
import { build } from "vite";
import { distDir } from "../package-root.ts";
import { embedHostBundle, preludeBundle } from "./page-bundles.ts";

/** Bundles a page entry into one classic script. */
async function bundle(entry: string, outFile: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      target: "es2022",
      outDir: dirname(outFile),
      emptyOutDir: false,
      minify: false,
      lib: { entry, formats: ["iife"], name: "framegate", fileName: () => basename(outFile) },
    },
  });
}

await bundle(join(distDir, "src/page/prelude/prelude.js"), preludeBundle);
await bundle(join(distDir, "src/page/embed-host.js"), embedHostBundle);
