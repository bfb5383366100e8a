import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAt, type SourceTraits } from "../../../scanner/text/filter.ts";
import { coreGroups, type Group, groups } from "../../../scanner/findings/finding.ts";
import { compilePatterns } from "../../../scanner/text/patterns.ts";
import { vocabularyOf } from "../../../scanner/text/vocabulary.ts";
import { analyseFiles } from "../analyse-files.ts";

const traits: SourceTraits = { hasTags: false, document: null };
const patterns = compilePatterns(vocabularyOf(coreGroups));

function isSuspect(source: string, of = traits, by = patterns): boolean {
  return lookAt(source, of, by).isSuspect;
}

describe("a text is clear", () => {
  it.each([
    "Math.floor(a) + Math . abs(b) + Math?.max(c)",
    "// Math.random()\n/* Date.now() */ const a = 'performance.now()';",
    "new Date(2020, 1, 1); new Date(saved);",
    "a instanceof Date; typeof performance;",
    "window.addEventListener('resize', f); window['innerWidth']; typeof window !== 'undefined'",
    "const parent = this.parent; parent.add(child); f(parent);",
    "const t = { performance: 1, process: 2 };",
    "this.constructor.name; new this.constructor(a);",
    "f(this); this.level.random();",
    "rng.random(); random(); mathRandom()",
    "this.level = 1; return this;\nimport b from './b.js';",
    "f(window)",
    "export default globalThis;",
    "const c = this.constructor; f(c, 'a');",
    "function f(self, parent) { if (top) { parent.b = 'Date'; } }",
    "Object.assign(A.prototype, { constructor: A, f: function (a) { return new Date(a); } });",
    "import { a } from './crypto-box';",
    String.raw`import a from "./a\x62.js"; import b from './b.js'; const from = a / b;`,
    "const s = 'caf\\u00e9', t = /[\\u0041-\\u005a]/;",
    "parent['x'] = 'Ma' + b;",
    "const worker = new Worker(url, { type: 'module' });",
    "Level.prototype = { constructor: Level }; setTimeout(f, 1);",
    "d.constructor.name; const e = new Date(saved);",
    "// the parent, top\nf(top.level, self && a, parent ? b : c, frames[0]);",
    "f('a', `(self)`); // (parent)",
    "const text = 'a\\nb'; require.resolve(a);",
    "f(parent); Engine.Math.floor(a); const { sin } = Engine.Math.table;",
    "this.constructor.toJSON(a);",
    "/* We process what performance is measured of, and the process.\n * A Function to call */ f();",
  ])("%j", (source) => {
    expect(isSuspect(source)).toBe(false);
  });
});

