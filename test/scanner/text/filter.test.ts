import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFilter } from "../../../scanner/text/filter.ts";
import { coreGroups, type Group, groups } from "../../../scanner/findings/finding.ts";
import { vocabularyOf } from "../../../scanner/text/vocabulary.ts";
import { analyseFiles } from "../analyse-files.ts";

const traits = { hasTags: false, isDocument: false };
const filter = createFilter(vocabularyOf(coreGroups));

describe("a text is clear", () => {
  it.each([
    "Math.floor(a) + Math . abs(b) + Math?.max(c)",
    "// Math.random()\n/* Date.now() */ const a = 'performance.now()';",
    "new Date(2020, 1, 1); new Date(saved);",
    "a instanceof Date; typeof performance;",
    "window.addEventListener('resize', f); window['innerWidth']; typeof window !== 'undefined'",
    "const parent = this.parent; parent.add(child); f(parent);",
    "stats.performance.now(); rng.random(); random(); mathRandom()",
    "const t = { performance: 1, process: 2 };",
    "this.constructor.name; new this.constructor(a);",
    "a.performance.now(); this.level = 1; return this;\nimport b from './b.js';",
    "f(this); this.level.random();",
    "const c = this.constructor; f(c, 'a');",
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
  ])("%j", (source) => {
    expect(filter(source, traits)).toBe("clear");
  });
});

describe("a text is suspect", () => {
  it.each([
    ["open", "a = b ? // c,\n  Math : d;\na.random();"],
    ["open", String.raw`import { randomUUID } from "cry\x70to";`],
    ["open", String.raw`export { randomUUID } from 'node:cr\ypto';`],
    ["open", 'import /* a */ b from /* c */ "cr\\u0079pto";'],
    ["open", "export * from 'cry\\\npto';"],
    ["closed", "Math.random()"],
    ["closed", "const a = new Date(), b = Date.now();"],
    ["closed", "a(); // framegate-ignore-line raw-random -- b"],
    ["closed", "const parent = this.parent; f(parent); Math.random();\nexport {};"],
    ["open", "f(parent); parent.Math.random(); Math.random();\nexport {};"],
    ["open", "f(parent, 'Math'); Math.random();\nexport {};"],
    ["open", "f(window); Math.random();\nexport {};"],
    ["open", "export default self; Math.random();"],
    ["closed", "f(a.constructor); Math.random();\nexport {};"],
    ["open", "f(a.constructor, new Date()); Math.random();\nexport {};"],
    ["open", "export const a = Math.random;"],
    ["open", "Math['ran' + 'dom']()"],
    ["open", "Math\n// why\n.random"],
    ["open", "const { random } = Math"],
    ["open", "M\\u0061th.random()"],
    ["open", "Math.r\\u0061ndom()"],
    ["open", "window['Ma' + 'th'].random()"],
    ["open", "parent[`${a}th`]; const a = 'Ma';"],
    ["open", "globalThis['\\x4dath'].random()"],
    ["open", "globalThis['\\Math'].random()"],
    ["open", "const w = window; w.Math.random()"],
    ["open", "const { Math: m } = self;"],
    ["open", "eval('1')"],
    ["open", "new Function(a)()"],
    ["open", "(() => 1).constructor('return Math.random()')()"],
    ["open", "const f = (async () => {}).constructor; f('return Math.random()')"],
    ["open", "(function (o) { o.Math.random(); })(this)"],
    ["open", "this['Ma' + 'th'].random()"],
    ["open", "function root() { return this; }\nroot().Date.now()"],
    ["open", "setTimeout('Math.random()', 1)"],
    ["open", "import { randomBytes } from 'node:crypto';"],
    ["open", "const c = require(name);"],
    ["closed", "new Date(...a)"],
    ["open", "export default globalThis;"],
    ["closed", "window.performance.now(); f(this); g(top.level);"],
    ["closed", "// this.performance\nconst d = new Date(); f(this);"],
    ["open", "const p = window.performance; p.now();"],
    ["open", "self.performance.now();"],
    ["open", "const window = f(); window.performance.now();"],
    ["open", "window.window.performance.now();"],
    ["open", "window.performance.now(); f(this); this.performance.now();"],
    ["open", "f(self);\nMath.random();"],
    ["open", "f(window)"],
    ["open", "document.defaultView.Math.random()"],
    ["open", "Date.bind(null)()"],
    ["open", "const { constructor: F } = () => {};\nF('return Math.random()')"],
    ["open", "(() => {})['con' + 'structor']('return Math.random()')"],
    ["open", "d.constructor.now()"],
    ["open", "const d = new Date(0); new d.constructor()"],
    ["open", "setTimeout('\\nMath.random()')"],
    ["open", "Performance.prototype.now.call(p)"],
    ["open", "process.getBuiltinModule('cry' + 'pto')"],
    ["open", "import { createRequire } from 'module';"],
    ["open", "require.call(null, 'cry' + 'pto')"],
    ["open", "import seedrandom from 'https://esm.sh/seedrandom@3';"],
  ])("and %s: %j", (suspicion, source) => {
    expect(filter(source, traits)).toBe(suspicion);
  });

  it("where its code cannot be told from its comments", () => {
    expect(filter("{} /*/ Math.random() /*/ 'a\n", traits)).not.toBe("clear");
  });

  it("in a document wherever markup could name it", () => {
    const inDocument = { hasTags: true, isDocument: true };
    expect(filter('<p onclick="a(Math.floor(1))">', inDocument)).not.toBe("clear");
    expect(filter("<p>Mathematics</p>", inDocument)).not.toBe("clear");
    expect(filter("<p>it's</p><script>window['Ma' + 'th'].random()</script>", inDocument)).toBe("open");
    expect(filter("<script>M\\u0061th.random()</script>", inDocument)).toBe("open");
    expect(filter("<script type='module'>import('node:cry' + 'pto')</script>", inDocument)).toBe("open");
    expect(filter("<p>it's</p><script>window.focus(); this.level = 1;</script>", inDocument)).toBe("clear");
    expect(filter("<script src='./main.ts'></script>", inDocument)).toBe("clear");
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

/** What the analysis says of one module alone; nothing is resolved. */
function analyse(code: string, extension: "ts" | "tsx" | "js", enabled: readonly Group[]): number {
  const { findings, notices } = analyseFiles([{ file: `a.${extension}`, text: code, language: extension }], {
    groups: enabled,
    resolve: () => null,
  });
  return findings.filter(({ api }) => api !== "parse-error").length + notices.length;
}

describe("the filter is sound", () => {
  it("for every case that the analysis is held to, whatever groups are on", () => {
    const everything = createFilter(vocabularyOf(groups));
    const missed = readCases().flatMap(({ id, code, files = [] }) => {
      return [code, ...files.map((file) => file.code)]
        .filter((text) => {
          const isMissed = filter(text, traits) === "clear" && analyse(text, "ts", coreGroups) > 0;
          return isMissed || (everything(text, traits) === "clear" && analyse(text, "ts", groups) > 0);
        })
        .map((text) => `${id}: ${text}`);
    });
    expect(missed).toEqual([]);
  });

  // Programs are put together from what reaches banned functions and from what hides it; most are nonsense, some are not.
  it("for generated programs", () => {
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
        if (filter(code, { hasTags: true, isDocument: false }) === "clear") expect(found, code).toBe(0);
      }),
      { seed: 7, numRuns: 500 },
    );
    expect(suspectCount).toBeGreaterThan(100);
  });
});
