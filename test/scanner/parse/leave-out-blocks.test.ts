import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseFile, linkModules, type Scan } from "../../../scanner/follow/analyse.ts";
import { createFilter } from "../../../scanner/text/filter.ts";
import { coreGroups, type Group, groups } from "../../../scanner/findings/finding.ts";
import { createBlockLeaver, type LeaveOutBlocks } from "../../../scanner/parse/leave-out-blocks.ts";
import { stripSource } from "../../../scanner/text/strip.ts";
import { vocabularyOf } from "../../../scanner/text/vocabulary.ts";
import { listFiles } from "../../import-graph.ts";

const leaveOutBlocks = createBlockLeaver(vocabularyOf(coreGroups));

function shortened(source: string): string {
  const stripped = stripSource(source, false);
  return (stripped === null ? null : leaveOutBlocks(source, stripped).at(-1)) ?? source;
}

describe("what is left of a file", () => {
  it("has the outermost blocks empty in which none of the words stands", () => {
    const source = `
      function a() { if (b) { c(); } }
      class D { e() { f(); } g(h = () => { i(); }) { return Math.random() + j(() => { k(); }); } }
      for (const l of m) { switch (l) { case 1: n(Date.now()); } if (l) { o(); } }`;
    expect(shortened(source).replaceAll(/ +/g, " ")).toBe(`
 function a() { }
 class D { e() { } g(h = () => { }) { return Math.random() + j(() => { }); } }
 for (const l of m) { switch (l) { case 1: n(Date.now()); } if (l) { } }`);
  });

  it("has lists empty that are assigned, and none of the words stands in", () => {
    const source =
      "const a = [1, [2, 'b']], c = [Math.random()]; let d: number[] = [3][e]; [f, g] = [h, i]; j[k] = l == [m]; const { [n]: o } = { [p]: [q] };";
    expect(shortened(source).replaceAll(/ +/g, " ")).toBe(
      "const a = [ ], c = [Math.random()]; let d: number[] = [ ][e]; [f, g] = [ ]; j[k] = l == [m]; const { [n]: o } = { [p]: [q] };",
    );
  });

  it.each([
    [
      "statements and members",
      "a();\nclass B { c = 1; d() { } e = () => Math.random(); f; }\nfunction g() { h(); i(Date.now()); j() }\nk()",
      "class B { e = () => Math.random(); } function g() { i(Date.now()); }",
    ],
    [
      "one that goes on behind a semicolon or a brace",
      "do { a(); } while (Date.now()); if (b) c(); else Math.random(); try { d(); } catch { Date.now() } e();",
      "do { } while (Date.now()); if (b) c(); else Math.random(); try { } catch { Date.now() }",
    ],
    [
      "one that does not end before its line does",
      "const a = {}\nconst b = Math.random()\nconst c = {}\nd()",
      "const b = Math.random() const c = {}",
    ],
    ["what a window calls", "const a = 1; window.performance.now(); b();", "window.performance.now();"],
    [
      "what declares a name as if it were a key",
      "a(); let b = 1, performance: C = d; const [...window] = e; performance.now();",
      "let b = 1, performance: C = d; const [...window] = e; performance.now();",
    ],
    [
      "what is asked of the same name elsewhere",
      "a(top); const b = parent; Math.random(); c.constructor.name;",
      "Math.random();",
    ],
  ])("has nothing else but the statements that the words stand in: %s", (_what, source, left) => {
    const stripped = stripSource(source, false);
    expect(
      stripped === null ? [] : leaveOutBlocks(source, stripped).map((text) => text.replaceAll(/\s+/g, " ").trim()),
    ).toEqual([left, expect.anything()]);
  });

  it.each(["const a = []; new Date(...a);", "Math.seedrandom(a); Math.random();"])(
    "has every statement where a name may matter to a call: %j",
    (source) => {
      const stripped = stripSource(source, false);
      expect(stripped === null ? [] : leaveOutBlocks(source, stripped)).toHaveLength(1);
    },
  );

  it("is where it was", () => {
    const source = "function a() { // Ä\n  b(); }\nconst c = () => {\r\n  return `${d} {`; }, e = Math.random();";
    expect(shortened(source)).toHaveLength(source.length);
    expect(shortened(source).indexOf("Math.random")).toBe(source.indexOf("Math.random"));
  });

  it("keeps objects, types, class bodies and namespaces: they are no blocks", () => {
    const source =
      "const a = { b: 1 }; interface C { d: { e: number } } class F { g = 1; } namespace H { export const i = 1; } const j: { k: 1 } = l;";
    expect(shortened(source)).toBe(source);
  });

  it("keeps what stands behind a comment that ends as a head does", () => {
    const source = "const a = /* b() */ { c: 1 }; const d = // () =>\n { e: 1 };";
    expect(shortened(source)).toBe(source);
  });

  it.each([
    "function a(b) { return new b.constructor.prototype(); } a(new Date());",
    "function a({ constructor: b }) { return new b(); } a(new Date());",
    "function a(b) { return new b['constructor'](); } a(new Date());",
    "const c = 'con', d = 'structor'; function a(b) { return new b[c + d](); } a(new Date());",
    "function a(b) { return b['defaultView']; } a(document).Math.random(); Math.random();",
  ])("is all of a file in which one may get from an object to something banned: %j", (source) => {
    expect(shortened(source)).toBe(source);
  });
});

