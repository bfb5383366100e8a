import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEntryPaths } from "../../scanner/modules/entry-paths.ts";
import { lookAt } from "../../scanner/text/filter.ts";
import { coreGroups, type Finding } from "../../scanner/findings/finding.ts";
import { fixText } from "../../scanner/findings/fix.ts";
import { ImportGraph } from "../../scanner/modules/import-graph.ts";
import { createImportMaps } from "../../scanner/modules/import-maps.ts";
import type { Language } from "../../scanner/find/language.ts";
import { createTargetFinder } from "../../scanner/modules/path-mapping.ts";
import { stripSource } from "../../scanner/text/strip.ts";
import { applySuppressions, findSuppressions } from "../../scanner/findings/suppressions.ts";
import { TsconfigPaths } from "../../scanner/modules/tsconfig-paths.ts";
import { compilePatterns } from "../../scanner/text/patterns.ts";
import { vocabularyOf } from "../../scanner/text/vocabulary.ts";
import { createSourceFolder } from "./source-folder.ts";
import { analyseFiles } from "./analyse-files.ts";

// With quadratic or worse growth, each of these took minutes or never ended.

const script = { hasTags: true, document: null };

function scanOf(text: string, language: Language = "js"): ReturnType<typeof analyseFiles> {
  return analyseFiles([{ file: `a.${language}`, text, language }], { groups: coreGroups, resolve: () => null });
}

function lines(count: number, lineOf: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => lineOf(index)).join("\n");
}

describe("a long text", () => {
  it("is searched for suppressions where no comment in it ends", () => {
    const text = `<!-- framegate-ignore-line raw-random -- title only -->${"/* <!-- ".repeat(50_000)}`;
    expect(findSuppressions("a.html", text, { ...script, document: "page" })).toHaveLength(1);
  });

  it("has as many suppressions in one line as findings", () => {
    const text = "/* framegate-ignore-line raw-random -- title only */ ".repeat(10_000);
    const suppressions = findSuppressions("a.js", text, script);
    const finding = { file: "a.js", line: 1, api: "Math.random", group: "raw-random" } as const;
    const findings = suppressions.map(({ column }): Finding => ({
      ...finding,
      column,
      severity: "error",
      message: "",
      related: [],
      chain: [],
      symbol: "",
      text: "",
    }));
    expect(applySuppressions(findings, suppressions)).toEqual({ findings: [], suppressedCount: 10_000 });
  });

  it.each([
    ["comments that do not end", `${"from/*".repeat(50_000)}\nimport "./b.js"`],
    ["blanks behind a word", `import${" ".repeat(200_000)}\nimport "./b.js"`],
    ["tags that do not end", `${"<script src=".repeat(20_000)}><script src="b.js">`],
  ])("is searched for imports among %s", (_what, text) => {
    const read = (file: string): string => (file === "a" ? text : "");
    const graph = new ImportGraph(["a", "b"], read, (_, specifier) => (specifier === "./b.js" ? "b" : null));
    expect(graph.importersOf("b").map(({ from }) => from)).toEqual(["a"]);
    expect([...graph.connectedTo("a")]).toEqual(["a", "b"]);
  });

  it("is searched for the imports of an entry among words that only look like them", () => {
    const text = `${"import ".repeat(20_000)};import { a } from "b";${"// import 'c'\n".repeat(20_000)}`;
    const read = (path: string): string => (path === "a.js" ? text : "");
    const pathTo = createEntryPaths(["a.js"], {
      read,
      resolve: (_from, specifier) => specifier,
      shown: (path) => path,
    });
    expect(pathTo("b")).toHaveLength(1);
    expect(pathTo("c")).toBeNull();
  });

  it("is searched for an import map among unclosed tags", () => {
    const text = `${"<script type=importmap ".repeat(20_000)}<script type=importmap>{"imports":{"a":"./b.js"}}</script>`;
    expect(createImportMaps(["/index.html"], () => text)("/a.js")).toEqual({ a: ["/b.js"] });
  });

  it("names very many packages, and the filter calls it suspect", () => {
    const patterns = compilePatterns(vocabularyOf(coreGroups));
    expect(lookAt(`x = a.${"seedrandom/".repeat(50_000)}b`, script, patterns).isSuspect).toBe(true);
    expect(lookAt(`x = ["${"seedrandom/".repeat(50_000)}"]`, script, patterns).isSuspect).toBe(true);
    expect(lookAt(`${" ".repeat(200_000)}"module"; framegate`, script, patterns).isSuspect).toBe(false);
  });

  it("is a row of operators longer than the stack is deep", () => {
    expect(stripSource(`x = ${"!".repeat(200_000)}/a/`, true)?.code).toMatch(/!\/ \/$/);
  });

  it.each([
    ["a template", "`", "x = ``"],
    ["a regular expression", "/", "x = / /"],
  ])("is %s with more characters than fit on a stack", (_what, quote, code) => {
    expect(stripSource(`x = ${quote}${"a".repeat(10_000_000)}${quote}`, true)?.code).toBe(code);
  });

  it("is a configuration with unclosed strings", () => {
    const text = `{"compilerOptions":{"paths":{"a":["b"]}}} "${'\\"'.repeat(100_000)}`;
    using folder = createSourceFolder({ "tsconfig.json": text });
    expect(new TsconfigPaths([]).of(join(folder.path, "a.ts"))).toEqual({});
  });
});

