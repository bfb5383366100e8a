import { relative } from "node:path";
import { packagesPrefix } from "../ingest-packages.ts";
import { type ConvertedPackage, convertPackage } from "./convert-package.ts";
import { PackageCrawler, type UsedPackage } from "./crawl-packages.ts";
import { isRuntime, type PackageModule } from "./resolve-package.ts";
import type { WasmBuild, WasmBuilder } from "./wasm-builder.ts";

/** An import map, as a page has it. */
export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly scopes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The packages of a hosted game, as its page gets them. */
export interface ServedPackages {
  readonly map: ImportMap;
  /** The folders that are served as they are installed, by the prefixes of their URLs. */
  readonly folders: Readonly<Record<string, string>>;
  readonly builds: readonly WasmBuild[];
  /** The URLs of what is loaded with the game, for preloading. */
  readonly loaded: readonly string[];
  /** The files that decide all of this. */
  readonly inputs: readonly string[];
  /** The files that importers meant by the names of runtimes. */
  readonly runtimeFiles: readonly string[];
}

interface Workshop {
  readonly gameDir: string;
  readonly workDir: string;
  readonly builder: WasmBuilder;
}

/**
 * Serves packages as they are installed, and converts those that no browser takes. The modules of the host and of the game are
 * `imported` by their names.
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

/** A package that has to be converted, for the first time or with further entries. */
function findUnconverted(
  crawler: PackageCrawler,
  converted: ReadonlyMap<UsedPackage, ConvertedPackage>,
): UsedPackage | undefined {
  return crawler.packages().find((used) => !used.isServable && converted.get(used)?.files.size !== used.entries.size);
}

/** The package's name, with a number for another version of it. */
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

/** The modules that a package means by the names of other packages. Runtimes are the same for all. */
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
