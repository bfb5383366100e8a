import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isShallow as isCodeShallow } from "../../../scanner/parse/nesting.ts";
import { parseSource } from "../../../scanner/parse/parse-source.ts";
import { stripSource, stripUnbalanced } from "../../../scanner/text/strip.ts";
import { listFiles } from "../../import-graph.ts";

/** Asks as the parser does: without comments and strings. */
function isShallow(source: string): boolean {
  const stripped = stripSource(source, false);
  return stripped !== null && isCodeShallow(stripped.code);
}

describe("handwritten code", () => {
  it("is shallow in every file of this repository's rooms", () => {
    const files = listFiles(["src/**/*.ts", "harness/**/*.ts", "scanner/**/*.ts"]);
    expect(files.filter((file) => !isShallow(readFileSync(file, "utf8")))).toEqual([]);
  });

  it("is shallow however long its lists and lines are", () => {
    expect(isShallow(`f(${"a + b, ".repeat(20_000)}c);`)).toBe(true);
    expect(isShallow("let a = [1, 2];\n".repeat(20_000))).toBe(true);
    expect(isShallow("let a = 1\nlet b = f(a)\nfunction c() {}function d() {}".repeat(5_000))).toBe(true);
    expect(isShallow(`a = b < c, ${"d = (e + 1) / 2, ".repeat(20_000)} f;`)).toBe(true);
    expect(isShallow(`/* ${"(".repeat(20_000)} */ let a = '${"[".repeat(20_000)}';`)).toBe(true);
  });
});

it.each([
  "(",
  "[",
  "{",
  "f(",
  "`${",
  "a => ",
  "a = ",
  "a ? b : ",
  "!",
  "- ",
  "typeof ",
  "a.",
  "a + ",
  "if (a) ",
  "if (a) {} else ",
  "for (;;) ",
  "if (a) b, c\nelse ",
  "if (a) b; else ",
  "if (a)\n",
  "if (a) do b; while (c); else ",
  "a ? `${b}` : ",
  "await\n",
  "A<b, ",
  "new ",
  "class A { m() {",
  "a: ",
  "A<",
  "(a, ",
  "[a, ",
  "{ a: b, c: ",
])("five thousand repetitions of %j may be deep", (piece) => {
  expect(isShallow(`x = ${piece.repeat(5_000)}`)).toBe(false);
});

describe("code with unbalanced brackets", () => {
  const deep = "(".repeat(100_000);

  it("is read up to the bracket that closes none", () => {
    expect(stripUnbalanced("f(g 'a)' h)); after(", false)).toBe("f(g '' h)");
    expect(stripUnbalanced("if (a) { b(c }", false)).toBe("if (a) { b(c ");
    expect(stripUnbalanced("f(a, [b, 'c'", false)).toBe("f(a, [b, ''");
  });

  it("is told from balanced code, and from what only a parser can read", () => {
    expect(stripUnbalanced("f(a, [b]);", false)).toBeNull();
    expect(stripUnbalanced("f(a, 'b", false)).toBeNull();
  });

  it.each([`f(a)); ${deep}`, `{ f(a }; ${deep}`, `[a, b); ${deep}`, `class A { m( } ${deep}`, `\`\${a)}\` + ${deep}`])(
    "is rejected by the fast parser before what follows: %.12s...",
    (text) => {
      expect(parseSource(text, "js")).toMatchObject({ message: expect.not.stringContaining("nested") as unknown });
    },
  );
});

it("a text whose strings cannot be told apart may be deep", () => {
  expect(isShallow("let a = 'unclosed")).toBe(false);
});

it("more closing than opening brackets may be deep", () => {
  expect(isShallow(")".repeat(10))).toBe(false);
});
