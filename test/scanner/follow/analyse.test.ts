import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseFile, type Source } from "../../../scanner/facts/analyse.ts";
import { linkModules } from "../../../scanner/follow/link-modules.ts";
import { coreGroups, groups } from "../../../scanner/findings/finding.ts";
import type { Group, Scan } from "../../../scanner/findings/finding.ts";
import { languageOf } from "../../../scanner/find/language.ts";
import { analyseFiles } from "../analyse-files.ts";

interface Case {
  readonly id: string;
  readonly filename: string;
  readonly code: string;
  readonly expect: readonly { readonly line: number; readonly api: string; readonly file?: string }[];
  readonly notice?: readonly { readonly line: number; readonly api: string }[];
  readonly tier?: string;
  readonly groups?: readonly Group[];
  readonly files?: readonly { readonly filename: string; readonly code: string }[];
}

const endings = ["", ".ts", ".js", "/index.ts"];

/** Analyses files that import each other by relative paths. */
function scan(files: Readonly<Record<string, string>>, wanted: readonly Group[] = coreGroups): Scan {
  return analyseFiles(sourcesOf(files), {
    groups: wanted,
    resolve: (from, specifier) => resolveAmong(files, from, specifier),
  });
}

function sourcesOf(files: Readonly<Record<string, string>>): readonly Source[] {
  return Object.entries(files).map(([file, text]) => ({ file, text, language: languageOf(file) ?? "js" }));
}

function resolveAmong(files: Readonly<Record<string, string>>, from: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  const path = posix.join(posix.dirname(from), specifier);
  return endings.map((ending) => path + ending).find((file) => file in files) ?? null;
}

function readCases(name: string): readonly Case[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../cases", name), "utf8")) as readonly Case[];
}

