import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import type { Plugin } from "vite";
import { makeFolder } from "../../disk/make-folder.ts";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { packageRoot, packageVersion } from "../package-root.ts";
import { buildFailed, noteBuild } from "./blame-build.ts";
import { areInputsUnchanged, areWrittenSince, fingerprintFolder, fingerprintInputs } from "./build-inputs.ts";
import { type BuildRecord, readRecord, writeRecord } from "./build-record.ts";
import { withOutputDiverted } from "./divert-output.ts";
import { withProcessHeld } from "./hold-process.ts";
import { createHostPlugin } from "./host-plugin.ts";
import { collapsesCopies, hasModulesThatRun, refuseCopies } from "./runtime-copies.ts";
import { createBuildObserver } from "./observe-build.ts";

/** A built game, ready to be served. */
export interface GameBuild {
  readonly outDir: string;
  /** Folder of static files for the root of the site; null if the game has none. */
  readonly publicDir: string | null;
  /** Paths of the scripts that every run loads, for preloading. */
  readonly loadedFiles: readonly string[];
  readonly wasCached: boolean;
}

// Raised when the same inputs give another build, or when the record changes.
const buildVersion = 6;

/** No command serves a build for longer than this. */
const servedMsMax = 24 * 60 * 60 * 1000;

/**
 * Builds the roots of a game and the host page into one site, with the game's own Vite configuration. If no input has
 * changed, the build comes from `cacheDir`. Throws `build-failed`,
 * `package-missing`, `write-failed`, or `interrupted` when aborted.
 */
export async function buildGame(target: ManifestTarget, cacheDir: string, signal: AbortSignal): Promise<GameBuild> {
  const buildsDir = join(cacheDir, "builds", buildKey(target));
  const cached = await findCached(buildsDir);
  if (cached !== null) return cached;
  // Built beside its place and then moved, so that an interrupted build is never taken for a finished one. The folder
  // is as deep as its place, because source maps name their sources by relative paths.
  const scratchDir = `${buildsDir}.${randomUUID()}`;
  const workDir = join(scratchDir, "build");
  const removeScratch = async (): Promise<void> => {
    await rm(scratchDir, { recursive: true, force: true });
  };
  try {
    makeFolder(workDir);
    const { record, isRepeatable } = await withOutputDiverted(
      async () => await untilInterrupted(runBuild(target, workDir, signal), signal, removeScratch),
    );
    // Without a record this build is used once, and never found again.
    if (isRepeatable) await writeRecord(workDir, record);
    // Another command may be serving an earlier build of this game, so each build has its own folder.
    const outDir = join(buildsDir, randomUUID());
    makeFolder(buildsDir);
    await rename(workDir, outDir);
    await removeScratch();
    await prune(buildsDir, outDir);
    return builtAt(outDir, record, false);
  } catch (thrown) {
    await removeScratch();
    if (signal.aborted) throw new FramegateError("interrupted", {}, { cause: thrown });
    if (thrown instanceof FramegateError) throw thrown;
    throw buildFailed(target, thrown, buildsDir);
  }
}

/** The inputs that are known before the build: the roots, and the versions of the builders. */
function buildKey({ gameDir, manifest }: ManifestTarget): string {
  const roots = manifest.roots.map(({ id, adapter, entry, scene, zOrder, loop, pausable }) => ({
    id,
    adapter,
    entry,
    scene,
    zOrder,
    loop,
    pausable,
  }));
  return createHash("sha256")
    .update(JSON.stringify([buildVersion, packageVersion, packageRoot, bundlerVersion(), gameDir, roots]))
    .digest("hex")
    .slice(0, 32);
}

/** Read from its package.json, because loading the bundler takes longer than finding a finished build. */
function bundlerVersion(): string {
  const content: unknown = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve("vite/package.json"), "utf8"),
  );
  return String(typeof content === "object" && content !== null ? Reflect.get(content, "version") : undefined);
}

