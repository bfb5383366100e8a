import { dirname, join } from "node:path";
import ts from "typescript";

/** Exports of one entry of the package. */
export interface PublicEntry {
  /** Its module specifier: `framegate/harness`. */
  readonly name: string;
  readonly exports: readonly PublicExport[];
}

export interface PublicExport {
  readonly name: string;
  readonly kind: "function" | "class" | "constant" | "type";
  /** Text of the doc comment, without tags such as `@throws`. */
  readonly comment: string;
  readonly tags: readonly { readonly name: string; readonly text: string }[];
  /** The declaration without `export declare`. Members marked `@internal` are left out. */
  readonly declaration: string;
  /** Types of this package that the declaration refers to but no entry exports. */
  readonly missing: readonly string[];
}

export interface EntrySource {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

/** Reads the declarations of the entries. The compiler emits them from the sources, in memory. */
export function readPublicEntries(root: string, entries: readonly EntrySource[]): readonly PublicEntry[] {
  const libraries = hostOf(root);
  const declarations = emitDeclarations(root, entries, libraries);
  const program = ts.createProgram(
    entries.map(({ file }) => declarationPath(root, file)),
    compilerOptions(root),
    hostWith(declarations, libraries),
  );
  const checker = program.getTypeChecker();
  const modules = entries.map(({ name, file }) => {
    const source = program.getSourceFile(declarationPath(root, file));
    const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    if (symbol === undefined) throw new Error(`${file} exports nothing.`);
    return { name, symbols: checker.getExportsOfModule(symbol) };
  });
  const all = new Set(modules.flatMap(({ symbols }) => symbols.map((symbol) => targetOf(symbol, checker))));
  const reader = new ExportReader(checker, (symbol) => all.has(symbol), join(root, virtualFolder));
  return modules.map(({ name, symbols }) => ({ name, exports: symbols.map((symbol) => reader.read(symbol)) }));
}

/** Never written to. It lies inside the package so that dependencies resolve. */
const virtualFolder = ".declarations";

function declarationPath(root: string, file: string): string {
  return join(root, virtualFolder, file.slice(root.length)).replace(/\.ts$/u, ".d.ts");
}

function compilerOptions(root: string): ts.CompilerOptions {
  return {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    rootDir: root,
    outDir: join(root, virtualFolder),
    strict: true,
    exactOptionalPropertyTypes: true,
    rewriteRelativeImportExtensions: true,
    allowJs: true,
    declaration: true,
    emitDeclarationOnly: true,
    // The build already checks types.
    noCheck: true,
    skipLibCheck: true,
  };
}

/** Reads each file once for both programs. Most are the declarations of libraries, which both need. */
function hostOf(root: string): ts.CompilerHost {
  const host = ts.createCompilerHost(compilerOptions(root));
  const parsed = new Map<string, ts.SourceFile | undefined>();
  return {
    ...host,
    getSourceFile: (path, options, onError) => {
      if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, options, onError));
      return parsed.get(path);
    },
  };
}

function emitDeclarations(
  root: string,
  entries: readonly EntrySource[],
  host: ts.CompilerHost,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    compilerOptions(root),
    host,
  );
  program.emit(undefined, (path, text) => texts.set(path, text));
  return texts;
}

function hostWith(texts: ReadonlyMap<string, string>, host: ts.CompilerHost): ts.CompilerHost {
  const folders = new Set([...texts.keys()].flatMap(foldersAbove));
  return {
    ...host,
    fileExists: (path) => texts.has(path) || host.fileExists(path),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    directoryExists: (path) => folders.has(path) || (host.directoryExists?.(path) ?? true),
    getSourceFile: (path, options, onError) => {
      const text = texts.get(path);
      return text === undefined
        ? host.getSourceFile(path, options, onError)
        : ts.createSourceFile(path, text, options, true);
    },
  };
}

function foldersAbove(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}

function targetOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

class ExportReader {
  readonly #checker: ts.TypeChecker;
  readonly #isExported: (symbol: ts.Symbol) => boolean;
  readonly #ownFolder: string;

  constructor(checker: ts.TypeChecker, isExported: (symbol: ts.Symbol) => boolean, ownFolder: string) {
    this.#checker = checker;
    this.#isExported = isExported;
    this.#ownFolder = ownFolder;
  }

