import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { isRuntime, type PackageModule, resolvePackage, resolveRuntime } from "./resolve-package.ts";
import { type ModuleFacts, readModule } from "./read-module.ts";

/** An installed package that a game loads modules from. */
export interface UsedPackage {
  readonly name: string;
  readonly folder: string;
  /** Files that importers resolve to, by specifier. */
  readonly entries: Map<string, string>;
  /** All of its modules that were read, each with its static imports. */
  readonly files: Map<string, readonly string[]>;
  /** Modules that it imports from other packages, by specifier. */
  readonly imports: Map<string, PackageModule>;
  /** Whether a browser can load all of its modules unchanged. */
  isServable: boolean;
}

/** A page requests each module separately: the 700 of PixiJS took 30 s on a busy machine. */
const modulesMax = 50;

/** Follows the imports of installed packages. */
export class PackageCrawler {
  readonly #gameDir: string;
  readonly #packages = new Map<string, UsedPackage>();
  readonly #copies = new Set<string>();

  constructor(gameDir: string) {
    this.#gameDir = gameDir;
  }

  /** The packages so far, in the order they were found. */
  packages(): readonly UsedPackage[] {
    return [...this.#packages.values()];
  }

  /** Files that runtime specifiers resolve to, including copies that nothing loads. */
  runtimeFiles(): readonly string[] {
    return [...this.#copies];
  }

  packageOf({ folder }: Pick<PackageModule, "folder">): UsedPackage {
    const used = this.#packages.get(folder);
    if (used === undefined) throw new Error(`No module of ${folder} was imported.`);
    return used;
  }

  /** Adds a module that the page imports by its name, with all its imports. */
  async add(module: PackageModule): Promise<void> {
    const used = this.#enter(module);
    if (used.entries.has(module.specifier)) return;
    used.entries.set(module.specifier, module.file);
    await this.#read(used, module.file);
  }

  /** Records a package's import. Null if it does not resolve to an installed package. */
  async addImport(importer: UsedPackage, specifier: string, from: string): Promise<PackageModule | null> {
    const nearest = resolvePackage(specifier, from);
    if (nearest !== null && isRuntime(specifier)) this.#copies.add(nearest.file);
    const found = isRuntime(specifier) ? (resolveRuntime(specifier, this.#gameDir) ?? nearest) : nearest;
    if (found === null) return null;
    if (!importer.imports.has(specifier)) {
      importer.imports.set(specifier, found);
      await this.add(found);
    }
    return found;
  }

  #enter({ name, folder, file, specifier }: PackageModule): UsedPackage {
    if (isRuntime(specifier)) this.#copies.add(file);
    const known = this.#packages.get(folder);
    if (known !== undefined) return known;
    const used = { name, folder, entries: new Map(), files: new Map(), imports: new Map(), isServable: true };
    this.#packages.set(folder, used);
    return used;
  }

  async #read(used: UsedPackage, file: string): Promise<void> {
    // A package that needs the builder has its modules found there.
    if (!used.isServable || used.files.has(file)) return;
    used.files.set(file, []);
    if (used.files.size > modulesMax) {
      used.isServable = false;
      return;
    }
    const facts = /^\.m?js$/u.test(extname(file)) ? readModule(file, await readFile(file, "utf8")) : null;
    if (facts?.isServable !== true) {
      used.isServable = false;
      return;
    }
    used.files.set(file, await this.#follow(used, file, facts));
  }

  /** Files of a module's static imports. */
  async #follow(used: UsedPackage, file: string, { statics, dynamics }: ModuleFacts): Promise<readonly string[]> {
    const loaded: string[] = [];
    for (const specifier of [...statics, ...dynamics]) {
      if (/^(?:https?|data|blob):/u.test(specifier)) continue;
      const target = await this.#load(used, file, specifier);
      if (target === null) used.isServable = false;
      else if (statics.includes(specifier)) loaded.push(target);
    }
    return loaded;
  }

  /** The file that an import resolves to; null if a browser would not find it. */
  async #load(used: UsedPackage, file: string, specifier: string): Promise<string | null> {
    if (!specifier.startsWith(".")) return (await this.addImport(used, specifier, dirname(file)))?.file ?? null;
    const path = join(dirname(file), specifier);
    // A browser adds no extension, and resolves no folder.
    if (extname(path) === "" || !existsSync(path)) return null;
    await this.#read(used, path);
    return path;
  }
}
