import { analyseFile, type FileAnalysis } from "../facts/analyse.ts";
import type { Breathe } from "../find/breather.ts";
import { isDeclarationFile, isDocument, languageOf } from "../find/language.ts";
import type { RelatedPlace } from "../findings/finding.ts";
import type { ResolveModule } from "../modules/resolve-module.ts";
import { isParseProblem, parseSource } from "../parse/parse-source.ts";
import { readDocument } from "../parse/read-document.ts";
import type { TextPlace } from "../text/place-finder.ts";
import { type ModuleShape, type Need, shapeOf } from "./module-shape.ts";
import { createEffectOracle } from "./package-effects.ts";

export interface ReachOptions {
  readonly resolve: ResolveModule;
  /** The text of a file, or null if it cannot be read. */
  readonly read: (file: string) => string | null;
  readonly breathe: Breathe;
}

/** An import with a constant specifier: `import`, `export from`, `require` or `import()`. */
interface FoundImport {
  readonly specifier: string;
  readonly place: RelatedPlace;
  /** True for `require` and `import()`: then the used exports are known only at run time. */
  readonly isCall: boolean;
}

/** A loaded module, and its needed parts. */
export interface ReachedModule {
  readonly file: string;
  /** The importing module and the place of the import, or null for an entry. */
  readonly from: { readonly module: ReachedModule; readonly place: RelatedPlace } | null;
  readonly analysis: FileAnalysis;
  readonly imports: readonly FoundImport[];
  /** Null for CommonJS and documents, where everything runs. */
  readonly shape: ModuleShape | null;
  /** The indexes of the statements that run or are needed. */
  readonly live: Set<number>;
  readonly needed: Set<string>;
}

/** No game reaches more files than this. Beyond it, something was resolved wrongly. */
const mostFiles = 50_000;

/**
 * The modules that entries reach, nearest first. In a dependency, only statements that a bundler would keep count:
 * those that run when the module is loaded, and those that the game needs, through any number of re-exports.
 */
export class ModuleReach {
  readonly modules = new Map<string, ReachedModule>();
  readonly #options: ReachOptions;
  readonly #hasEffects: (file: string) => boolean;
  /** Pending steps. A set may grow while it is iterated, which keeps them in order of distance. */
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
    const made = this.modules.size < mostFiles ? await readModule(file, from, this.#options) : null;
    if (made === null) return null;
    this.modules.set(file, made);
    this.#steps.add(() => this.#load(made));
    return made;
  }

  /** Follows an import, for an export or, for null, for the effects of loading the module. */
  async #enterImport(module: ReachedModule, { specifier, place }: FoundImport, name: string | null): Promise<void> {
    const file = this.#options.resolve(module.file, specifier);
    if (file === null || (name === null && !this.#hasEffects(file))) return;
    const target = await this.#enter(file, { module, place });
    if (target !== null && name !== null) this.#steps.add(() => this.#needExport(target, name));
  }

  async #load(module: ReachedModule): Promise<void> {
    for (const found of module.imports)
      await this.#enterImport(module, found, module.shape === null || found.isCall ? "*" : null);
    const isWhole = !isDependency(module.file);
    const statements = module.shape?.statements ?? [];
    const kept = statements.flatMap(({ hasEffect }, index) => (hasEffect || isWhole ? [index] : []));
    await this.#need(module, kept);
    if (isWhole) await this.#needExport(module, "*");
  }

  /** Marks statements as needed, with everything they need themselves. */
  async #need(module: ReachedModule, needs: Iterable<Need>): Promise<void> {
    const waiting = new Set(needs);
    for (const need of waiting) {
      if (typeof need !== "number") {
        const found = module.imports.find(({ specifier }) => specifier === need.specifier);
        if (found !== undefined) await this.#enterImport(module, found, need.name);
      } else if (!module.live.has(need)) {
        module.live.add(need);
        for (const next of module.shape?.statements[need]?.needs ?? []) waiting.add(next);
      }
    }
  }

  async #needExport(module: ReachedModule, name: string): Promise<void> {
    if (module.shape === null || module.needed.has(name)) return;
    module.needed.add(name);
    const { exports, stars } = module.shape;
    const needs = name === "*" ? [...exports.values()].flat() : exports.get(name);
    const passedOn = name === "*" || (needs === undefined && name !== "default") ? stars : [];
    await this.#need(module, [...(needs ?? []), ...passedOn.map((specifier) => ({ specifier, name }))]);
  }
}

export function isDependency(file: string): boolean {
  return /(?:^|[\\/])node_modules[\\/]/.test(file);
}

/** Reads a module. Null for a file without code, such as a picture or a declaration. */
async function readModule(
  file: string,
  from: ReachedModule["from"],
  { read, breathe }: ReachOptions,
): Promise<ReachedModule | null> {
  const language = languageOf(file);
  const text = language === null || isDeclarationFile(file) ? null : read(file);
  if (language === null || text === null) return null;
  const analysis = analyseFile({ file, text, language }, { readDocument });
  // For a large bundle, each of the two takes a second.
  await breathe();
  const parsed = isDocument(language) ? null : parseSource(text, language);
  const shape = parsed === null || isParseProblem(parsed) ? null : shapeOf(parsed, text);
  return { file, from, analysis, imports: importsOf(analysis), shape, live: new Set(), needed: new Set() };
}

function importsOf({ file, parts }: FileAnalysis): readonly FoundImport[] {
  return parts.flatMap(({ facts }) => {
    const texts = new Map(facts.flatMap((fact) => (fact.kind === "text" ? [[fact.to, fact.text] as const] : [])));
    const requires = new Set(
      facts.flatMap((fact) => (fact.kind === "load" && fact.key === "require" ? [fact.to] : [])),
    );
    return facts.flatMap((fact) => {
      if (fact.kind !== "call" && fact.kind !== "module" && fact.kind !== "export-all") return [];
      if (fact.kind === "call" && !requires.has(fact.callee)) return [];
      const specifier = fact.kind === "call" ? texts.get(fact.arguments[0]?.variable ?? -1) : fact.specifier;
      if (specifier === undefined || fact.place === null) return [];
      const { line, column } = fact.place;
      const place = { file, line, column, message: `${specifier} is imported here.` };
      return [{ specifier, place, isCall: fact.kind === "call" }];
    });
  });
}

/** Whether a place is in a live statement. */
export function isReached({ shape, live }: ReachedModule, { line, column }: TextPlace): boolean {
  const index =
    shape?.statements.findIndex(({ end }) => line < end.line || (line === end.line && column < end.column)) ?? -1;
  return index === -1 || live.has(index);
}