  read(exported: ts.Symbol): PublicExport {
    const symbol = targetOf(exported, this.#checker);
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined) throw new Error(`${exported.name} has no declaration.`);
    const statement = statementOf(declaration);
    return {
      name: exported.name,
      kind: kindOf(statement),
      comment: ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)),
      tags: symbol.getJsDocTags(this.#checker).map((tag) => ({
        name: tag.name,
        text: ts.displayPartsToString(tag.text),
      })),
      declaration: this.#textOf(statement),
      missing: [...new Set(this.#missingIn(statement))],
    };
  }

  #textOf(statement: ts.Statement): string {
    const file = statement.getSourceFile();
    const start = statement.getStart(file);
    let text = file.text.slice(start, statement.getEnd());
    for (const { node, replacement } of [...this.#replacements(statement)].reverse()) {
      text = text.slice(0, node.getFullStart() - start) + replacement + text.slice(node.getEnd() - start);
    }
    return text
      .replace(/^export (?:declare )?/u, "")
      .replaceAll(/^(?: {4})+/gmu, (blanks) => "  ".repeat(blanks.length / 4));
  }

  /**
   * Removes internal members, and expands types derived from a constant, because `keyof typeof table` tells a reader
   * nothing.
   */
  *#replacements(node: ts.Node): Generator<{ readonly node: ts.Node; readonly replacement: string }> {
    if (isInner(node)) yield { node, replacement: "" };
    else if (ts.isTypeNode(node) && isDerived(node))
      yield { node, replacement: ` ${this.#writeOut(node)}`.replace(/^ \n/u, "\n") };
    else for (const child of node.getChildren()) yield* this.#replacements(child);
  }

  #writeOut(node: ts.TypeNode): string {
    const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.NodeBuilderFlags;
    const type = this.#checker.getTypeFromTypeNode(node);
    const written = this.#checker.typeToTypeNode(type, node, NoTruncation | InTypeAlias | MultilineObjectLiterals);
    if (written === undefined) throw new Error(`${node.getText()} has no type.`);
    const print = (one: ts.Node): string =>
      ts.createPrinter().printNode(ts.EmitHint.Unspecified, one, node.getSourceFile());
    if (!ts.isUnionTypeNode(written)) return print(written);
    // The checker's order is not stable for numbers. Strings stay in source order.
    const members = written.types.map(print).sort((left, right) => (Number(left) || 0) - (Number(right) || 0));
    return members.length > 6 ? members.map((member) => `\n  | ${member}`).join("") : members.join(" | ");
  }

  *#missingIn(node: ts.Node): Generator<string> {
    if (isInner(node) || (ts.isTypeNode(node) && isDerived(node))) return;
    const name = namedBy(node);
    const found = name === null ? undefined : this.#checker.getSymbolAtLocation(name);
    if (found !== undefined) {
      const symbol = targetOf(found, this.#checker);
      if (this.#isOurs(symbol) && !this.#isExported(symbol)) yield symbol.name;
    }
    for (const child of node.getChildren()) yield* this.#missingIn(child);
  }

  /** Type parameters need no export. */
  #isOurs(symbol: ts.Symbol): boolean {
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined || ts.isTypeParameterDeclaration(declaration)) return false;
    return declaration.getSourceFile().fileName.startsWith(this.#ownFolder);
  }
}

function statementOf(declaration: ts.Declaration): ts.Statement {
  let node: ts.Node = declaration;
  while (!ts.isSourceFile(node.parent)) node = node.parent;
  if (!ts.isStatement(node)) throw new Error("An export is declared outside a statement.");
  return node;
}

function kindOf(statement: ts.Statement): PublicExport["kind"] {
  if (ts.isFunctionDeclaration(statement)) return "function";
  if (ts.isClassDeclaration(statement)) return "class";
  return ts.isVariableStatement(statement) ? "constant" : "type";
}

/** A private member, or one marked `@internal`. */
function isInner(node: ts.Node): boolean {
  if (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name)) return true;
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal");
}

/** A type derived from a constant: `typeof x`, alone or inside type operators. */
function isDerived(node: ts.TypeNode): boolean {
  if (ts.isTypeQueryNode(node)) return true;
  if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return isDerived(node.type);
  if (ts.isIndexedAccessTypeNode(node)) return isDerived(node.objectType);
  return ts.isTypeReferenceNode(node) && (node.typeArguments?.some(isDerived) ?? false);
}

function namedBy(node: ts.Node): ts.Node | null {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return ts.isImportTypeNode(node) ? (node.qualifier ?? null) : null;
}
