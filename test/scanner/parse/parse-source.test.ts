import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseForESLint } from "@typescript-eslint/parser";
import { describe, expect, it } from "vitest";
import { collectIfShallow } from "../../../scanner/facts/collect-facts.ts";
import { languageOf } from "../../../scanner/find/language.ts";
import {
  isParseProblem,
  type ParsedSource,
  parseSource,
  type ParseProblem,
  SourceParser,
} from "../../../scanner/parse/parse-source.ts";
import type { Dialect } from "../../../scanner/text/component-parts.ts";
import { stripSource } from "../../../scanner/text/strip.ts";
import { createPlaceFinder } from "../../../scanner/text/place-finder.ts";
import { listFiles } from "../../import-graph.ts";

interface Case {
  readonly filename: string;
  readonly code: string;
  readonly files?: readonly { readonly filename: string; readonly code: string }[];
}

const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, "../cases/scanner-cases.json"), "utf8"),
) as readonly Case[];
const own = listFiles(["scanner/*.ts", "src/{core,page}/**/*.ts", "examples/*/src/**/*.{ts,tsx}"]);
const sources = [
  ...cases
    .flatMap((one) => one.files ?? [one])
    .map(({ filename, code }) => ({ file: filename, text: code.replace(/^\ufeff/, "") })),
  ...own.map((file) => ({ file, text: readFileSync(file, "utf8") })),
];

/** Parses the slow way, with TypeScript's parser alone. */
function parsePlainly(text: string, dialect: Dialect): ParsedSource | ParseProblem {
  try {
    const { ast } = parseForESLint(text, {
      filePath: `source.${dialect}`,
      sourceType: "module",
      lib: [],
    });
    return { program: ast, placeOf: createPlaceFinder(text) };
  } catch {
    return { message: "", line: 1, column: 1 };
  }
}

/** The facts that the analysis collects from a tree. */
function factsOf(parsed: ParsedSource | ParseProblem, text: string): string {
  if (isParseProblem(parsed)) return "does not parse";
  return JSON.stringify(
    collectIfShallow(parsed, { text, outerNames: new Set(), file: "a.ts", isScript: false, isSloppy: false }),
  );
}

describe("parsing", () => {
  it("gives the same facts as TypeScript's parser for every case and for this repository's sources", () => {
    for (const { file, text } of sources) {
      const dialect = languageOf(file);
      if (dialect !== "ts" && dialect !== "tsx" && dialect !== "js" && dialect !== "jsx") continue;
      // A tagged template may contain invalid escapes, for which the two parsers give different texts.
      if (/\.raw`|\w`[^`]*\\u/.test(text)) continue;
      expect(factsOf(parseSource(text, dialect), text), file).toBe(factsOf(parsePlainly(text, dialect), text));
    }
  });

  it.each<readonly [string, Dialect, string]>([
    ["code that only TypeScript's parser accepts", "ts", "with (Math) random();"],
    ["types in a file that is called JavaScript", "js", "let x: number = 1;"],
    ["a top-level return", "js", "return 1;"],
  ])("leaves %s to that parser", (_, dialect, text) => {
    expect(factsOf(parseSource(text, dialect), text)).toBe(factsOf(parsePlainly(text, dialect), text));
  });

  it("checks the syntax of the parts that are left out too", () => {
    const parse = (text: string): ReturnType<typeof parseSource> =>
      new SourceParser(text, "ts", stripSource(text, false)).parse([0]);
    expect(parse("x; function a() { let b = 1; }")).toMatchObject({
      program: { body: [{ type: "ExpressionStatement" }] },
    });
    expect(parse("x; function a() { let b = ; }")).toEqual({ message: "Unexpected token", line: 1, column: 27 });
  });

  it("gives the position of a syntax error", () => {
    expect(parseSource("let x = 1;\nlet y = ;", "ts")).toEqual({ message: "Unexpected token", line: 2, column: 9 });
  });

  it.each([
    ["(", "1", ")"],
    ["x = [", "", "]"],
    ["{", "", "}"],
    ["class A { m() {", "", "}}"],
    ["x = a => {", "", "}"],
    ["f(", "", ")"],
    ["a = ", "1", ""],
    ["x = a ? b : ", "1", ""],
    ["x = `${", "1", "}`"],
    ["if (a) {} else ", "{}", ""],
    ["let x: A<", "B", ">"],
  ])("survives %j a hundred thousand times", (before, middle, after) => {
    const text = before.repeat(100_000) + middle + after.repeat(100_000);
    expect(() => parseSource(text, "ts")).not.toThrow();
  });

  it("refuses a long text that may be nested too deeply to be read safely", () => {
    const chain = "if (a) b(); else ".repeat(20_000);
    expect(parseSource(`${chain}c();`, "js")).toEqual({
      message: "the code may be nested too deeply to be read safely",
      line: 1,
      column: 1,
    });
  });
});