function lines(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${write(index)}\n`).join("");
}

/** Without the cases of suppressions, which are applied after the analysis. */
const cases = [
  ...readCases("scanner-cases.json"),
  ...readCases("own-cases.json"),
  ...readCases("adversarial-cases.json"),
].filter(({ id }) => !id.startsWith("suppress-"));

describe("the analysis of a case", () => {
  it.each(cases.map((one) => [one.id, one] as const))("%s", (_, one) => {
    const files = Object.fromEntries((one.files ?? [one]).map(({ filename, code }) => [filename, code]));
    const { findings, notices } = scan(
      files,
      one.groups ?? (one.tier === "lib" ? [...coreGroups, "library"] : coreGroups),
    );
    const expected = one.expect.map(({ file = one.filename, line, api }) => `${file}:${line} ${api}`);
    expect(findings.map(({ file, line, api }) => `${file}:${line} ${api}`).sort()).toEqual(expected.sort());
    expect(notices.map(({ line, kind }) => `${line} ${kind}`)).toEqual(
      (one.notice ?? []).map(({ line, api }) => `${line} ${api}`),
    );
  });
});

describe("a finding", () => {
  it("has its place, its symbol and its text", () => {
    const { findings } = scan({ "src/a.ts": "export class Dice {\n  roll() { return Math\n    .random(); }\n}\n" });
    expect(findings).toEqual([
      {
        file: "src/a.ts",
        line: 2,
        column: 19,
        api: "Math.random",
        group: "raw-random",
        severity: "error",
        message: "Math.random is banned: random values differ from run to run.",
        related: [],
        chain: [],
        symbol: "Dice.roll",
        text: "Math .random()",
      },
    ]);
  });

  it("lists the calls through an alias", () => {
    const { findings } = scan({ "src/a.ts": "const r = Math.random;\nr();\n  r();\n" });
    expect(findings[0]?.related).toEqual([
      { file: "src/a.ts", line: 2, column: 1, message: "Math.random is called here." },
      { file: "src/a.ts", line: 3, column: 3, message: "Math.random is called here." },
    ]);
  });

  it("has the chain from the calling module to the module that obtains the function", () => {
    const { findings } = scan({
      "src/rng.ts": "export const rand = Math.random;\n",
      "src/index.ts": "export * from './rng';\n",
      "src/game.ts": "import { rand } from './index';\nrand();\n",
    });
    expect(findings[0]?.chain.map(({ file, line }) => `${file}:${String(line)}`)).toEqual([
      "src/game.ts:2",
      "src/index.ts:1",
      "src/rng.ts:1",
    ]);
  });

  it("is the same when the analyses come from a JSON cache", () => {
    const files = { "src/m.ts": "export const M = Math;\n", "src/game.ts": "import { M } from './m';\nM.random();\n" };
    const cached = sourcesOf(files).map(
      (source) => JSON.parse(JSON.stringify(analyseFile(source))) as ReturnType<typeof analyseFile>,
    );
    const linked = linkModules(cached, {
      groups: coreGroups,
      resolve: (from, specifier) => resolveAmong(files, from, specifier),
    });
    expect(linked).toEqual(scan(files));
    expect(linked.findings).toHaveLength(1);
  });
});

describe("the analysis of any text", () => {
  it("never throws", () => {
    const snippets = cases.map(({ code }) => code).filter((code) => code !== "");
    const mutated = fc.tuple(
      fc.constantFrom(...snippets),
      fc.constantFrom(...snippets),
      fc.nat(),
      fc.nat(),
      fc.constantFrom("ts", "tsx", "js", "html", "svelte"),
    );
    fc.assert(
      fc.property(mutated, ([first, second, cut, start, ending]) => {
        const text = first.slice(0, cut % (first.length + 1)) + second.slice(start % (second.length + 1));
        const { findings } = scan({ [`src/a.${ending}`]: text }, groups);
        expect(Array.isArray(findings)).toBe(true);
      }),
      { seed: 5, numRuns: 400 },
    );
  });

  it.each([
    [
      "names",
      (count: number) =>
        `const a0 = Math;\n${lines(count, (index) => `const a${String(index + 1)} = a${String(index)};`)}a${String(count)}.random();`,
      5000,
    ],
    [
      "functions",
      (count: number) =>
        `function f0() { return Math; }\n${lines(count, (index) => `const f${String(index + 1)} = () => f${String(index)}();`)}f${String(count)}().random();`,
      5000,
    ],
    [
      "bound functions",
      (count: number) =>
        `const b0 = () => Math;\n${lines(count, (index) => `const b${String(index + 1)} = b${String(index)}.bind(null, 1);`)}b${String(count)}().random();`,
      2000,
    ],
    [
      "copies",
      (count: number) =>
        `const o0 = { m: Math };\n${lines(count, (index) => `const o${String(index + 1)} = { ...o${String(index)} };`)}o${String(count)}.m.random();`,
      1000,
    ],
    [
      "classes",
      (count: number) =>
        `class C0 { m = Math; }\n${lines(count, (index) => `class C${String(index + 1)} extends C${String(index)} {}`)}new C${String(count)}().m.random();`,
      1000,
    ],
  ])("follows a long chain of %s", (_, write, count) => {
    const { findings } = scan({ "src/a.js": write(count) });
    expect(findings.map(({ line, api }) => `${String(line)} ${api}`)).toEqual([`${String(count + 2)} Math.random`]);
  });

  it("reports a loop that keeps creating functions as not followed", () => {
    const { notices } = scan({ "src/a.js": "let f = () => 1;\nfor (;;) f = f.bind(null, f);\nf(Math);\n" });
    expect(notices.map(({ kind }) => kind)).toEqual(["followed-so-far"]);
  });

  it("fails closed on code that is nested too deeply to be read", () => {
    const { findings } = scan({ "src/a.js": `${"(".repeat(20_000)}1${")".repeat(20_000)};` });
    expect(findings.map(({ api }) => api)).toEqual(["parse-error"]);
  });

  it("fails closed on code that is too long to be read", () => {
    const { findings } = scan({ "src/a.js": `Math.random();\n${"a.b(c);\n".repeat(1_200_000)}` });
    expect(findings.map(({ api, message }) => [api, message.includes("too long")])).toEqual([["parse-error", true]]);
  });
});