/** A finished build, if no input has changed. */
async function findCached(buildsDir: string): Promise<GameBuild | null> {
  for (const name of await readdir(buildsDir).catch(() => [])) {
    const outDir = join(buildsDir, name);
    const record = await readRecord(outDir);
    if (record === null || !(await areInputsUnchanged(record.inputs, process.env))) continue;
    // The new time keeps other commands from removing it. Check again in case one was faster.
    const now = new Date();
    await utimes(outDir, now, now).catch(() => undefined);
    if ((await readRecord(outDir)) !== null) return builtAt(outDir, record, true);
  }
  return null;
}

/** Removes older builds of this game, and unfinished builds of killed commands, when nobody can be using them. */
async function prune(buildsDir: string, current: string): Promise<void> {
  const parent = dirname(buildsDir);
  const builds = (await readdir(buildsDir)).map((name) => join(buildsDir, name));
  const unfinished = (await readdir(parent)).filter((name) => name.includes(".")).map((name) => join(parent, name));
  for (const path of [...builds, ...unfinished]) {
    const state = await stat(path).catch(() => null);
    const isOld = state !== null && Date.now() - state.mtimeMs > servedMsMax;
    // Another command may remove it at the same time.
    if (isOld && path !== current) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function builtAt(outDir: string, { publicDir, loadedFiles }: BuildRecord, wasCached: boolean): GameBuild {
  return { outDir, publicDir, loadedFiles, wasCached };
}

interface FinishedBuild {
  readonly record: BuildRecord;
  /** Whether the record has all inputs that the build has read. */
  readonly isRepeatable: boolean;
}

async function runBuild(target: ManifestTarget, workDir: string, signal: AbortSignal): Promise<FinishedBuild> {
  const { gameDir } = target;
  const host = createHostPlugin(target);
  const observer = createBuildObserver();
  const startedAtMs = Date.now();
  // Before Vite changes it.
  const environment = { ...process.env };
  const folderBefore = await fingerprintFolder(gameDir);
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
  const reads = { gameDir, paths, configurationFiles, environmentDir, environmentPrefixes };
  const inputs = await fingerprintInputs(reads, environment);
  // A file that was edited during the build may have been read before or after.
  const wasEdited =
    inputs.folders[gameDir] !== folderBefore || (await areWrittenSince(Object.keys(inputs.files), startedAtMs));
  return {
    record: { inputs, publicDir, loadedFiles: host.loadedFiles() },
    isRepeatable: !wasEdited && !host.hasGlobsElsewhere(),
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
  // Loaded here, because most runs find a finished build and need no bundler.
  const { build, createLogger } = await import("vite");
  await build({
    root: target.gameDir,
    base: "/",
    mode: "production",
    logLevel: "silent",
    // Replaces the game's own logger, too.
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
        output: {
          entryFileNames: "framegate/[name].js",
          chunkFileNames: "framegate/[name]-[hash].js",
          // The main module of an unmodified game may lie in a package, and must not run when that chunk is loaded.
          strictExecutionOrder: hasModulesThatRun(target.manifest),
          // Separate chunks, so that the costs of the game, its libraries and Framegate can be told apart.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: "framegate", test: (id: string) => id.startsWith(join(packageRoot, "dist") + sep), priority: 2 },
              { name: "libraries", test: /[\\/]node_modules[\\/]/, priority: 1 },
            ],
          },
        },
      },
    },
  });
}

/** Vite cannot be told to stop, but a hook that throws ends a build at its next module. */
function stopWhenAborted(signal: AbortSignal): Plugin {
  const check = (): void => {
    signal.throwIfAborted();
  };
  return { name: "framegate:stop-when-aborted", load: check, renderStart: check, generateBundle: check };
}

/** A build takes longer than this to stop if it is within one long call, such as a minifier's. */
const stopLimitMs = 1000;

/**
 * Awaits a build. When the signal aborts, waits a moment for the build to stop. What goes on writing after that is cleaned
 * up at its end.
 */
async function untilInterrupted<T>(
  building: Promise<T>,
  signal: AbortSignal,
  cleanUp: () => Promise<void>,
): Promise<T> {
  let interrupt = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    interrupt = () => {
      building.finally(cleanUp).catch(() => undefined);
      timer = setTimeout(reject, stopLimitMs, signal.reason);
    };
  });
  if (signal.aborted) interrupt();
  else signal.addEventListener("abort", interrupt, { once: true });
  try {
    return await Promise.race([building, tooLate]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
  }
}
