import { createRequire } from "node:module";
import type * as typescriptParser from "@typescript-eslint/parser";
import { analyze, type ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { visitorKeys } from "@typescript-eslint/visitor-keys";
import { parseSync } from "rolldown/utils";
import type { LeaveOutBlocks } from "./leave-out-blocks.ts";
import { isShallow } from "./nesting.ts";
import { createPlaceFinder, type PlaceFinder } from "../text/place-finder.ts";
import { stripSource } from "../text/strip.ts";
import type { StripSource } from "../text/strip-once.ts";

/** The dialects that the parser tells apart, by the ending that it knows them by. */
export type Dialect = "ts" | "tsx" | "js" | "jsx";

export interface ParsedSource {
  readonly program: TSESTree.Program;
  readonly scopes: ScopeManager;
  readonly visitorKeys: Readonly<Record<string, readonly string[] | undefined>>;
  /** Where an offset of the text is. The nodes have their `range`, and no `loc`. */
  readonly placeOf: PlaceFinder;
}

export interface ParseOptions {
  /** What of the text the tree may do without. All of it has to be a program all the same. */
  readonly leaveOutBlocks?: LeaveOutBlocks | null;
  readonly strip?: StripSource;
}

/** Why a text is not a program, and where: one-based line and column. */
export interface ParseProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Parses a text as a module. Never throws: what does not parse, or is too long or too deep to be read, is a problem.
 *
 * The parser of the bundler comes first. It makes the same tree as TypeScript's, takes 13 ms to load instead of 500, and is
 * many times as fast; but what it does not take, TypeScript's own parser decides, and words the problem.
 */
export function parseSource(text: string, dialect: Dialect, options: ParseOptions = {}): ParsedSource | ParseProblem {
  try {
    const program = parseFast(text, dialect, options) ?? parseWithTypescript(text, dialect);
    // Without the names of the libraries every unresolved name stays unresolved, and the analysis is faster.
    const scopes = analyze(program, { sourceType: "module", lib: [] });
    return { program, scopes, visitorKeys, placeOf: createPlaceFinder(text) };
  } catch (error) {
    return describeProblem(error);
  }
}

export function isParseProblem(parsed: ParsedSource | ParseProblem): parsed is ParseProblem {
  return "message" in parsed;
}

/** Null for what this parser does not take, whatever the reason. */
function parseFast(
  text: string,
  dialect: Dialect,
  { leaveOutBlocks = null, strip = stripSource }: ParseOptions,
): TSESTree.Program | null {
  const stripped = strip(text, dialect !== "ts");
  // Its stack is the process's, and an end of that cannot be caught.
  if (stripped === null || !isShallow(stripped.code)) return null;
  const [shortest = text, ...others] = leaveOutBlocks?.(text, stripped) ?? [text];
  // What is left out has to be code, too. Without its tree, that takes a fraction of the time.
  if (shortest !== text && parseNatively(text, dialect, false).errors.length > 0) return null;
  for (const source of [shortest, ...others]) {
    const parsed = parseNatively(source, dialect, true);
    if (parsed.errors.length === 0) return treeOf(parsed, source);
  }
  return null;
}

function parseNatively(text: string, dialect: Dialect, range: boolean): ReturnType<typeof parseSync> {
  return parseSync("source", text, {
    lang: dialect === "js" ? "jsx" : dialect,
    astType: "ts",
    range,
    preserveParens: false,
  });
}

function treeOf(parsed: ReturnType<typeof parseSync>, text: string): TSESTree.Program {
  try {
    // Its makers test the tree against TypeScript ESLint's; the types are declared in two places.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return parsed.program as unknown as TSESTree.Program;
  } catch (cause) {
    // It is handed over as a text, which can be a hundred times as long as the code, and half a billion letters are V8's most.
    if (text.length < 1_000_000) throw cause;
    throw new Error("the code is too long to be read; scan what it was bundled from, and leave it out with --ignore", {
      cause,
    });
  }
}

function parseWithTypescript(text: string, dialect: Dialect): TSESTree.Program {
  // It takes half a second to load, and few scans need it. Loaded like this, it can be waited for in place.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const parser: typeof typescriptParser = createRequire(import.meta.url)("@typescript-eslint/parser");
  return parser.parseForESLint(text, {
    // The ending decides whether `<a>` is JSX or a type assertion.
    filePath: `source.${dialect}`,
    sourceType: "module",
    lib: [],
    jsDocParsingMode: "none",
  }).ast;
}

/** The parser's own errors carry a place; an exhausted stack carries none. */
function describeProblem(error: unknown): ParseProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (typeof error !== "object" || error === null || !("lineNumber" in error) || !("column" in error)) {
    return {
      message: error instanceof RangeError ? "the code is nested too deep to be read" : message,
      line: 1,
      column: 1,
    };
  }
  return { message, line: Number(error.lineNumber), column: Number(error.column) + 1 };
}
