import { describe, expect, it } from "vitest";
import { coreGroups } from "../../../scanner/findings/finding.ts";
import { languageOf } from "../../../scanner/find/language.ts";
import { analyseFiles } from "../analyse-files.ts";

/** `1:2 Math.random` for each finding in a component, and `1:1 unscanned` for each notice. */
function scan(file: string, text: string): readonly string[] {
  const { findings, notices } = analyseFiles([{ file, text, language: languageOf(file) ?? "js" }], {
    groups: coreGroups,
    resolve: () => null,
  });
  return [
    ...findings.map(({ line, column, api }) => `${String(line)}:${String(column)} ${api}`),
    ...notices.map(({ line, column, kind }) => `${String(line)}:${String(column)} ${kind}`),
  ];
}

describe("code of a component", () => {
  it("is found where it stands in a Vue template", () => {
    const text = [
      "<template>",
      '  <p :a="Math.random()" @click="go(Date.now())">{{',
      "    b + new Date()",
      "  }}</p>",
      '  <li v-for="c in [Math.random()]" :key="c &amp;&amp; Date.now()"></li>',
      "</template>",
      "<script>export default { mounted() { Date.now(); } };</script>",
    ].join("\r\n");
    expect(scan("a.vue", text)).toEqual([
      "2:10 Math.random",
      "2:36 Date.now",
      "3:9 new Date()",
      "5:20 Math.random",
      "5:55 Date.now",
      "7:38 Date.now",
    ]);
  });

  it("is found where it stands in Svelte markup", () => {
    const text = [
      "<script>let a = 1;</script>",
      "{#each [Math.random()] as b, i (b + Date.now())}",
      '  <p class="a {Math.random()}" {...f(Date.now())}>{',
      "    b + performance.now()",
      "  }</p>",
      "{/each}",
    ].join("\n");
    expect(scan("a.svelte", text)).toEqual([
      "2:9 Math.random",
      "2:37 Date.now",
      "3:16 Math.random",
      "3:38 Date.now",
      "4:9 performance.now",
    ]);
  });

  it("has the text and the symbol that it has in its file", () => {
    const text =
      "<template><p>{{ roll(Math) }}</p></template>\n<script setup>\nfunction roll(of) { return of.random(); }\n</script>";
    const { findings } = analyseFiles([{ file: "a.vue", text, language: "vue" }], {
      groups: coreGroups,
      resolve: () => null,
    });
    expect(findings).toMatchObject([{ line: 3, column: 28, symbol: "roll", text: "of.random()" }]);
  });

  it("does not parse where the script does not", () => {
    expect(scan("a.vue", "<template><p>{{ Math.random() }}</p></template>\n<script>\nlet a b;\n</script>")).toEqual([
      "3:6 parse-error",
    ]);
  });

  it.each([
    ["a.vue", "<p v-for='a in b'>"],
    ["a.vue", "<b v-slot='a'>"],
    ["a.vue", "{{ ("],
    ["a.svelte", "{#if a}"],
    ["a.svelte", "{#each a as b}<p>"],
    ["a.svelte", "{(a"],
    ["a.svelte", "</b><p>"],
  ])("in %s is read, or said not to be, where %s stands again and again", (file, opening) => {
    const text = `<template>${opening.repeat(20_000)}</template><p>Math</p><script>Math.random()</script>`;
    const found = scan(file, text);
    expect(found.some((one) => one.endsWith("Math.random") || one.endsWith("parse-error"))).toBe(true);
  });
});
