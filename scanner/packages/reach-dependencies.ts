import type { Breathe } from "../find/breather.ts";
import { analyseFile, type FileAnalysis } from "../facts/analyse.ts";
import { createEffectOracle } from "./package-effects.ts";
import type { Finding, Group, RelatedPlace } from "../findings/finding.ts";
import { isDeclarationFile, isDocument, languageOf } from "../find/language.ts";
import { byPlace, linkModules } from "../follow/link-modules.ts";
import type { ModuleShape, ModuleStatement, NeededExport } from "./module-shape.ts";
import { shapeOf } from "./module-shape.ts";
import { isParseProblem, parseSource } from "../parse/parse-source.ts";
import type { TextPlace } from "../text/place-finder.ts";
import type { ResolveModule } from "../modules/resolve-module.ts";
import { readDocument } from "../parse/script-blocks.ts";

export interface ReachOptions {
  readonly groups: readonly Group[];
  readonly resolve: ResolveModule;
  /** The text of a file, or null where it cannot be read. */
  readonly read: (file: string) => string | null;
  readonly breathe: Breathe;
}

/** The findings in the dependencies that a game reaches. */
export interface Reach {
  /** Findings below a `node_modules` folder. The chain leads from an entry to the dependency's file. */
  readonly findings: readonly Finding[];
  /** The number of files that were read, those of the game included. */
  readonly fileCount: number;
}

/** A module that is loaded, with the parts of it that are needed. */
interface ReachedModule {
  readonly file: string;
  /** The module that imports this one, and where; null for an entry. */
  readonly from: { readonly module: ReachedModule; readonly place: RelatedPlace } | null;
  readonly analysis: FileAnalysis;
  readonly imports: readonly FoundImport[];
  /** The first import with each specifier. */
  readonly importsBySpecifier: ReadonlyMap<string, FoundImport>;
  /** Null for CommonJS and documents, which run as a whole. */
  readonly shape: ModuleShape | null;
  readonly live: Set<number>;
  readonly needed: Set<string>;
}

interface FoundImport {
  readonly specifier: string;
  readonly place: RelatedPlace;
  /** Whether it is a `require` or `import()`: only a run can tell which exports are used then. */
  readonly isCall: boolean;
}

/** No game reaches more files than this: something was resolved wrongly. */
const mostFiles = 50_000;

/**
 * Follows the imports of entries into node_modules, nearest first, and reports which dependency draws randomness or reads
 * the clock in a module that an entry loads. In a dependency only the statements count that a bundler
 * would keep: those that run when the module is loaded, and those that the game needs, over any number of re-exports.
 */
export async function reachDependencies(entries: readonly string[], options: ReachOptions): Promise<Reach> {
  const reach = new ModuleReach(options);
  await reach.reachFrom(entries);
  const { modules } = reach;
  const analyses = Array.from(modules.values(), ({ analysis }) => analysis);
  const findings = linkModules(analyses, options).findings.flatMap((finding): readonly Finding[] => {
    const module = modules.get(finding.file);
    return module !== undefined && isDependency(finding.file) && isReached(module, finding)
      ? [{ ...finding, chain: chainTo(module, finding) }]
      : [];
  });
  return { findings: findings.sort(byPlace), fileCount: analyses.length };
}

/** The modules that entries reach, entered nearest first. */
class ModuleReach {
  readonly modules = new Map<string, ReachedModule>();
  readonly #options: ReachOptions;
  readonly #hasEffects: (file: string) => boolean;
  /** Steps still to be done. A set can be added to while it is gone through, which keeps the order of distance. */
  readonly #steps = new Set<() => Promise<void>>();

  constructor(options: ReachOptions) {
    this.#options = options;
    this.#hasEffects = createEffectOracle(options.read);
  }

  async reachFrom(entries: readonly string[]): Promise<void> {
    for (const entry of entries) await this.#enter(entry, null);
    for (const step of this.#steps) await step();
  }

  async #enter(file: string, from: ReachedModule["from"]): Promise<ReachedModule | null> {
    await this.#options.breathe();
    const known = this.modules.get(file);
    if (known !== undefined) return known;
    const made = this.modules.size < mostFiles ? readModule(file, from, this.#options) : null;
    if (made === null) return null;
    this.modules.set(file, made);
    this.#steps.add(() => this.#load(made));
    return made;
  }

  async #enterImport(
    from: ReachedModule,
    { specifier, place }: FoundImport,
    isNeeded: boolean,
  ): Promise<ReachedModule | null> {
    const file = this.#options.resolve(from.file, specifier);
    if (file === null || !(isNeeded || this.#hasEffects(file))) return null;
    return await this.#enter(file, { module: from, place });
  }

  async #load(module: ReachedModule): Promise<void> {
    for (const found of module.imports) {
      const isWholeNeeded = module.shape === null || found.isCall;
      const target = await this.#enterImport(module, found, isWholeNeeded);
      if (target !== null && isWholeNeeded) this.#steps.add(() => this.#need(target, "*"));
    }
    const isWhole = !isDependency(module.file);
    for (const [index, { hasEffect }] of module.shape?.statements.entries() ?? [])
      if (hasEffect || isWhole) await this.#enliven(module, index);
    if (isWhole) await this.#need(module, "*");
  }

  /** Marks a statement as needed, with those that it needs itself. */
  async #enliven(module: ReachedModule, start: number): Promise<void> {
    const waiting = new Set([start]);
    for (const index of waiting) {
      const statement = module.shape?.statements[index];
      if (statement === undefined || module.live.has(index)) continue;
      module.live.add(index);
      for (const needed of statement.imports) await this.#needFrom(module, needed);
      for (const next of statement.needs) waiting.add(next);
    }
  }

