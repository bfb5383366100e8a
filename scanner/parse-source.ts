import { parseForESLint } from "@typescript-eslint/parser";
import type { ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";

/** The dialects that the parser tells apart, by the ending that it knows them by. */
export type Dialect = "ts" | "tsx" | "js" | "jsx";

export interface ParsedSource {
  readonly program: TSESTree.Program;
  readonly scopes: ScopeManager;
  readonly visitorKeys: Readonly<Record<string, readonly string[] | undefined>>;
}

/** Why a text is not a program, and where: one-based line and column. */
export interface ParseProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Parses a text as a module. Never throws: what does not parse, or is nested too deep to be read, is a problem. */
export function parseSource(text: string, dialect: Dialect): ParsedSource | ParseProblem {
  try {
    const { ast, scopeManager, visitorKeys } = parseForESLint(text, {
      // The ending decides whether `<a>` is JSX or a type assertion.
      filePath: `source.${dialect}`,
      sourceType: "module",
      // Without the names of the libraries every unresolved name stays unresolved, and the parser is faster.
      lib: [],
      jsDocParsingMode: "none",
    });
    return { program: ast, scopes: scopeManager, visitorKeys };
  } catch (error) {
    return describeProblem(error);
  }
}

export function isParseProblem(parsed: ParsedSource | ParseProblem): parsed is ParseProblem {
  return "message" in parsed;
}

/** The parser's own errors carry a place; an exhausted stack carries none. */
function describeProblem(error: unknown): ParseProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (typeof error !== "object" || error === null || !("lineNumber" in error) || !("column" in error)) {
    return { message: error instanceof RangeError ? "the code is nested too deep to be read" : message, line: 1, column: 1 };
  }
  return { message, line: Number(error.lineNumber), column: Number(error.column) + 1 };
}
