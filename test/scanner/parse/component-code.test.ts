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

describe("code in a component", () => {
  it("is found at its place in a Vue template", () => {
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

  it("is found at its place in Svelte markup", () => {
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

  it("has the text and the symbol of its place in the file", () => {
    const text =
      "<template><p>{{ roll(Math) }}</p></template>\n<script setup>\nfunction roll(of) { return of.random(); }\n</script>";
    const { findings } = analyseFiles([{ file: "a.vue", text, language: "vue" }], {
      groups: coreGroups,
      resolve: () => null,
    });
    expect(findings).toMatchObject([{ line: 3, column: 28, symbol: "roll", text: "of.random()" }]);
  });

  it("is found in the data of a Vue component, whatever name the template uses for it", () => {
    const script = "<script>\nexport default { data() { return { b: Math }; } };\n</script>";
    const template = '<template><p @click="a(arguments)">{{ $data.b.random() }}</p></template>';
    expect(scan("a.vue", script + template)).toEqual(["3:48 Math.random"]);
    expect(scan("a.vue", `${script}<script setup>c</script>${template}`)).toEqual(["3:72 Math.random"]);
  });

  it("does not parse if the script does not", () => {
    expect(scan("a.vue", "<template><p>{{ Math.random() }}</p></template>\n<script>\nlet a b;\n</script>")).toEqual([
      "3:6 parse-error",
    ]);
  });

  it("is found in tags as they are written, whatever HTML would make of them", () => {
    const text = `<template><Col :a=Date.now()><tr><td :b = '"1" > Date.now()'/></Col><br>{{ Math.random() }}<Textarea/>
      <th scope="Math">{{ Math.random() }}</th></template>`;
    expect(scan("a.vue", text)).toEqual(["1:19 Date.now", "1:50 Date.now", "1:76 Math.random", "2:27 Math.random"]);
  });

  it("is found in expressions that contain tags, quotes and braces", () => {
    expect(scan("a.vue", '<template><p>{{ a < b }} {{ "}" + Math.random() }}</p></template>')).toEqual([
      "1:35 Math.random",
    ]);
    expect(scan("a.svelte", "{#if a < b}{'}<p>'}{`}${{ a: '}' + Date.now() }}`}{/* } */ Math.random()}{/if}")).toEqual([
      "1:36 Date.now",
      "1:60 Math.random",
    ]);
    const tag = `<a b={c > Date.now()} d="e {f ? '"' : Math.random()}" {...performance.now()} on:i={() => { j(Date.now()); }}/>`;
    expect(scan("a.svelte", tag)).toEqual([
      "1:11 Date.now",
      "1:39 Math.random",
      "1:59 performance.now",
      "1:94 Date.now",
    ]);
  });

  it("is not found in comments, styles and strings of scripts", () => {
    const rest = "<script setup>a < b; '{{ <p>'; Date.now();</script><style>p { a: '{{ Math.random() }}' }</STYLE>";
    expect(scan("a.vue", `<!-- <script>b c</script> {{ Math.random() }} -->${rest}`)).toEqual(["1:81 Date.now"]);
    expect(scan("a.svelte", `<!-- <script>b c</script> {Math.random()} -->${rest}`)).toEqual(["1:77 Date.now"]);
    expect(scan("a.svelte", "{@html `<script>${Date.now()}<\\/script>`}<style lang=scss>$a: { b }</style>")).toEqual([
      "1:19 Date.now",
    ]);
  });

  it("is found in any version of Svelte", () => {
    const old = "<Row let:Math on:click><slot {Math}/>{Math.random()}</Row>{#each [Date] as date}{date.now()}{/each}";
    expect(scan("a.svelte", `<script>export let a = 1; $: b = a + Math.random();</script>${old}`)).toEqual([
      "1:38 Math.random",
      "1:142 Date.now",
    ]);
    const runes = `{#snippet row(Math: any)}{Math.random()}{/snippet}{@render row(Date.now() as any)}
      <p onclick={() => roll(Math)} {@attach (node) => node.at = Date.now()}>{@const Date = a}{Date.now()}</p>`;
    const script = `<script lang="ts" generics="A extends B<C>">let a = $state<number>(0);
      const roll = (of: Math) => of.random();</script>`;
    expect(scan("a.svelte", script + runes)).toEqual(["2:34 Math.random", "2:118 Date.now", "3:66 Date.now"]);
  });

  it.each(["{{", "<p a='\"", "<!--"])(
    "is found in a script before an unclosed %s, and the rest is reported as unscanned",
    (opening) => {
      const text = `<template><script>Date.now()</script><b>${opening} Math.random()`;
      expect(scan("a.vue", text)).toEqual(["1:19 Date.now", "1:1 unscanned"]);
      expect(scan("a.svelte", text)).toEqual(["1:19 Date.now", "1:1 unscanned"]);
    },
  );

  it("is found in an unclosed script, and in one after a broken template", () => {
    expect(scan("a.vue", "<template><b>{{</template><script>Math.random()")).toEqual(["1:35 Math.random"]);
  });

  it("is reported as unscanned in an attribute that encodes it", () => {
    const link = '<a href="javascript:go(%22a%22, Math.random())">a</a>';
    expect(scan("a.vue", `<template>${link}</template>`)).toEqual(["1:1 unscanned"]);
    expect(scan("a.svelte", link)).toEqual(["1:1 unscanned"]);
  });

  it("is found among any number of tags in Svelte markup", () => {
    const tags = '<b c="d"></b>'.repeat(20_000);
    expect(scan("a.svelte", `${tags}\n{Math.random()}`)).toEqual(["2:2 Math.random"]);
  });

  it("is reported as unscanned in Svelte markup that is nested too deeply", () => {
    const text = `${"<b>".repeat(100_000)}{Math.random()}${"</b>".repeat(100_000)}`;
    expect(scan("a.svelte", text)).toEqual(["1:1 unscanned"]);
  });

  const openings = ["{", "{{", "<a b='", "<a b={`", "{`${", "<!--", "</", "<script>", '{"', "</b><p>", "<b></b>"];
  it.each<readonly [string, string]>([
    ...openings.flatMap((opening) => [["a.vue", opening] as const, ["a.svelte", opening] as const]),
    ["a.vue", "<p v-for='a in b'>"],
    ["a.vue", "<b v-slot='a'>"],
    ["a.vue", "{{ ("],
    ["a.svelte", "{#if a}"],
    ["a.svelte", "{#each a as b}<p>"],
    ["a.svelte", "{(a"],
  ])("in %s is found, or reported as unparsed, after many repetitions of %s", (file, opening) => {
    const text = `<template>${opening.repeat(50_000)}</template><p>Math</p><script>Math.random()</script>`;
    const found = scan(file, text);
    expect(found.some((one) => one.endsWith("Math.random") || one.endsWith("parse-error"))).toBe(true);
  });
});