describe("a text is suspect", () => {
  it.each([
    "a = b ? // c,\n  Math : d;\na.random();",
    String.raw`import { randomUUID } from "cry\x70to";`,
    String.raw`export { randomUUID } from 'node:cr\ypto';`,
    'import /* a */ b from /* c */ "cr\\u0079pto";',
    "export * from 'cry\\\npto';",
    "Math.random()",
    "a ? void Math : b",
    "return Math\n  .random()",
    "for (const a of performance) f(a)",
    "const b = a in Math",
    "if (a instanceof b) throw Date",
    "f(Math as any)",
    "const a = new Date(), b = Date.now();",
    "a(); // framegate-ignore-line raw-random -- b",
    "const parent = this.parent; f(parent); Math.random();\nexport {};",
    "f(parent); parent.Math.random(); Math.random();\nexport {};",
    "f(parent, 'Math'); Math.random();\nexport {};",
    "f(window); Math.random();\nexport {};",
    "export default self; Math.random();",
    "f(a.constructor); Math.random();\nexport {};",
    "f(a.constructor, new Date()); Math.random();\nexport {};",
    "export const a = Math.random;",
    "Math['ran' + 'dom']()",
    "Math\n// why\n.random",
    "const { random } = Math",
    "M\\u0061th.random()",
    "Math.r\\u0061ndom()",
    "window['Ma' + 'th'].random()",
    "parent[`${a}th`]; const a = 'Ma';",
    "globalThis['\\x4dath'].random()",
    "globalThis['\\Math'].random()",
    "const w = window; w.Math.random()",
    "const { Math: m } = self;",
    "with (self) { Math.random(); }",
    "class A extends f(self) { a = this.get('Math'); }",
    "(function ({ constructor: C, a }) { C('return Math.random()')(); })(f)",
    "const { a: { constructor: C } } = f; C('return Math.random()')();",
    "eval('1')",
    "new Function(a)()",
    "(() => 1).constructor('return Math.random()')()",
    "const f = (async () => {}).constructor; f('return Math.random()')",
    "(function (o) { o.Math.random(); })(this)",
    "this['Ma' + 'th'].random()",
    "function root() { return this; }\nroot().Date.now()",
    "setTimeout('Math.random()', 1)",
    "import { randomBytes } from 'node:crypto';",
    "const c = require(name);",
    "new Date(...a)",
    "stats.performance.now();",
    "window.performance.now(); f(this); g(top.level);",
    "// this.performance\nconst d = new Date(); f(this);",
    "const p = window.performance; p.now();",
    "self.performance.now();",
    "const window = f(); window.performance.now();",
    "window.window.performance.now();",
    "window.performance.now(); f(this); this.performance.now();",
    "f(self);\nMath.random();",
    "document.defaultView.Math.random()",
    "Date.bind(null)()",
    "const { constructor: F } = () => {};\nF('return Math.random()')",
    "(() => {})['con' + 'structor']('return Math.random()')",
    "d.constructor.now()",
    "const d = new Date(0); new d.constructor()",
    "setTimeout('\\nMath.random()')",
    "Performance.prototype.now.call(p)",
    "process.getBuiltinModule('cry' + 'pto')",
    "import { createRequire } from 'module';",
    "require.call(null, 'cry' + 'pto')",
    "import seedrandom from 'https://esm.sh/seedrandom@3';",
  ])("%j", (source) => {
    expect(isSuspect(source)).toBe(true);
  });

  it("where code between tags looks like a JSDoc type, which alone would be cleared", () => {
    const inTags: SourceTraits = { hasTags: true, document: null };
    expect(isSuspect("const a = <b>@at {Math.random()}</b>;", inTags)).toBe(true);
    expect(lookAt("/** @param {Function} a */ f();", inTags, patterns)).toMatchObject({
      isSuspect: false,
      stripped: null,
    });
  });

  it("where its code cannot be told from its comments", () => {
    expect(isSuspect("{} /*/ Math.random() /*/ 'a\n", traits)).toBe(true);
  });

  it("in a document wherever markup could name it", () => {
    const inDocument: SourceTraits = { hasTags: true, document: "page" };
    expect(isSuspect('<p onclick="a(Math.floor(1))">', inDocument)).toBe(true);
    expect(isSuspect("<p>Math.random()</p>", inDocument)).toBe(true);
    expect(isSuspect("<p>it's</p><script>window['Ma' + 'th'].random()</script>", inDocument)).toBe(true);
    expect(isSuspect("<script>M\\u0061th.random()</script>", inDocument)).toBe(true);
    expect(isSuspect("<script type='module'>import('node:cry' + 'pto')</script>", inDocument)).toBe(true);
    expect(isSuspect("<p>it's</p><script>window.focus(); this.level = 1;</script>", inDocument)).toBe(false);
    expect(isSuspect("<script src='./main.ts'></script>", inDocument)).toBe(false);
  });
});

interface Case {
  readonly id: string;
  readonly filename: string;
  readonly code: string;
  readonly files?: readonly { readonly filename: string; readonly code: string }[];
}

