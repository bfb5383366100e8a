import { analyseFile } from "./analyse.ts";
import type { FileAnalysis } from "./analyse.ts";
import type { Finding, Group, RelatedPlace } from "./finding.ts";
import { isDeclarationFile, languageOf } from "./language.ts";
import { byPlace, linkParts } from "./link-modules.ts";
import type { ResolveModule } from "./resolve-module.ts";

export interface ReachOptions {
  readonly groups: readonly Group[];
  readonly resolve: ResolveModule;
  /** The text of a file, or null where it cannot be read. */
  readonly read: (file: string) => string | null;
  /** Files that have been analysed already, by path. */
  readonly known?: ReadonlyMap<string, FileAnalysis>;
}

/** What a game reaches in its dependencies. */
export interface Reach {
  /** Findings in files below a `node_modules` folder; the chain leads from an entry to the dependency's own file. */
  readonly findings: readonly Finding[];
  /** How many files were followed, those of the game included. */
  readonly fileCount: number;
}

interface Step {
  readonly file: string;
  readonly from: Step | null;
  /** Where the module before imports this one. */
  readonly place: RelatedPlace | null;
}

/** A game that reaches more files than this is a mistake in resolving, not a game. */
const mostFiles = 50_000;

/**
 * Follows the imports of entries into node_modules, breadth first, so that every chain is a shortest one, and reports
 * which dependency draws randomness or reads the clock in a module that an entry loads.
 */
export function reachDependencies(entries: readonly string[], options: ReachOptions): Reach {
  const steps = new Map<string, Step>(entries.map((file) => [file, { file, from: null, place: null }]));
  const analyses: FileAnalysis[] = [];
  for (const step of steps.values()) {
    const analysis = options.known?.get(step.file) ?? readAnalysis(step.file, options);
    if (analysis === null) continue;
    analyses.push(analysis);
    for (const { specifier, place } of importsOf(analysis)) {
      const file = options.resolve(step.file, specifier);
      if (file === null || steps.has(file) || steps.size >= mostFiles) continue;
      steps.set(file, { file, from: step, place });
    }
  }
  const parts = analyses.flatMap(({ file, parts: facts }) => facts.map((one) => ({ file, facts: one })));
  const found = [...analyses.flatMap(({ findings }) => findings), ...linkParts(parts, options).findings].filter(({ file }) => isDependency(file));
  const findings = found.map((finding) => ({ ...finding, chain: chainTo(steps.get(finding.file), finding) }));
  return { findings: findings.sort(byPlace), fileCount: analyses.length };
}

function isDependency(file: string): boolean {
  return /(?:^|[\\/])node_modules[\\/]/.test(file);
}

/** What is no source, as a picture or a declaration, is reached and says nothing. */
function readAnalysis(file: string, options: ReachOptions): FileAnalysis | null {
  const language = languageOf(file);
  const text = language === null || isDeclarationFile(file) ? null : options.read(file);
  return language === null || text === null ? null : analyseFile({ file, text, language });
}

/** What a file imports by a name that is written there: `import`, `export from`, `require` and `import()` of a text. */
function importsOf({ file, parts }: FileAnalysis): readonly { readonly specifier: string; readonly place: RelatedPlace }[] {
  return parts.flatMap(({ facts, sites }) => {
    const texts = new Map(facts.flatMap((fact) => (fact.kind === "text" ? [[fact.to, fact.text] as const] : [])));
    const requires = new Set(facts.flatMap((fact) => (fact.kind === "load" && fact.key === "require" ? [fact.to] : [])));
    return facts.flatMap((fact) => {
      if (fact.kind !== "call" && fact.kind !== "module" && fact.kind !== "export-all") return [];
      if (fact.kind === "call" && !requires.has(fact.callee)) return [];
      const specifier = fact.kind === "call" ? texts.get(fact.arguments[0]?.variable ?? -1) : fact.specifier;
      const site = sites[fact.site];
      if (specifier === undefined || site === undefined) return [];
      return [{ specifier, place: { file, line: site.line, column: site.column, message: `${specifier} is imported here.` } }];
    });
  });
}

function chainTo(step: Step | undefined, { file, line, column, api }: Finding): readonly RelatedPlace[] {
  const chain: RelatedPlace[] = [{ file, line, column, message: `${api} is obtained here.` }];
  for (let one: Step | null = step ?? null; one !== null; one = one.from) if (one.place !== null) chain.unshift(one.place);
  return chain;
}