describe("a long document", () => {
  it("has thousands of scripts, each with its own position", () => {
    const { findings } = scanOf(
      lines(1000, () => "<p><script>Math.random()</script>"),
      "html",
    );
    expect(findings).toHaveLength(1000);
    expect(findings.at(-1)).toMatchObject({ line: 1000, column: 12, api: "Math.random" });
  });

  it("has any number of nested elements", () => {
    const text = `${"<div>".repeat(100_000)}<script>Math.random()</script>`;
    expect(scanOf(text, "html").findings).toMatchObject([{ api: "Math.random" }]);
  });

  it("with more attributes than can be read is a finding", () => {
    const text = `<script>Math.random()</script><a ${lines(100_000, (index) => `b${String(index)}`)}`;
    expect(scanOf(text, "html").findings).toMatchObject([{ api: "parse-error", line: 1, column: 1 }]);
  });

  it.each(["<!--", "<style>", "{", ' on={"', "<table><b>"])("has an unclosed %s", (opening) => {
    expect(
      scanOf(`<script>Math.random()</script>${opening.repeat(opening.startsWith("<t") ? 400 : 50_000)}`, "vue")
        .findings,
    ).toMatchObject([{ api: "Math.random" }]);
  });
});

describe("a value", () => {
  it.each([
    ["as many functions as are called", lines(2000, () => "f = Math.random;") + lines(2000, () => "f();")],
    [
      "as many properties as classes",
      lines(600, (index) => `class C${String(index + 1)} extends C${String(index)} {}`) +
        "const o = new C600(Math.random()); " +
        lines(600, (index) => `o.k${String(index)}();`),
    ],
  ])("is followed through %s, or reported as too much", (_what, text) => {
    const { findings, notices } = scanOf(text);
    expect(findings.length === 2000 || findings.some(({ api }) => api === "Math.random")).toBe(true);
    expect(notices.every(({ kind }) => kind === "followed-so-far")).toBe(true);
  });

  it("is combined in more ways than can be followed", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const texts = names
      .flatMap((name) => Array.from({ length: 32 }, (_, index) => `${name} = "${String(index)}";`))
      .join("\n");
    expect(scanOf(`let ${names.join(", ")};\n${texts}\nMath["x".concat(${names.join(", ")})];`).notices).toMatchObject([
      { kind: "Math[*]" },
    ]);
  });

  it("is evaluated as code again and again, up to a limit", () => {
    const { findings, notices } = scanOf(
      `const s = "Math.random();${"a;".repeat(10_000)}";\n${lines(200, () => "eval(s);")}`,
    );
    expect(findings.length + notices.length).toBe(200);
    expect(findings.length).toBeGreaterThan(0);
  });

  it("is visible to an eval in each of many functions", () => {
    const text = `${lines(1000, (index) => `var v${String(index)} = Math;`)}${lines(1000, (index) => `function f${String(index)}(q) { eval(q); }`)}eval("v7.random()");`;
    expect(scanOf(text).findings).toMatchObject([{ line: 1999, api: "Math.random" }]);
  });

  it("comes from the start of a long chain of names", () => {
    const text = `let a0 = Math;\n${lines(3000, (index) => `let a${String(index + 1)} = a${String(index)}; a${String(index)}.random();`)}`;
    expect(scanOf(text).findings).toHaveLength(3000);
  });
});

describe("many", () => {
  it("calls in one file are fixed at once", () => {
    const text = `export function setup(ctx) {\n${lines(3000, () => "Math.random();")}\n}`;
    const { findings } = scanOf(text);
    expect(fixText("a.js", text, findings)).toEqual({
      text: text.replaceAll("Math.random()", "ctx.random()"),
      count: 3000,
      left: [],
    });
  });

  it("paths are mapped, the longest prefix first", () => {
    const target = (index: number): [string, string[]] => [`lib${String(index)}/*`, [`/${String(index)}/*`]];
    const paths = Array.from({ length: 50_000 }, (_, index) => target(index));
    const findTargets = createTargetFinder(Object.fromEntries([["*", ["/*"]], ...paths]));
    const found = Array.from({ length: 2000 }, (_, index) => findTargets(`lib${String(index)}/a`));
    expect(found.at(-1)).toEqual(["/1999/a", "/lib1999/a"]);
  });

  it("configurations extend each other, more of them than can be followed", () => {
    const chain = Array.from({ length: 600 }, (_, index): [string, string] => [
      index === 0 ? "tsconfig.json" : `${String(index)}.json`,
      `{"extends":"./${String(index + 1)}.json"}`,
    ]);
    using folder = createSourceFolder(Object.fromEntries(chain));
    const paths = new TsconfigPaths([]);
    expect(() => paths.of(join(folder.path, "a.ts"))).toThrow("too many configurations extend each other");
  });
});
