import { describe, expect, it } from "vitest";
import { coreGroups } from "../../../scanner/findings/finding.ts";
import { languageOf } from "../../../scanner/find/language.ts";
import { analyseFiles } from "../analyse-files.ts";

/** The lines of the findings in a text. */
function linesIn(text: string, file: string): readonly number[] {
  const source = { file, text, language: languageOf(file) ?? "js" };
  return analyseFiles([source], { groups: coreGroups, resolve: () => null }).findings.map(({ line }) => line);
}

describe("a name", () => {
  it.each([
    [
      "a var of an inner statement",
      "function f() { Math.random(); for (;;) { try { var Math = a(); } finally {} } }",
      "a.js",
    ],
    ["a function that is declared below", "Math.random(); function Math() {}", "a.mjs"],
    [
      "a binding of a pattern",
      "export const f = ({ a: [{ b: Math = {} }], ...Date }) => [Math.random(), Date.now()];",
      "a.js",
    ],
    ["what is caught", "try { a(); } catch ({ Math }) { Math.random(); }", "a.js"],
    ["the variable of a loop", "for (const Math of a) Math.random();", "a.js"],
    ["a variable of another case", "switch (a) { case 1: let Math; default: Math.random(); }", "a.js"],
    ["the name of a function expression", "a(function Math() { Math.random(); });", "a.js"],
    ["the name of a class expression", "a(class Math { m() { Math.random(); } });", "a.js"],
    ["a member of an enum", "enum A { Math = 1, b = (Math as any).random() }", "a.ts"],
    [
      "what another block of a namespace exports",
      "namespace A { Math.random(); }\nnamespace A { export const Math = a; }",
      "a.ts",
    ],
  ])("resolves to %s if there is one", (_, text, file) => {
    expect(linesIn(text, file)).toEqual([]);
  });

  it.each([
    ["a block", "{ let Math = a; }\nMath.random();", "a.js"],
    ["a function that declares it by var", "function f() { var Math; }\nMath.random();", "a.js"],
    ["the body, in the default of a parameter", "function f(\na = Math.random()) { const Math = b; }", "a.js"],
    ["a loop", "for (const Math of a);\nMath.random();", "a.js"],
    ["a function expression of its name", "a(function Math() {});\nMath.random();", "a.js"],
    ["a type", "interface Math {}\nMath.random();", "a.ts"],
    ["an import of a type", "import type { Math } from 'a';\nMath.random();", "a.ts"],
    ["a namespace of types", "namespace Math { type A = 1; }\nMath.random();", "a.ts"],
    [
      "a block of a namespace that does not export it",
      "namespace A { const Math = a; }\nnamespace A { Math.random(); }",
      "a.ts",
    ],
    ["a pattern that only assigns", "for (a of b);\nMath.random();", "a.js"],
  ])("resolves to the global beside %s", (_, text, file) => {
    expect(linesIn(text, file)).toEqual([2]);
  });
});
