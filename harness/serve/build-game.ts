import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import type { ManifestTarget } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import { packageRoot, packageVersion } from "../package-root.ts";
import { buildFailed } from "./blame-build.ts";
import { areInputsUnchanged } from "./build-inputs.ts";
import { type BuildRecord, readRecord, writeRecord } from "./build-record.ts";
import { withOutputDiverted } from "./divert-output.ts";
import { buildLocal } from "./build-local.ts";
import { buildHosted } from "./hosted/build-hosted.ts";

/** A built game, ready to be served. */
export interface GameBuild extends Omit<BuildRecord, "inputs"> {
  readonly outDir: string;
  readonly wasCached: boolean;
}

/** Game of a build, and how it is built. */
export interface BuiltTarget {
  readonly target: ManifestTarget;
  readonly context: DeliveryContext;
}

// Incremented when the same inputs give another build, or when the record changes.
const buildVersion = 8;

/** No command serves a build for longer than this. */
const servedMsMax = 24 * 60 * 60 * 1000;

/**
 * Builds the roots of a game and the host page into one site: with the game's own Vite configuration, or as a hosted
 * builder would. If no input has changed, the build comes from `cacheDir`. Throws `build-failed`, `package-missing`,
 * `hosted-import`, `runtime-duplicated`, `write-failed`, or `interrupted` when aborted.
 */
export async function buildGame(built: BuiltTarget, cacheDir: string, signal: AbortSignal): Promise<GameBuild> {
  const { target, context } = built;
  const buildsDir = join(cacheDir, "builds", buildKey(built));
  const cached = await findCached(buildsDir);
  if (cached !== null) return cached;
  // Built in a sibling folder and then moved, so that an interrupted build is never mistaken for a finished one. Both
  // folders are equally deep, because source maps refer to sources by relative paths.
  const scratchDir = `${buildsDir}.${randomUUID()}`;
  const workDir = join(scratchDir, "build");
  const removeScratch = async (): Promise<void> => {
    await rm(scratchDir, { recursive: true, force: true });
  };
  const run = context === "hosted" ? buildHosted : buildLocal;
  try {
    makeFolder(workDir);
    const { record, isRepeatable } = await withOutputDiverted(
      async () => await untilInterrupted(run(target, workDir, signal), signal, removeScratch),
    );
    // Without a record this build is used once, and never found again.
    if (isRepeatable) await writeRecord(workDir, record);
    // Another command may be serving an earlier build of this game, so each build gets its own folder.
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

/** Inputs known before the build: the roots, and the versions of the builders. */
function buildKey({ context, target: { gameDir, manifest } }: BuiltTarget): string {
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
    .update(
      JSON.stringify([buildVersion, packageVersion, packageRoot, context, bundlerVersion(context), gameDir, roots]),
    )
    .digest("hex")
    .slice(0, 32);
}

/** Read from its package.json, because loading the bundler takes longer than finding a cached build. */
function bundlerVersion(context: DeliveryContext): string {
  const name = context === "hosted" ? "esbuild-wasm" : "vite";
  const content: unknown = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve(`${name}/package.json`), "utf8"),
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

/** Removes older builds of this game, and unfinished builds of killed commands, once nobody can be using them. */
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

function builtAt(
  outDir: string,
  { publicDir, loadedFiles, head, packages }: BuildRecord,
  wasCached: boolean,
): GameBuild {
  return { outDir, publicDir, loadedFiles, head, packages, wasCached };
}

/** A build takes longer than this to stop if it is inside one long call, such as a minifier's. */
const stopLimitMs = 1000;

/**
 * Awaits a build. When the signal aborts, gives the build a moment to stop. Whatever it writes later is cleaned up when
 * it ends.
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