function readCases(): readonly Case[] {
  return ["scanner-cases.json", "own-cases.json"].flatMap((name) => {
    return JSON.parse(readFileSync(new URL(`../cases/${name}`, import.meta.url), "utf8")) as readonly Case[];
  });
}

/** Counts the findings and notices of one module, without resolving any imports. */
function analyse(code: string, extension: "ts" | "tsx" | "js", enabled: readonly Group[]): number {
  const { findings, notices } = analyseFiles([{ file: `a.${extension}`, text: code, language: extension }], {
    groups: enabled,
    resolve: () => null,
  });
  return findings.filter(({ api }) => api !== "parse-error").length + notices.length;
}

describe("the filter is sound", () => {
  it("for every case that the analysis is held to, whatever groups are on", () => {
    const everything = compilePatterns(vocabularyOf(groups));
    const missed = readCases().flatMap(({ id, code, files = [] }) => {
      return [code, ...files.map((file) => file.code)]
        .filter((text) => {
          const isMissed = !isSuspect(text) && analyse(text, "ts", coreGroups) > 0;
          return isMissed || (!isSuspect(text, traits, everything) && analyse(text, "ts", groups) > 0);
        })
        .map((text) => `${id}: ${text}`);
    });
    expect(missed).toEqual([]);
  });

  const name = fc.constantFrom(
    "Math",
    "Date",
    "performance",
    "crypto",
    "globalThis",
    "window",
    "self",
    "parent",
    "this",
    "(function () { return this; })()",
    "(() => {})",
    "k",
    "o",
    "f",
  );

  // The programs combine pieces that reach banned functions with pieces that hide them. Most are nonsense, but not all.
  it("for generated programs", () => {
    const text = fc.constantFrom(
      "'Math'",
      "'Ma'",
      "'th'",
      "'random'",
      "'ran'",
      "'dom'",
      "`now`",
      "'\\x4dath'",
      "'Da\\\nte'",
      "'M\\ath'",
      "`${k}th`",
      "'Math.random()'",
      "'a'",
    );
    const key = fc.oneof(
      text,
      fc.tuple(text, text).map((both) => both.join(" + ")),
      fc.constant("k"),
    );
    const member = fc.oneof(
      fc.constantFrom(
        ".random",
        ".now",
        ".floor",
        ".Math",
        ".Date",
        ".self",
        "?.random",
        "/**/.random",
        "\n.now",
        ".constructor",
        ".r\\u0061ndom",
      ),
      key.map((inside) => `[${inside}]`),
    );
    const value = fc
      .tuple(name, fc.array(member, { maxLength: 3 }))
      .map(([start, members]) => start + members.join(""));
    const statement = fc.oneof(
      fc.tuple(fc.constantFrom("k", "o", "f"), fc.oneof(value, key)).map(([to, from]) => `var ${to} = ${from};`),
      value.map((called) => `${called}();`),
      value.map((made) => `new ${made}();`),
      fc
        .tuple(fc.constantFrom("{ random }", "{ Math: o }", "{ Math: { random: f } }", "{ [k]: o }"), value)
        .map(([pattern, from]) => `var ${pattern} = ${from};`),
      value.map((argument) => `(function (o) { return o.random() + o[k]; })(${argument});`),
      fc
        .tuple(fc.constantFrom("eval", "Function", "setTimeout", "f"), key)
        .map(([called, argument]) => `${called}(${argument});`),
      fc.tuple(value, key).map(([of, which]) => `Reflect.get(${of}, ${which})();`),
      fc.constantFrom("// Math.random()", "/* it's */", "var r = /'/;"),
    );
    let suspectCount = 0;
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 5 }), (statements) => {
        const code = statements.join("\n");
        const found = analyse(code, "js", coreGroups);
        if (found > 0) suspectCount++;
        if (!isSuspect(code, { hasTags: true, document: null })) expect(found, code).toBe(0);
      }),
      { seed: 7, numRuns: 500 },
    );
    expect(suspectCount).toBeGreaterThan(100);
  });
});
