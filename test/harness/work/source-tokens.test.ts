import { readFileSync } from "node:fs";
import { parse } from "@typescript-eslint/parser";
import { expect, it } from "vitest";
import { readTokens } from "../../../harness/work/source-tokens.ts";

const uncounted = new Set([";", ",", "(", ")", "{", "}"]);

/** Token starts by a parser, for sources that avoid all printer choices. */
function parsedStarts(source: string): readonly number[] {
  const { tokens } = parse(source, { tokens: true, range: true, sourceType: "module" });
  return tokens.filter(({ value }) => !uncounted.has(value)).map(({ range }) => range[0]);
}

/** Removes possible shorthands, `void 0` and `1 / 0`, which count as one token. */
function withoutChoices(source: string): string {
  return source
    .replaceAll(/([{,]\s*(?:[\w$]+|"[^"\n]*")\s*:\s*)([\w$]+)(?=\s*[,}=])/gu, "$1 +$2")
    .replaceAll(/\bvoid\s+0\b/gu, "void(3)")
    .replaceAll(/\b1\s*\/\s*0\b/gu, "7");
}

it.each([
  [
    "division and expressions",
    "a = b / c / d; x = /=[/]\\//g.test(y) / 2; if (a) /re/.exec(b); (a) / 2; a++ / 2; [1] / 2 / 1",
  ],
  ["words before a slash", "function f() { return /a/g } typeof /b/; a.return / 2 / 1; if (a) b; else /c/.test(d)"],
  ["braces before a slash", "{ } /a/g.test(b); x = { a: 1 } / 2; while (a) { b() } /c/.d; for (const a of /x/g) { }"],
  ["templates", "`a${b}c${`d${{ e: 1 }.e}`}f` / 2; f`g\\`h`; `${a}` + `$${b}`"],
  ["numbers", "1..toString(); .5e-3 + 0xff + 1_000n + 0b11 + 1e3 + 1.5; a?.5:1; a?.b"],
  ["strings", "'it\\'s' + \"\\\\\" + 'a\\\nb' + '//' + \"/*\""],
  ["comments", "a // b\n/* c */ / /* d */ e /** ' */"],
  ["names", "class A { #b = 1; c() { return #b in this } } \\u0061bc; größe; $; _; x\u00a0= 1"],
  ["operators", "a ??= b; c ||= d; e >>>= f; g = [...h]; i = j ** k; l **= 2; m?.[n]; o => p; q !== r"],
])("finds the same tokens as a parser: %s", (_name, source) => {
  expect(readTokens(source).starts).toEqual(parsedStarts(source));
});

it.each(["matter-js/build/matter.min.js", "planck/dist/planck.js", "cannon/build/cannon.js"])(
  "finds the same tokens as a parser in %s",
  (file) => {
    const source = withoutChoices(readFileSync(`node_modules/${file}`, "utf8"));
    expect(readTokens(source).starts).toEqual(parsedStarts(source));
  },
);

it.each([
  ["undefined", "void 0"],
  ["-Infinity", "-1/0"],
  ["x = { a: a, b: c }", "x={a,b:c2}"],
  ["const { a: b = 1, 'c': d } = e;", "const{b=1,c:d}=e"],
  ["if (a) { b(c,); }", "if(a)b(c)"],
  ["(a) => { return (b) }", "a=>{return b}"],
])("counts as many tokens in %s as in %s", (one, other) => {
  expect(readTokens(one).starts.length).toBe(readTokens(other).starts.length);
});

it("records the positions of native calls", () => {
  const source =
    "a.sort(); b.sort; JSON.parse(c); x.parse(d); structuredClone(e); f.structuredClone(g); function sort() {}";
  expect([...readTokens(source).calls]).toEqual([
    [".sort", [source.indexOf("sort")]],
    ["JSON.parse", [source.indexOf("parse")]],
    ["structuredClone", [source.indexOf("structuredClone")]],
  ]);
});

it("reads a string of several megabytes", () => {
  expect(readTokens(`a = "${"x".repeat(5_000_000)}";`).starts).toEqual([0, 2, 4]);
});
