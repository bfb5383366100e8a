import { type FlowFacts, globalObject } from "../facts/flow-facts.ts";
import type { FileAnalysis } from "../facts/analyse.ts";
import { remember } from "../findings/remember.ts";
import { Groups } from "../modules/groups.ts";
import type { ResolveModule } from "../modules/resolve-module.ts";
import { globalObjectNames } from "../rules/global-rules.ts";

/**
 * Groups files that share values: one imports the other, or reads a global variable that the other writes. Groups are
 * solved separately, so that a large game takes as long as the sum of its parts.
 */
export function componentsOf(
  analyses: readonly FileAnalysis[],
  resolve: ResolveModule,
): readonly (readonly FileAnalysis[])[] {
  const groups = new Groups();
  const files = new Set(analyses.map(({ file }) => file));
  const writers = new Map<string, string>();
  const links = analyses.flatMap(({ file, parts }) =>
    parts.map((part) => ({ file, ...remember(knownLinks, part, findLinks) })),
  );
  for (const { file, written } of links)
    for (const name of written)
      groups.join(
        remember(writers, name, () => file),
        file,
      );
  for (const { file, specifiers, read } of links) {
    const imported = specifiers.map((specifier) => resolve(file, specifier));
    for (const other of [...imported, ...read.map((name) => writers.get(name))])
      if (typeof other === "string" && files.has(other)) groups.join(other, file);
  }
  const byFile = new Map(analyses.map((analysis) => [analysis.file, analysis]));
  const found = new Set(groups.of(byFile.keys()).values());
  return Array.from(found, (group) => [...group].flatMap((file) => byFile.get(file) ?? []));
}

const knownLinks = new WeakMap<FlowFacts, ReturnType<typeof findLinks>>();

/** The specifiers of a script's imports, and the global variables that it writes and reads. */
function findLinks({ facts }: FlowFacts) {
  const globals = new Set<number>([globalObject]);
  const links = { specifiers: new Array<string>(), written: new Array<string>(), read: new Array<string>() };
  for (const fact of facts) {
    if (fact.kind === "module" || fact.kind === "export-all") links.specifiers.push(fact.specifier);
    if ((fact.kind !== "load" && fact.kind !== "store") || typeof fact.key === "number" || !globals.has(fact.object))
      continue;
    if (fact.kind === "store") links.written.push(fact.key);
    else if (globalObjectNames.has(fact.key)) globals.add(fact.to);
    else links.read.push(fact.key);
  }
  if (!links.read.includes("require")) return links;
  // Any string may be a required specifier.
  const texts = facts.flatMap((fact) => (fact.kind === "text" && fact.text.length < 200 ? [fact.text] : []));
  const read = links.read.filter((name) => name !== "require");
  return { ...links, read, specifiers: [...links.specifiers, ...texts] };
}
