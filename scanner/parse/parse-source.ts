import { createRequire } from "node:module";
import type * as typescriptParser from "@typescript-eslint/parser";
import type { TSESTree } from "@typescript-eslint/types";
import { type ParserOptions, parseSync, transformSync } from "rolldown/utils";
import type { Dialect } from "../text/component-parts.ts";
import { isShallow } from "./nesting.ts";
import { createPlaceFinder, type PlaceFinder, type TextPlace } from "../text/place-finder.ts";
import { prune } from "./prune.ts";
import { createSkeletonMaker, type MakeSkeleton } from "./skeleton.ts";
import { stripSource, type StrippedSource, stripUnbalanced } from "../text/strip.ts";

export interface ParsedSource {
  readonly program: TSESTree.Program;
  /** The place of an offset. Nodes have no `loc`: use `startOf` and `endOf`. */
  readonly placeOf: PlaceFinder;
}

/** Why a text is not a program, and where. */
export interface ParseProblem extends TextPlace {
  readonly message: string;
}

/**
 * Parses a text as a module, with the fields that scope analysis needs. Never throws: a text that does not parse, or is
 * too long or too deeply nested, is a problem.
 */
export function parseSource(text: string, dialect: Dialect): ParsedSource | ParseProblem {
  const stripped = stripSource(text, dialect !== "ts");
  return new SourceParser(text, dialect, stripped, { astType: "ts", range: true }).parse(null);
}

export function isParseProblem(parsed: ParsedSource | ParseProblem): parsed is ParseProblem {
  return "message" in parsed;
}

/**
 * Longer files are bundles or data. Their blanked parts are not checked for syntax, which took a quarter of the scan of
 * a game with 10 MB of sources.
 */
const mostChecked = 60_000;
/** TypeScript's parser took 44 s and 2.8 GB for a bundle of 1.6 million characters. */
const mostReadSlowly = 300_000;

/**
 * Parses a text, or the relevant parts of it, again whenever more parts become relevant.
 *
 * The bundler's parser comes first. It creates the same tree as TypeScript's, loads in 13 ms instead of 500 ms, and is
 * many times as fast. Of 4,278 files of twelve games, TypeScript's parser accepts none that the first one rejects, so
 * it reads only code that may be nested too deeply for the first one.
 */
export class SourceParser {
  readonly #text: string;
  readonly #dialect: Dialect;
  /** Released before the first tree, because it takes several times as much memory as the text. */
  #stripped: StrippedSource | null;
  readonly #fields: TreeFields;
  /** Whether the fast parser accepts the whole text. Null until it is known. */
  #isFast: boolean | null = null;
  #problem: ParseProblem | null = null;
  #makeSkeleton: MakeSkeleton | null = null;

  /** @param stripped The text without comments and strings, or null if only a parser can tell them apart. */
  constructor(text: string, dialect: Dialect, stripped: StrippedSource | null, fields?: TreeFields) {
    this.#text = text;
    this.#dialect = dialect;
    this.#stripped = stripped;
    this.#fields = fields ?? { astType: /^js/.test(dialect) ? "js" : "ts", range: false };
  }

