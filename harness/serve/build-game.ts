import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { build, type Plugin } from "vite";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { packageRoot, packageVersion } from "../package-root.ts";
import { areInputsUnchanged, type BuildInputs, fingerprintInputs } from "./build-inputs.ts";
import { createHostPlugin } from "./host-plugin.ts";

/** A built game, ready to be served. */
export interface GameBuild {
  readonly outDir: string;
  /** Files for the site's root that the build leaves where they are; null where the game has none. */
  readonly publicDir: string | null;
  readonly wasCached: boolean;
}

/** What is kept beside a build. */
interface BuildRecord {
  readonly inputs: BuildInputs;
  readonly publicDir: string | null;
}

const recordName = "framegate-build.json";

/**
 * Builds the game's roots and the host page into one site, with the game's own Vite configuration. A build whose inputs
 * are all unchanged is taken from `cacheDir`. Throws `build-failed`.
 */
export async function buildGame(target: ManifestTarget, cacheDir: string): Promise<GameBuild> {
  const outDir = join(cacheDir, "builds", buildKey(target));
  const cached = await readRecord(outDir);
  if (cached !== null && (await areInputsUnchanged(cached.inputs))) {
    return { outDir, publicDir: cached.publicDir, wasCached: true };
  }
  // Built beside and moved into place whole, so that an interrupted build is never taken for a finished one.
  const workDir = `${outDir}.${randomUUID()}`;
  try {
    await mkdir(workDir, { recursive: true });
    const record = await runBuild(target, workDir);
    await writeFile(join(workDir, recordName), JSON.stringify(record));
    await rm(outDir, { recursive: true, force: true });
    await rename(workDir, outDir);
    return { outDir, publicDir: record.publicDir, wasCached: false };
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
    .update(JSON.stringify([packageVersion, packageRoot, gameDir, roots]))
    .digest("hex")
    .slice(0, 32);
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
  const observer: Plugin = {
    name: "framegate:observe-config",
    configResolved(config) {
      publicDir = config.publicDir === "" ? null : config.publicDir;
    },
  };
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
            groups: [
              { name: "framegate", test: (id: string) => id.startsWith(join(packageRoot, "dist") + sep), priority: 2 },
              { name: "libraries", test: /[\\/]node_modules[\\/]/, priority: 1 },
            ],
          },
        },
      },
    },
  });
  return { inputs: await fingerprintInputs(target.gameDir, host.modules()), publicDir };
}

function buildFailed({ gameDir, manifestPath, manifest }: ManifestTarget, thrown: unknown): FramegateError {
  const location: unknown = typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, "loc") : undefined;
  const where = locationText(location, gameDir) ?? manifestPath;
  // Colours of the bundler's own message would end up in JSON and logs.
  const reason = reasonOf(thrown).replace(/\u001b\[[0-9;]*m/gu, "").trim();
  return new FramegateError("build-failed", { game: manifest.name, reason, where }, { cause: thrown });
}

function locationText(location: unknown, gameDir: string): string | null {
  if (typeof location !== "object" || location === null) return null;
  const file: unknown = Reflect.get(location, "file");
  const line: unknown = Reflect.get(location, "line");
  const column: unknown = Reflect.get(location, "column");
  return typeof file === "string" ? `${relative(gameDir, file)}:${String(line)}:${String(column)}` : null;
}
