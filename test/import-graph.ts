import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";

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

/** Reads the imports in one file's text; `file` is its path relative to the project. */
export function importsIn(file: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importedBy(node);
    if (found !== null) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      imports.push({ from: file, ...targetOf(file, found.specifier), isType: found.isType, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

function importedBy(node: ts.Node): { readonly specifier: string; readonly isType: boolean } | null {
  if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, isTypeImport(node.importClause));
  if (ts.isExportDeclaration(node)) return named(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return named(node.argument.literal, true);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return named(node.arguments[0], false);
  return null;
}

function named(
  specifier: ts.Node | undefined,
  isType: boolean,
): { readonly specifier: string; readonly isType: boolean } | null {
  return specifier !== undefined && ts.isStringLiteralLike(specifier) ? { specifier: specifier.text, isType } : null;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  const hasOnlyNames = clause.name === undefined && bindings !== undefined && ts.isNamedImports(bindings);
  return hasOnlyNames && bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
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
