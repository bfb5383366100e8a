import type { FlowFacts } from "../facts/flow-facts.ts";
import type { FileAnalysis } from "../facts/analyse.ts";
import { globalObjectNames } from "../rules/global-rules.ts";

type Resolve = (fromFile: string, specifier: string) => string | null;

/**
 * Groups files that share values: one imports the other, or reads a global variable that the other writes. Files that share
 * nothing are solved apart from each other, so that a large game takes as long as its parts.
 */
export function componentsOf(
  analyses: readonly FileAnalysis[],
  resolve: Resolve,
): readonly (readonly FileAnalysis[])[] {
  const groups = new Groups();
  const files = new Set(analyses.map(({ file }) => file));
  const writers = new Map<string, string>();
  const links = analyses.map(({ file, parts }) => ({ file, parts: parts.map(linksOf) }));
  for (const { file, parts } of links)
    for (const { written } of parts) for (const name of written) groups.join(writerOf(writers, name, file), file);
  for (const { file, parts } of links) {
    for (const { specifiers, read } of parts) {
      for (const specifier of specifiers) {
        const target = resolve(file, specifier);
        if (target !== null && files.has(target)) groups.join(target, file);
      }
      for (const name of read) {
        const writer = writers.get(name);
        if (writer !== undefined) groups.join(writer, file);
      }
    }
  }
  const found = new Map<string, FileAnalysis[]>();
  for (const analysis of analyses) {
    const key = groups.of(analysis.file);
    const group = found.get(key);
    if (group === undefined) found.set(key, [analysis]);
    else group.push(analysis);
  }
  return [...found.values()];
}

function writerOf(writers: Map<string, string>, name: string, file: string): string {
  const known = writers.get(name) ?? file;
  writers.set(name, known);
  return known;
}

/** Sets of files that grow together. */
class Groups {
  readonly #parents = new Map<string, string>();

  of(file: string): string {
    let top = file;
    for (let next = this.#parents.get(top); next !== undefined; next = this.#parents.get(top)) top = next;
    if (top !== file) this.#parents.set(file, top);
    return top;
  }

  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)];
    if (first !== second) this.#parents.set(second, first);
  }
}

interface Links {
  readonly specifiers: readonly string[];
  readonly written: readonly string[];
  readonly read: readonly string[];
}

function linksOf({ facts }: FlowFacts): Links {
  const globals = new Set<number>();
  const specifiers: string[] = [];
  const texts: string[] = [];
  const written: string[] = [];
  const read: string[] = [];
  let requires = false;
  for (const fact of facts) {
    if (fact.kind === "global") globals.add(fact.to);
    else if (fact.kind === "module" || fact.kind === "export-all") specifiers.push(fact.specifier);
    else if (fact.kind === "text") texts.push(fact.text);
    else if (fact.kind === "load" && fact.key !== null && globals.has(fact.object)) {
      if (globalObjectNames.has(fact.key)) globals.add(fact.to);
      else if (fact.key === "require") requires = true;
      else read.push(fact.key);
    } else if (fact.kind === "store" && fact.key !== null && globals.has(fact.object)) written.push(fact.key);
  }
  // Any text may be what is required.
  return {
    specifiers: requires ? [...specifiers, ...texts.filter((text) => text.length < 200)] : specifiers,
    written,
    read,
  };
}