  async #needFrom(from: ReachedModule, { specifier, name }: NeededExport): Promise<void> {
    const found = from.importsBySpecifier.get(specifier);
    const module = found === undefined ? null : await this.#enterImport(from, found, true);
    if (module !== null) this.#steps.add(() => this.#need(module, name));
  }

  async #need(module: ReachedModule, name: string): Promise<void> {
    const { shape } = module;
    if (shape === null || module.needed.has(name)) return;
    module.needed.add(name);
    const sources = name === "*" ? [...shape.exports.values()].flat() : shape.exports.get(name);
    for (const source of sources ?? []) {
      if (source.kind === "statement") await this.#enliven(module, source.index);
      else await this.#needFrom(module, source.needed);
    }
    if (name === "*" || (sources === undefined && name !== "default"))
      for (const specifier of shape.stars) await this.#needFrom(module, { specifier, name });
  }
}

function isDependency(file: string): boolean {
  return /(?:^|[\\/])node_modules[\\/]/.test(file);
}

/** Reads a module; null for a file without code, such as a picture or a declaration. */
function readModule(file: string, from: ReachedModule["from"], { read }: ReachOptions): ReachedModule | null {
  const language = languageOf(file);
  const text = language === null || isDeclarationFile(file) ? null : read(file);
  if (language === null || text === null) return null;
  const analysis = analyseFile({ file, text, language }, { readDocument });
  const imports = importsOf(analysis);
  const importsBySpecifier = new Map(imports.toReversed().map((one) => [one.specifier, one]));
  const module = {
    file,
    from,
    analysis,
    imports,
    importsBySpecifier,
    live: new Set<number>(),
    needed: new Set<string>(),
  };
  if (isDocument(language)) return { ...module, shape: null };
  const parsed = parseSource(text, language);
  return { ...module, shape: isParseProblem(parsed) ? null : shapeOf(parsed, text) };
}

/** The imports of a file whose specifier is constant: `import`, `export from`, `require` and `import()`. */
function importsOf({ file, parts }: FileAnalysis): readonly FoundImport[] {
  return parts.flatMap(({ facts, sites }) => {
    const texts = new Map(facts.flatMap((fact) => (fact.kind === "text" ? [[fact.to, fact.text] as const] : [])));
    const requires = new Set(
      facts.flatMap((fact) => (fact.kind === "load" && fact.key === "require" ? [fact.to] : [])),
    );
    return facts.flatMap((fact) => {
      if (fact.kind !== "call" && fact.kind !== "module" && fact.kind !== "export-all") return [];
      if (fact.kind === "call" && !requires.has(fact.callee)) return [];
      const specifier = fact.kind === "call" ? texts.get(fact.arguments[0]?.variable ?? -1) : fact.specifier;
      const site = sites[fact.site];
      if (specifier === undefined || site === undefined) return [];
      const place = { file, line: site.line, column: site.column, message: `${specifier} is imported here.` };
      return [{ specifier, place, isCall: fact.kind === "call" }];
    });
  });
}

/** Whether a finding is in a statement that runs or is needed. */
function isReached({ shape, live }: ReachedModule, { line, column }: Finding): boolean {
  const index = shape === null ? -1 : lastBefore(shape.statements, { line, column });
  const statement = shape?.statements[index];
  return statement === undefined || !isWithin(statement, { line, column }) || live.has(index);
}

/** The index of the last statement that begins at or before a place; -1 without one. */
function lastBefore(statements: readonly ModuleStatement[], place: TextPlace): number {
  let low = -1;
  let high = statements.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const statement = statements[middle];
    if (statement !== undefined && !isBefore(place, statement.start)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isWithin({ start, end }: ModuleStatement, place: TextPlace): boolean {
  return !isBefore(place, start) && isBefore(place, end);
}

function isBefore(left: TextPlace, right: TextPlace): boolean {
  return left.line < right.line || (left.line === right.line && left.column < right.column);
}

function chainTo(module: ReachedModule, { file, line, column, api }: Finding): readonly RelatedPlace[] {
  const chain: RelatedPlace[] = [{ file, line, column, message: `${api} is obtained here.` }];
  for (let { from } = module; from !== null; { from } = from.module) chain.unshift(from.place);
  return chain;
}
