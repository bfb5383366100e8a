import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "rolldown/utils";
import { globSync } from "tinyglobby";

/** One import of one file, as written. */
export interface Import {
  /** The importing file, relative to the project. */
  readonly from: string;
  /** A file relative to the project, a package name, or a `node:` module. */
  readonly to: string;
  readonly isFile: boolean;
  /** Whether it is erased along with the types. */
  readonly isType: boolean;
  /** One-based. */
  readonly line: number;
}

const projectFolder = join(import.meta.dirname, "..");

/** Files matching the patterns, relative to the project, sorted. */
export function listFiles(patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: projectFolder }).sort();
}

/** Reads every import of the files: static, re-exported, dynamic and in types. */
export function readImports(files: readonly string[]): readonly Import[] {
  return files.flatMap((file) => importsIn(file, readFileSync(join(projectFolder, file), "utf8")));
}

/** Finds import cycles between files; each is a path that ends where it began. Type imports count. */
export function findCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = groupByFrom(imports);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) cycles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}

function groupByFrom(imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { from, to, isFile } of imports) {
    if (!isFile) continue;
    const group = groups.get(from) ?? new Set();
    groups.set(from, group.add(to));
  }
  return groups;
}

/**
 * Reads the imports in one file's text; `file` is its path relative to the project. Types written as `import("./a.ts")`
 * are missing: lint forbids them.
 */
export function importsIn(file: string, text: string): readonly Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map(({ message }) => message).join(", ")}`);
  const starts = Array.from(text.matchAll(/\n/g), ({ index }) => index);
  const importOf = (start: number, specifier: string, isType: boolean): Import => {
    const line = starts.filter((end) => end < start).length + 1;
    return { from: file, ...targetOf(file, specifier), isType, line };
  };
  const allTypes = (entries: readonly { readonly isType: boolean }[]): boolean =>
    entries.length > 0 && entries.every(({ isType }) => isType);
  return [
    ...module.staticImports.map(({ start, moduleRequest, entries }) =>
      importOf(start, moduleRequest.value, allTypes(entries)),
    ),
    ...module.staticExports.flatMap(({ start, entries }) => {
      const [first] = entries.flatMap(({ moduleRequest }) => moduleRequest ?? []);
      return first === undefined ? [] : [importOf(start, first.value, allTypes(entries))];
    }),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const [, specifier] = /^["'`]([^$]*)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
      return specifier === undefined ? [] : [importOf(start, specifier, false)];
    }),
  ];
}

function targetOf(file: string, specifier: string): { readonly to: string; readonly isFile: boolean } {
  if (specifier.startsWith(".")) {
    const path = join(projectFolder, dirname(file), specifier);
    return { to: relative(projectFolder, path), isFile: true };
  }
  const parts = specifier.split("/");
  const packageName = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return { to: specifier.startsWith("node:") ? specifier : packageName, isFile: false };
}
