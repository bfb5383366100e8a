import { join, sep } from "node:path";
import type { Plugin } from "vite";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { packageRoot } from "../package-root.ts";
import { noteBuild } from "./blame-build.ts";
import { watchReads } from "./build-inputs.ts";
import type { FinishedBuild } from "./build-record.ts";
import { withProcessHeld } from "./hold-process.ts";
import { createHostPlugin } from "./host-plugin.ts";
import { createBuildObserver } from "./observe-build.ts";
import { collapsesCopies, hasModulesThatRun, refuseCopies } from "./runtime-copies.ts";

/** Builds a game with Vite, with the game's own configuration. */
export async function buildLocal(target: ManifestTarget, workDir: string, signal: AbortSignal): Promise<FinishedBuild> {
  const { gameDir } = target;
  const host = createHostPlugin(target);
  const observer = createBuildObserver();
  // Vite changes it later.
  const environment = { ...process.env };
  const finishReads = await watchReads(gameDir);
  noteBuild(target, workDir);
  try {
    const plugins = [host.plugin, stopWhenAborted(signal), observer.plugin];
    await withProcessHeld(async () => {
      await bundle(target, workDir, plugins, host.entryId);
    });
  } finally {
    restoreEnvironment(environment);
  }
  refuseCopies(target, host.modules());
  const { publicDir, files: configurationFiles, environmentDir, environmentPrefixes } = observer.configuration();
  const paths = [...host.modules(), ...observer.watched()];
  const reads = { paths, configurationFiles, environmentDir, environmentPrefixes };
  const { inputs, wereEdited } = await finishReads(reads);
  return {
    record: { inputs, publicDir, loadedFiles: host.loadedFiles(), head: "", packages: {} },
    isRepeatable: !wereEdited && !host.hasGlobsElsewhere(),
  };
}

/** Vite sets these variables, and the next build would take them for the user's. */
function restoreEnvironment(before: Readonly<Record<string, string | undefined>>): void {
  for (const name of ["NODE_ENV", "VITE_USER_NODE_ENV"]) {
    const value = before[name];
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}

async function bundle(
  target: ManifestTarget,
  workDir: string,
  plugins: readonly Plugin[],
  entryId: string,
): Promise<void> {
  // Loaded lazily, because most runs find a cached build and need no bundler.
  const { build, createLogger } = await import("vite");
  await build({
    root: target.gameDir,
    base: "/",
    mode: "production",
    logLevel: "silent",
    // Overrides the game's own logger, too.
    customLogger: createLogger("silent"),
    plugins: [...plugins],
    resolve: { dedupe: collapsesCopies(target.manifest) ? ["three", "pixi.js", "react", "react-dom"] : [] },
    build: {
      outDir: workDir,
      emptyOutDir: false,
      copyPublicDir: false,
      // For readable stacks and profiles. The speed is the same, and nobody downloads these bytes.
      minify: false,
      sourcemap: true,
      target: "es2022",
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: { host: entryId },
        // Comments with the paths of modules, relative to the working directory, would count as bytes of the game.
        experimental: { attachDebugInfo: "none" },
        output: {
          entryFileNames: "framegate/[name].js",
          chunkFileNames: "framegate/[name]-[hash].js",
          // The main module of an unmodified game may lie in a package, and must not run when that chunk is loaded.
          strictExecutionOrder: hasModulesThatRun(target.manifest),
          // Separate chunks, to tell the costs of the game, its libraries and Framegate apart.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: "framegate", test: isOfFramegate, priority: 2 },
              { name: "libraries", test: /[\\/]node_modules[\\/]/, priority: 1 },
            ],
          },
        },
      },
    },
  });
}

/** Packages that Framegate's own modules in a page import. */
const ownPackages = /[\\/]node_modules[\\/](?:seedrandom|zod)[\\/]/;

/** True for a module of Framegate. Its bytes do not count as the game's. */
function isOfFramegate(id: string): boolean {
  return id.startsWith(join(packageRoot, "dist") + sep) || ownPackages.test(id);
}

/** Vite has no way to cancel a build, but a throwing hook ends it at the next module. */
function stopWhenAborted(signal: AbortSignal): Plugin {
  const check = (): void => {
    signal.throwIfAborted();
  };
  return { name: "framegate:stop-when-aborted", load: check, renderStart: check, generateBundle: check };
}