/** Findings and notices of a file alone. */
function scan(text: string, leave: LeaveOutBlocks | null, wanted: readonly Group[]): Scan {
  const { findings, notices } = linkModules(
    [analyseFile({ file: "a.ts", text, language: "ts" }, { leaveOutBlocks: leave })],
    { groups: wanted, resolve: () => null },
  );
  return { findings, notices };
}

/** Of these texts, those that the filter calls closed and that anything can be left out of. */
function countCompared(texts: readonly string[], wanted: readonly Group[]): number {
  const vocabulary = vocabularyOf(wanted);
  const filter = createFilter(vocabulary);
  const leave = createBlockLeaver(vocabulary);
  let count = 0;
  for (const text of texts) {
    const stripped = stripSource(text, false);
    if (
      stripped === null ||
      filter(text, { hasTags: false, isDocument: false }) !== "closed" ||
      leave(text, stripped)[0] === text
    )
      continue;
    count++;
    expect(scan(text, leave, wanted), text).toEqual(scan(text, null, wanted));
  }
  return count;
}

/** What calls something banned on the spot, hides its name, or looks as if it did. */
const words = [
  "Math.random();",
  "const t = Date.now();",
  "f(performance.now(), a);",
  "new Date();",
  "Date();",
  "g(new Date(...list));",
  "let d = +new Date();",
  "a[Date.now()] = b;",
  "crypto.randomUUID();",
  "Date(undefined);",
  "x ??= process.hrtime();",
  "function Math() { return a; }",
  "function Date(b) { }",
  "h({ performance: 1, Math: 2 });",
  "var { Date: b } = a;",
  "typeof performance;",
  "a instanceof Date;",
  "Math.floor(a);",
  "// Math.random()",
  "s = 'Date.now';",
  "s = `${Math.random()} {`;",
  "f(parent, self);",
  "const w = top; w.now();",
  "switch (a.constructor) { }",
  "new this.constructor(a);",
  "new Intl.DateTimeFormat('de').format(a);",
  "Temporal.Now.instant();",
  "Math.random().toFixed(2); // framegate-ignore-line raw-random -- a",
  "window.performance.now();",
  "globalThis.Math.random()\n",
  "const self = this; self.performance.now();",
  "if (a) b(); else Math.random();",
  "do Date.now(); while (b);",
  "switch (a) { case 1: b(); c(); case 2: d(Math.random()); break; default: e(); }",
  "const i = () => Math.random()\n",
  "const j = { k() { l(); }, m: Math.random(), n };",
  "class O { static p = Math.random(); q = 1\n r() { s(); } /* t */ get u() { return Date.now() } #v = {}; w; }",
  "const window = a; window.Math.random();",
  "const performance = this.a;",
  "let list = []; const x = new Date(...list);",
  "window.Date = class { };",
  "window.performance.a = b;",
  "f(window.performance);",
  "const { performance: y } = window;",
  "let ab = 1, performance: any = b;",
  "const [cd, ...performance] = e;",
  "var ef, window: any = g;",
  "performance.now(h);",
];
const plain = [
  "let a = 1;",
  "b = c.d;",
  "var e = f(() => g);",
  "function undefined() { }",
  "var k = 'random';",
  "return this.a;",
  "this.l = m;",
  "n.o[p] = q;",
  "const { r } = s;",
  "r = /[{]\\/}/.test('{');",
  "// {\n",
  "/* ) { */",
  "t = `a${b}{`;",
  "throw u;",
  "v: while (a) break v;",
  "let { w = () => { return 1; } } = x;",
  "(function () { return this; })();",
  "const date = new y();",
  "if (a) { b(); }\nc()\n",
  "const z = {}\nd()\n",
  "/* a */ f(); // b",
  "do { a(); } while (b)",
  "try { a(); } finally { b(); }",
  "interface A { b: c; d(): { e: f } }",
  "type B = { c: d; e: f } | {}\n",
  "enum C { D, E }",
  "class F { g = 1; h() { } i: string; static { j(); } }",
  "const k = class { l = 1; };",
  "for (let m = 0; m < n; m++) o();",
  "for (;;) { break; }",
  "if (p) q(); else if (r) s(); else { t(); }",
  "label: for (const u of v) { continue label; }",
  "declare const w: number;",
  "const [x = () => { y(); }] = z;",
  "return a ? { b: 1 } : { c: 2 };",
  "const d = `${{ e: 1 }.e}`;",
  "let g = a as {}\nlet h = b satisfies {}\n",
  "switch (a) { case 1: b(); break; default: c(); }",
  "async function i() { for await (const j of k) { l(); } }",
  "const m = function () { return 1 }, n = 2;",
  "@o({ p: 1 }) class Q { @r() s() { } }",
  "const t = <T extends {}>(u: T) => { v(u); };",
];
const wrappers: readonly ((body: string, index: number) => string)[] = [
  (body, index) => `function f${String(index)}(a = () => { b(); }) { ${body}\n}`,
  (body, index) => `const g${String(index)} = (a) => { ${body}\n};`,
  (body, index) =>
    `class C${String(index)} { m() { ${body}\n} n() { return 1; } static { a(); } get o() { if (a) { return 2; } } }`,
  (body, index) =>
    `const o${String(index)} = { m() { ${body}\n}, n: function () { ${body.length > 100 ? "" : "a();"} } };`,
  (body) => `if (a) { ${body}\n} else { b(); }`,
  (body) => `for (const a of b) { ${body}\n}`,
  (body) => `try { ${body}\n} catch (Date) { c(); }`,
  (body) => `switch (a) { case 1: { ${body}\n} default: b(); }`,
  (body) => `l(async () => { ${body}\n}, (a) => { b(); });`,
  (body, index) => `namespace N${String(index)} { export function p() { ${body}\n} }`,
  (body, index) =>
    `abstract class A${String(index)} extends B<{}> implements C { @d e; f(a: { g: 1; }): {} { ${body}\n}\n abstract h(): void; i = (() => { ${body.length > 100 ? "" : body} }); }`,
  (body) => `if (a) b(); else { ${body}\n}`,
  (body) => `do { ${body}\n} while (a)`,
];

const { body: bodies } = fc.letrec<{ readonly body: string }>((tie) => ({
  body: fc
    .array(
      fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(...plain),
        fc.constantFrom(...words),
        fc
          .record({ wrap: fc.constantFrom(...wrappers), body: tie("body"), index: fc.nat(99) })
          .map(({ wrap, body, index }) => wrap(body, index)),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((statements) => statements.join("\n")),
}));

describe("what is found in what is left of a closed file", () => {
  it("is what is found in all of it, whatever stands around the words", () => {
    expect(countCompared(fc.sample(bodies, { numRuns: 3000, seed: 11 }), coreGroups)).toBeGreaterThan(300);
    expect(countCompared(fc.sample(bodies, { numRuns: 1000, seed: 12 }), groups)).toBeGreaterThan(50);
  });

  it("is what is found in all of it, in this repository's own sources", () => {
    const sources = listFiles(["{harness,scanner,src,test}/**/*.ts"]).map((file) => readFileSync(file, "utf8"));
    expect(countCompared(sources, coreGroups)).toBeGreaterThan(3);
  });
});
