import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { BuildOptions } from "esbuild-wasm";
import type { ManifestTarget } from "../../../src/formats/run-plan.ts";
import { watchReads } from "../build-inputs.ts";
import type { FinishedBuild } from "../build-record.ts";
import { framePages } from "../frame-pages.ts";
import { hostEntry } from "../host-entry.ts";
import { promisePattern } from "../host-plugin.ts";
import { findDependencyUrls } from "../ingest-packages.ts";
import { runOrigins } from "../origins.ts";
import { ownPath } from "../own-code.ts";
import type { HostModule } from "../page-bundles.ts";
import { refuseCopies } from "../runtime-copies.ts";
import { hostedOptions } from "./convert-package.ts";
import { createGamePlugin, ownSpecifiers } from "./game-plugin.ts";
import { hostedFailure } from "./hosted-failure.ts";
import { findOwnModules, ownUrl } from "./own-modules.ts";
import { resolvePackage, type PackageModule, resolveRuntime } from "./resolve-package.ts";
import { servePackages, type ServedPackages } from "./serve-packages.ts";
import { openWasmBuilder, type WasmBuild } from "./wasm-builder.ts";

/**
 * Builds a game as a hosted builder would: esbuild in WebAssembly bundles the game's own sources, and every package
 * stays an external that the page's import map resolves, so that all share one instance. Reads no bundler
 * configuration.
 */
export async function buildHosted(
  target: ManifestTarget,
  workDir: string,
  signal: AbortSignal,
): Promise<FinishedBuild> {
  const { gameDir, manifest } = target;
  const finishReads = await watchReads(gameDir);
  await using builder = await openWasmBuilder(signal);
  const game = createGamePlugin(gameDir);
  const entries = entriesOf(target);
  const build = await builder
    .build({ ...gameOptions(target, workDir, entries), plugins: [game.plugin] })
    .catch((thrown: unknown) => {
      throw hostedFailure(thrown, gameDir);
    });
  const sources = sourcesOf(build, gameDir);
  const script = await hostScript(target, entries, await needsTurns(sources, manifest.roots));
  const own = await findOwnModules(script, ownImports(build));
  const ofHost = own.packages.map((specifier) => requireRuntime(specifier, target));
  const packages = await servePackages([...ofHost, ...game.imported()], { gameDir, workDir, builder }).catch(
    (thrown: unknown) => {
      throw hostedFailure(thrown, gameDir);
    },
  );
  refuseCopies(target, packages.runtimeFiles);
  for (const one of [build, ...packages.builds]) await writeOutputs(one);
  await writeText(join(workDir, "framegate/host.js"), script);
  for (const { fileName, source } of framePages(manifest.roots)) await writeText(join(workDir, fileName), source);
  const { inputs, wereEdited } = await finishReads({
    paths: [...sources, ...own.files, ...packages.inputs, ...packages.builds.flatMap((one) => sourcesOf(one, gameDir))],
    configurationFiles: [],
    environmentDir: null,
    environmentPrefixes: [],
  });
  const scripts = [build, ...packages.builds].flatMap((one) => outputsOf(one, workDir, ".js"));
  return {
    record: {
      inputs,
      publicDir: join(gameDir, "public"),
      loadedFiles: [...own.urls, ...packages.loaded].map((url) => url.slice(1)).concat(scripts),
      head: headOf(build, packages, workDir),
      packages: packages.folders,
    },
    isRepeatable: !wereEdited,
  };
}

/** Files of the game that the host imports, each by its path in the folder and its name in the build. */
function entriesOf({ manifest }: ManifestTarget): ReadonlyMap<string, string> {
  const files = manifest.roots.flatMap(({ adapter, entry, scene }) => [
    ...(adapter.kind === "custom" ? [adapter.module] : []),
    ...(entry === null || (adapter.kind === "ingest" && !isInRealm(adapter.ingest.strategy)) ? [] : [entry]),
    ...(scene?.endsWith(".scn2d.json") === true ? [scene] : []),
  ]);
  return new Map([...new Set(files)].map((file, index) => [file, `framegate/game/entry-${String(index)}`]));
}

function isInRealm(strategy: string): boolean {
  return strategy === "shared" || strategy === "deduped";
}

function gameOptions({ gameDir }: ManifestTarget, workDir: string, entries: ReadonlyMap<string, string>): BuildOptions {
  return {
    ...hostedOptions,
    absWorkingDir: gameDir,
    entryPoints: [...entries].map(([file, out]) => ({ in: join(gameDir, file), out })),
    outdir: workDir,
    chunkNames: "framegate/game/chunk-[hash]",
  };
}

async function hostScript(
  { gameDir, manifest }: ManifestTarget,
  entries: ReadonlyMap<string, string>,
  isTurning: boolean,
): Promise<string> {
  const { roots } = manifest;
  const dependencyUrls = await findDependencyUrls(roots, gameDir, runOrigins.host, async (specifier) => {
    return Promise.resolve(resolvePackage(specifier, gameDir)?.file ?? null);
  });
  return hostEntry({
    ...{ roots, dependencyUrls, embedOrigin: runOrigins.embed },
    paths: { own: ownUrl, game: (path) => `/${entries.get(path) ?? path}.js` },
    needsTurns: String(isTurning),
    isReplaced: false,
  });
}

/** See the pattern. It is unknown what an unmodified game does between frames. */
async function needsTurns(sources: readonly string[], roots: ManifestTarget["manifest"]["roots"]): Promise<boolean> {
  if (roots.some(({ adapter }) => adapter.kind === "ingest")) return true;
  for (const file of sources) if (promisePattern.test(await readFile(file, "utf8"))) return true;
  return false;
}

/** Framegate's modules that the game itself imports. */
function ownImports({ metafile }: WasmBuild): readonly HostModule[] {
  const used = new Set(Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  return [...ownSpecifiers].filter(([specifier]) => used.has(specifier)).map(([, file]) => file);
}

/** @throws {Error} With a bundler's wording, if the package is not installed. */
function requireRuntime(specifier: string, { gameDir }: ManifestTarget): PackageModule {
  const found = resolveRuntime(specifier, gameDir);
  if (found === null) throw new Error(`Could not resolve "${specifier}" in ${ownPath("page/host.js")}`);
  return found;
}

/** Absolute paths of the files that a build has read. */
function sourcesOf({ metafile }: WasmBuild, folder: string): readonly string[] {
  return Object.keys(metafile.inputs).flatMap((path) => (/^[\w-]+:/u.test(path) ? [] : [join(folder, path)]));
}

function outputsOf({ outputFiles }: WasmBuild, workDir: string, ending: string): readonly string[] {
  return outputFiles
    .map(({ path }) => relative(workDir, path).split("\\").join("/"))
    .filter((path) => path.endsWith(ending));
}

/** The import map comes first: browsers ignore one after the first module. */
function headOf(build: WasmBuild, { map }: ServedPackages, workDir: string): string {
  const own = [...ownSpecifiers].map(([specifier, file]) => [specifier, ownUrl(file)] as const);
  const text = JSON.stringify({ ...map, imports: { ...map.imports, ...Object.fromEntries(own) } });
  const styles = outputsOf(build, workDir, ".css").map((path) => `<link rel="stylesheet" href="/${path}">`);
  return `<script type="importmap">${text.replaceAll("<", String.raw`\u003c`)}</script>${styles.join("")}`;
}

async function writeOutputs({ outputFiles }: WasmBuild): Promise<void> {
  for (const { path, text } of outputFiles) await writeText(path, text);
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
