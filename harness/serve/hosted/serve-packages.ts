import { relative } from "node:path";
import { packagesPrefix } from "../ingest-packages.ts";
import { type ConvertedPackage, convertPackage } from "./convert-package.ts";
import { PackageCrawler, type UsedPackage } from "./crawl-packages.ts";
import { isRuntime, type PackageModule } from "./resolve-package.ts";
import type { WasmBuild, WasmBuilder } from "./wasm-builder.ts";

/** An import map, in the page's format. */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly scopes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Packages of a hosted game, as served to its page. */
export interface ServedPackages {
  readonly map: ImportMap;
  /** Folders that are served unchanged, by URL prefix. */
  readonly folders: Readonly<Record<string, string>>;
  readonly builds: readonly WasmBuild[];
  /** URLs of modules that load with the game, for preloading. */
  readonly loaded: readonly string[];
  /** Files that all of this depends on. */
  readonly inputs: readonly string[];
  /** Files that runtime specifiers resolve to. */
  readonly runtimeFiles: readonly string[];
}

interface Workshop {
  readonly gameDir: string;
  readonly workDir: string;
  readonly builder: WasmBuilder;
}

/**
 * Serves packages unchanged, or converted if browsers cannot load them. `imported` are the modules that the host and
 * the game import by name.
 */
export async function servePackages(
  imported: readonly PackageModule[],
  { gameDir, workDir, builder }: Workshop,
): Promise<ServedPackages> {
  const crawler = new PackageCrawler(gameDir);
  for (const module of imported) await crawler.add(module);
  const converted = new Map<UsedPackage, ConvertedPackage>();
  for (let next = findUnconverted(crawler, converted); next !== undefined; next = findUnconverted(crawler, converted)) {
    const outFolder = `framegate/packages/${prefixOf(next, crawler)}`;
    converted.set(next, await convertPackage(next, { builder, crawler, workDir, outFolder }));
  }
  const packages = crawler.packages();
  const urlOf = (module: PackageModule): string => urlOfModule(module, { crawler, converted });
  const runtimes = packages.flatMap(({ imports }) =>
    [...imports.values()].filter(({ specifier }) => isRuntime(specifier)),
  );
  return {
    map: {
      imports: Object.fromEntries([...imported, ...runtimes].map((module) => [module.specifier, urlOf(module)])),
      scopes: Object.fromEntries(packages.flatMap((used) => scopeOf(used, crawler, urlOf))),
    },
    folders: Object.fromEntries(
      packages
        .filter(({ isServable }) => isServable)
        .map((used) => [`${packagesPrefix}/${prefixOf(used, crawler)}`, used.folder]),
    ),
    builds: [...converted.values()].map(({ build }) => build),
    loaded: loadedBy(imported, crawler, urlOf),
    inputs: packages.flatMap(({ folder, files }) => [`${folder}/package.json`, ...files.keys()]),
    runtimeFiles: crawler.runtimeFiles(),
  };
}

/** A package to be converted, for the first time or with further entries. */
function findUnconverted(
  crawler: PackageCrawler,
  converted: ReadonlyMap<UsedPackage, ConvertedPackage>,
): UsedPackage | undefined {
  return crawler.packages().find((used) => !used.isServable && converted.get(used)?.files.size !== used.entries.size);
}

/** The package's name, numbered for further versions of it. */
function prefixOf(used: UsedPackage, crawler: PackageCrawler): string {
  const index = crawler
    .packages()
    .filter(({ name }) => name === used.name)
    .indexOf(used);
  return index === 0 ? used.name : `${used.name}@${String(index + 1)}`;
}

interface Delivered {
  readonly crawler: PackageCrawler;
  readonly converted: ReadonlyMap<UsedPackage, ConvertedPackage>;
}

function urlOfModule(module: PackageModule, { crawler, converted }: Delivered): string {
  const used = crawler.packageOf(module);
  const file = converted.get(used)?.files.get(module.specifier);
  return file === undefined ? urlInPackage(used, module.file, crawler) : `/${file}`;
}

function urlInPackage(used: UsedPackage, file: string, crawler: PackageCrawler): string {
  return `${packagesPrefix}/${prefixOf(used, crawler)}/${relative(used.folder, file).split("\\").join("/")}`;
}

/** Import map scope of a package: its imports of other packages. Runtimes are the same for all. */
function scopeOf(
  used: UsedPackage,
  crawler: PackageCrawler,
  urlOf: (module: PackageModule) => string,
): readonly [string, Record<string, string>][] {
  const others = [...used.imports].filter(([specifier]) => !isRuntime(specifier));
  if (others.length === 0) return [];
  const folder = used.isServable ? packagesPrefix : "/framegate/packages";
  return [
    [
      `${folder}/${prefixOf(used, crawler)}/`,
      Object.fromEntries(others.map(([specifier, module]) => [specifier, urlOf(module)])),
    ],
  ];
}

function loadedBy(
  imported: readonly PackageModule[],
  crawler: PackageCrawler,
  urlOf: (module: PackageModule) => string,
): readonly string[] {
  const loaded = new Set<string>();
  const files = new Map(
    crawler.packages().flatMap((used) => [...used.files.keys()].map((file) => [file, used] as const)),
  );
  const queue = imported.map(({ file }) => file);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const used = files.get(file);
    if (used?.isServable !== true) continue;
    const url = urlInPackage(used, file, crawler);
    if (loaded.has(url)) continue;
    loaded.add(url);
    queue.push(...(used.files.get(file) ?? []));
  }
  for (const module of imported) loaded.add(urlOf(module));
  return [...loaded];
}
