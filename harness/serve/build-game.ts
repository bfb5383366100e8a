import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Plugin } from "vite";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { packageRoot, packageVersion } from "../package-root.ts";
import { readBuildError } from "./build-error.ts";
import { areInputsUnchanged, type BuildInputs, fingerprintInputs } from "./build-inputs.ts";
import { createHostPlugin } from "./host-plugin.ts";

/** A built game, ready to be served. */
export interface GameBuild {
  readonly outDir: string;
  /** Files for the site's root that the build leaves where they are; null where the game has none. */
  readonly publicDir: string | null;
  /** Paths of the scripts that every run loads, to be asked for at once. */
  readonly loadedFiles: readonly string[];
  readonly wasCached: boolean;
}

/** What is kept beside a build. */
interface BuildRecord {
  readonly inputs: BuildInputs;
  readonly publicDir: string | null;
  readonly loadedFiles: readonly string[];
}

const recordName = "framegate-build.json";
// Raised when a build of the same inputs comes out differently, or its record says something else.
const buildVersion = 2;

/**
 * Builds the game's roots and the host page into one site, with the game's own Vite configuration. A build whose inputs
 * are all unchanged is taken from `cacheDir`. Throws `build-failed`, or `interrupted` when aborted.
 */
export async function buildGame(target: ManifestTarget, cacheDir: string, signal: AbortSignal): Promise<GameBuild> {
  const outDir = join(cacheDir, "builds", buildKey(target));
  const cached = await findCached(outDir);
  if (cached !== null) return cached;
  // Built beside and moved into place whole, so that an interrupted build is never taken for a finished one.
  const workDir = `${outDir}.${randomUUID()}`;
  try {
    await mkdir(workDir, { recursive: true });
    const record = await Promise.race([runBuild(target, workDir), interruption(signal)]);
    await writeFile(join(workDir, recordName), JSON.stringify(record));
    // Another command that built the same meanwhile may be serving from there already.
    const faster = await findCached(outDir);
    if (faster !== null) {
      await rm(workDir, { recursive: true, force: true });
      return faster;
    }
    await rm(outDir, { recursive: true, force: true });
    await rename(workDir, outDir);
    return builtAt(outDir, record, false);
  } catch (thrown) {
    await rm(workDir, { recursive: true, force: true });
    if (thrown instanceof FramegateError) throw thrown;
    throw buildFailed(target, thrown);
  }
}

/** Roots and Framegate's own version are inputs like any file, but they are known before anything is read. */
function buildKey({ gameDir, manifest }: ManifestTarget): string {
  const roots = manifest.roots.map(({ id, adapter, entry, zOrder }) => ({ id, adapter, entry, zOrder }));
  return createHash("sha256")
    .update(JSON.stringify([buildVersion, packageVersion, packageRoot, gameDir, roots]))
    .digest("hex")
    .slice(0, 32);
}

/** A finished build whose inputs are all unchanged. */
async function findCached(outDir: string): Promise<GameBuild | null> {
  const record = await readRecord(outDir);
  if (record === null || !(await areInputsUnchanged(record.inputs))) return null;
  return builtAt(outDir, record, true);
}

function builtAt(outDir: string, { publicDir, loadedFiles }: BuildRecord, wasCached: boolean): GameBuild {
  return { outDir, publicDir, loadedFiles, wasCached };
}

async function readRecord(outDir: string): Promise<BuildRecord | null> {
  try {
    const content: unknown = JSON.parse(await readFile(join(outDir, recordName), "utf8"));
    // Only this file writes it, in one piece; a damaged one does not parse.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return content as BuildRecord;
  } catch {
    return null;
  }
}

async function runBuild(target: ManifestTarget, workDir: string): Promise<BuildRecord> {
  const host = createHostPlugin(target);
  let publicDir: string | null = null;
  let configurationFiles: readonly string[] = [];
  const observer: Plugin = {
    name: "framegate:observe-config",
    configResolved(config) {
      publicDir = config.publicDir === "" ? null : config.publicDir;
      // The configuration may import modules from anywhere.
      configurationFiles = config.configFileDependencies;
    },
  };
  // Loaded here and not above: most runs find the game built, and need no bundler.
  const { build } = await import("vite");
  await build({
    root: target.gameDir,
    base: "/",
    mode: "production",
    logLevel: "silent",
    plugins: [host.plugin, observer],
    resolve: { dedupe: ["three", "pixi.js", "react", "react-dom"] },
    build: {
      outDir: workDir,
      emptyOutDir: false,
      copyPublicDir: false,
      // Readable stacks and profiles; speed is the same, and no user waits for these bytes.
      minify: false,
      sourcemap: true,
      target: "es2022",
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: { host: host.entryId },
        output: {
          entryFileNames: "framegate/[name].js",
          chunkFileNames: "framegate/[name]-[hash].js",
          // Apart, so that the cost of the game, its libraries and Framegate can be told apart by script.
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
  const inputs = await fingerprintInputs(target.gameDir, [...host.modules(), ...configurationFiles]);
  return { inputs, publicDir, loadedFiles: host.loadedFiles() };
}

function buildFailed({ gameDir, manifestPath, manifest }: ManifestTarget, thrown: unknown): FramegateError {
  const { reason, where } = readBuildError(thrown, gameDir);
  return new FramegateError("build-failed", { game: manifest.name, reason, where: where ?? manifestPath }, { cause: thrown });
}

/** Rejects when the user interrupts. Vite cannot be told to stop, but nobody has to wait for it. */
async function interruption(signal: AbortSignal): Promise<never> {
  return await new Promise((_resolve, reject) => {
    const interrupt = (): void => {
      reject(new FramegateError("interrupted", {}));
    };
    if (signal.aborted) interrupt();
    else signal.addEventListener("abort", interrupt, { once: true });
  });
}