  /** @param kept The offsets that the tree must cover, in rising order, or null for the whole text. */
  parse(kept: readonly number[] | null): ParsedSource | ParseProblem {
    try {
      const program = this.#parseFast(kept) ?? this.#problem ?? parseWithTypescript(this.#text, this.#dialect);
      return "message" in program ? program : { program, placeOf: createPlaceFinder(this.#text) };
    } catch (error) {
      return describeProblem(error);
    }
  }

  /** Null if this parser rejects the text for any reason. */
  #parseFast(kept: readonly number[] | null): TSESTree.Program | null {
    if (this.#isFast === null) this.#prepare(kept === null);
    if (this.#isFast === false) return null;
    if (kept === null || this.#makeSkeleton === null) return this.#parseWhole();
    const skeleton = this.#makeSkeleton(kept);
    const parsed = parseNatively(skeleton, this.#dialect, this.#fields);
    if (parsed.errors.length > 0) return this.#parseWhole();
    const tree = treeOf(parsed, skeleton);
    prune(tree, kept);
    return tree;
  }

  /** Checks the depth, because the parser runs on the native stack, where an overflow cannot be caught. */
  #prepare(isWhole: boolean): void {
    const stripped = this.#stripped;
    this.#stripped = null;
    if (!isShallow(stripped?.code ?? stripUnbalanced(this.#text, this.#dialect !== "ts") ?? this.#text)) {
      this.#isFast = false;
      if (this.#text.length > mostReadSlowly)
        this.#problem = atStart("the code may be nested too deeply to be read safely");
    } else if (!isWhole && stripped !== null && this.#isProgram()) {
      this.#isFast = true;
      this.#makeSkeleton = createSkeletonMaker(this.#text, stripped);
    }
  }

  /** Printing the text takes less time and memory than transferring its tree. */
  #isProgram(): boolean {
    const options = { lang: langOf(this.#dialect), jsx: "preserve" } as const;
    return this.#text.length > mostChecked || transformSync("source", this.#text, options).errors.length === 0;
  }

  #parseWhole(): TSESTree.Program | null {
    const parsed = parseNatively(this.#text, this.#dialect, this.#fields);
    const [error] = parsed.errors;
    this.#isFast = error === undefined;
    if (error === undefined) return treeOf(parsed, this.#text);
    const place = createPlaceFinder(this.#text)(error.labels[0]?.start ?? 0);
    this.#problem = { message: error.message.replace(/\.$/, ""), ...place };
    return null;
  }
}

/**
 * The fields of nodes. Transferring a tree takes several times as long as parsing it, mostly because of the fields. With
 * "js", fields of TypeScript are left out even where they would be empty.
 */
type TreeFields = Pick<ParserOptions, "astType" | "range">;

function parseNatively(text: string, dialect: Dialect, fields: TreeFields): ReturnType<typeof parseSync> {
  const options = { ...fields, lang: langOf(dialect), preserveParens: false };
  const parsed = parseSync("source", text, options);
  if (parsed.errors.length === 0) return parsed;
  // A script may have a top-level return, sloppy code has `with`, and some JavaScript has types. Some TypeScript has
  // JSX.
  const others = [{ sourceType: "commonjs" }, { lang: "tsx", astType: "ts" }] as const;
  for (const other of others) {
    const retried = parseSync("source", text, { ...options, ...other });
    if (retried.errors.length === 0) return retried;
  }
  return parsed;
}

function langOf(dialect: Dialect): Exclude<Dialect, "js"> {
  return dialect === "js" ? "jsx" : dialect;
}

function treeOf(parsed: ReturnType<typeof parseSync>, text: string): TSESTree.Program {
  try {
    // The parser's authors test the tree against typescript-eslint's, but the types are declared separately.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return parsed.program as unknown as TSESTree.Program;
  } catch (cause) {
    // The tree is transferred as JSON, up to a hundred times as long as the code, and V8's limit is half a billion
    // characters.
    if (text.length < 1_000_000) throw cause;
    throw new Error("the code is too long to be read; scan what it was bundled from, and leave it out with --ignore", {
      cause,
    });
  }
}

function parseWithTypescript(text: string, dialect: Dialect): TSESTree.Program {
  // It takes half a second to load, and few scans need it. `require` loads it synchronously.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const parser: typeof typescriptParser = createRequire(import.meta.url)("#bundled/typescript-parser");
  // The extension decides whether `<a>` is JSX or a type assertion.
  const options = { filePath: `source.${dialect}`, sourceType: "module", jsDocParsingMode: "none" } as const;
  return parser.parseForESLint(text, { ...options, lib: [] }).ast;
}

/** Syntax errors have a place, but a stack overflow has none. */
function describeProblem(error: unknown): ParseProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (typeof error === "object" && error !== null && "lineNumber" in error && "column" in error)
    return { message, line: Number(error.lineNumber), column: Number(error.column) + 1 };
  return atStart(error instanceof RangeError ? "the code is nested too deeply to be read" : message);
}

function atStart(message: string): ParseProblem {
  return { message, line: 1, column: 1 };
}
