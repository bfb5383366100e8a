import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coreGroups, type Group, groups } from "../../../scanner/findings/finding.ts";
import { createSourceFolder } from "../source-folder.ts";

interface Case {
  readonly id: string;
  readonly filename: string;
  readonly code: string;
  readonly tier?: string;
  readonly groups?: readonly Group[];
  readonly files?: readonly { readonly filename: string; readonly code: string }[];
}

const cases = ["scanner-cases.json", "own-cases.json", "adversarial-cases.json"].flatMap(
  (name) => JSON.parse(readFileSync(new URL(`../cases/${name}`, import.meta.url), "utf8")) as readonly Case[],
);

/** Expects a scan on demand to find exactly what a scan of every whole file finds. */
async function compare(files: Readonly<Record<string, string>>, wanted: readonly Group[]): Promise<void> {
  using folder = createSourceFolder(files);
  const { findings, notices } = await folder.scan({ groups: wanted });
  const whole = await folder.scan({ groups: wanted, isUnfiltered: true });
  expect({ findings, notices }, JSON.stringify(files)).toEqual({ findings: whole.findings, notices: whole.notices });
}

const exceptions: ReadonlySet<string> = new Set([
  // A file that names nothing suspect is never parsed.
  ...["parse-error-unclosed", "parse-error-line", "html-parse-error"],
  // Methods of a class that extends a list, and of a class that a function makes, are not sought.
  ...["map-extended", "class-maker"],
]);

/** Whether a case is a single script that a document could hold. */
function isForDocument({ id, filename, code, files }: Case): boolean {
  return !exceptions.has(id) && files === undefined && /\.m?js$/.test(filename) && !/<\/?(?:script|!--)/.test(code);
}

/** Lengthens the scripts of a file, because short ones are read as a whole. */
function lengthened(file: string, code: string): string {
  if (/\.(?:html|vue|svelte)$/.test(file))
    return code.replaceAll(
      /(<script(?![^>]*json)[^>]*>)([^]+?)(?=<\/script>)/g,
      (_, tag: string, script: string) => tag + lengthened("a.js", script),
    );
  if (!/\.[cm]?[jt]sx?$/.test(file)) return code;
  const line = "function innocent(a, b) { let c = a * 2; return c + b.length; }";
  return `${code}\n${Array.from({ length: 60 }, (_, index) => line.replace("innocent", `innocent${String(index)}`)).join("\n")}\n`;
}

describe("a scan that follows values on demand", () => {
  it.each(cases.filter(({ id }) => !exceptions.has(id)).map((one) => [one.id, one] as const))(
    "finds everything in %s",
    async (_, one) => {
      const files = Object.fromEntries(
        (one.files ?? [one]).map(({ filename, code }) => [filename, lengthened(filename, code)]),
      );
      await compare(files, one.groups ?? (one.tier === "lib" ? [...coreGroups, "library"] : coreGroups));
    },
  );

  it.each(cases.filter(isForDocument).map((one) => [one.id, one] as const))(
    "finds everything in a page and a component with the script of %s",
    async (_, { filename, code, tier, groups: wanted = tier === "lib" ? [...coreGroups, "library"] : coreGroups }) => {
      const script = lengthened("a.js", code);
      const type = /^\s*(?:import|export)\b/m.test(code) || filename.endsWith(".mjs") ? "module" : "text/javascript";
      const page = `<p>one</p><script>let first = 1</script>\n<script type="${type}">${script}</script>`;
      const markup = "{#each list as now}<p onclick={a} {b}>{innocent1(1, now)} {c.d} {f(x)}</p>{/each}";
      await compare({ "a.html": page }, wanted);
      await compare({ "a.svelte": `<script>${script}</script>\n${markup}` }, wanted);
    },
  );

  it.each([
    [11, coreGroups],
    [12, coreGroups],
    [13, coreGroups],
    [14, groups],
  ])("finds everything in programs generated from seed %i", async (seed, wanted) => {
    for (const body of fc.sample(bodies, { numRuns: 200, seed })) await compare({ "a.ts": body }, wanted);
  });

  it("names the value that it stopped following when a file's budget ran out", async () => {
    const uses = Array.from(
      { length: 2000 },
      (_, index) => `function f${String(index)}() { use(M, ${String(index)}); }`,
    );
    using folder = createSourceFolder({ "a.js": `const M = Math;\n${uses.join("\n")}` });
    const { notices } = await folder.scan();
    expect(notices).toEqual([
      expect.objectContaining({
        kind: "followed-so-far",
        file: "a.js",
        message: expect.stringContaining("`M` (Math)") as string,
      }),
    ]);
  });
});

/** Code that calls something banned, hides its name, or only looks like it. */
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
