import fc from "fast-check";
import { transformSync } from "rolldown/utils";
import { describe, expect, it } from "vitest";
import { readSvelte } from "../../../scanner/parse/svelte-template.ts";
import { programOf } from "./svelte-program.ts";

/** Code as a printer writes it, without comments, types, blanks and empty scopes. */
function printed(code: string): string {
  const { code: text, errors } = transformSync("source", code, { lang: "ts" });
  expect(errors).toEqual([]);
  let rest = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*|\s+/g, "");
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\{\}|\(\([^()]*\)=>\);/g, "");
  }
  return rest;
}

/** Expects that `readSvelte` and Svelte's parser find the same in markup, and that every name has its place. */
function expectSame(markup: string, hasTypes: boolean): void {
  const template = readSvelte(markup);
  if (template === null) throw new Error("The markup is not read.");
  const { code, attributes } = programOf(markup, hasTypes);
  expect(printed(`{${template.code.text}}`)).toBe(printed(code));
  expect(template.attributes).toEqual(attributes);
  for (const { 0: name, index } of template.code.text.matchAll(/\bv\d/g))
    expect(markup.startsWith(name, template.code.offsetOf(index))).toBe(true);
}

const expressions = [
  "v1",
  "v2.then.as",
  "v1 / v2 / v3",
  "v3(v1, ...v2)[v1]",
  "`}${v1}{${`${{ v2 }}'`}`",
  '\'}\' + v1 + "{\\"}"',
  "!/[/}]\\/'}/.test(v1)",
  "(v1) / 2 + (v2, v3)",
  "v1 /* } ' */ + v2",
  'v1 // } "\n + v2',
  "{ a: v1, 'b}': { v2 } }",
  "({ v1 }) => { if (v1) /}/.test(v2); return v1 }",
  "v1 < v2 || v2 > v1",
  "v1 ? '<p>' : [v2]",
  "function () { /* { */ return v1 }",
];
const typed = ["v1 as v2[]", "(v1 as { a: v2 }).a", "v1!", "v1 satisfies v2<{ a: v3 }>", "v3<v2>(v1 as v4)"];
const patterns = ["v1", "v5", "{ v1, a: v2 = '}' }", "[v1, { v3 }, ...v4]", "{ a: [v1], ...v2 }"];

/** In these forms, `$E` is an expression, `$U` one without types, `$P` a pattern, `$T` a type or none, `$N` a number. */
const attributes = [
  "a$N={$_$E$_}",
  "a$N='b {$E} \" > c{$_$E}'",
  'a$N="b > c"',
  "a$N = '/d'",
  "a$N=/b/c",
  "a$N=b{$E}/c",
  "a$N",
  "href=/",
  "{v1}",
  "{$_...$E}",
  "{@attach $E}",
  "// > {'\n",
  "/* > { */",
  "on:click={$E}",
  "on:click|once",
  "onpointerdown={$E}",
  "{onkeydown}",
  'on:pointerup="{$E}"',
  "bind:v2",
  "bind:a$N={$U}",
  "class:v3",
  "class:a$N={$E}",
  "style:a$N",
  "style:a$N='b{$E}'",
  "style:a$N|important={$E}",
  "use:a$N={$E}",
  "use:a$N",
  "transition:a$N|local={$E}",
  "in:a$N",
  "animate:a$N={$E}",
  "let:x$N",
  "let:a$N={x$N}",
  "let:a$N={{ b: [x$N] }}",
  "xlink:href='javascript:v1()'",
];
const nodes = [
  " text } > ",
  "<!-- { <p> -->",
  "{$_$E$_}",
  "{$_@html $E}",
  "{@render v1($E)}",
  "{@debug}",
  "{@debug v1, v2}",
  "{@const c$N = $E}",
  "{const c$N = $E, d$N$T = v1}",
  "{let c$N}",
  "<div$A>$M</div\n>",
  "<Row.Cell$A>$M</Row.Cell>",
  "<slot$A/>",
  "<br$A>",
  "<input$A/>",
  "<ul><li$A>$M<li>$M</ul>",
  "<div><p$A>$M<h1>$M</h1>$M</div>",
  "<table><tr$A><td>$M<th>$M<tr>$M</table>",
  "<svelte:element this={$E}$A>$M</svelte:element>",
  "<textarea$A> </p> <br {$E} </textareas></textarea>",
  "{#if $E}$M{/if}",
  "{#if $E}$M{:else $_if $E}$M{:else if $E}$M{:else}$M{/if}",
  "{$_#each $E as $P$T}$M{:else}$M{/each}",
  "{#each $E as $P$T, i$N$_($_$E)$_}$M{/each$_}",
  "{#each $E as $P (v1)}$M{/each}",
  "{#each $U$_}$M{/each}",
  "{#each $U, i$N}$M{/each}",
  "{#each $U, i$N (v1)}$M{/each}",
  "{#await $E}$M{:then $P$T}$M{:catch $P$T}$M{/await}",
  "{#await $E then $P}$M{:catch}$M{/await}",
  "{#await $E$_ then}$M{/await}",
  "{#await $E catch $P}$M{/await}",
  "{#key $E}$M{/key}",
  "{#snippet f$N($P$T)}$M{/snippet}",
];

/** The texts of a form, in which numbers are left open. */
function formOf(form: string, parts: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  return fc
    .tuple(...form.split(/(\$[A-Z_])/).map((part) => parts[part] ?? fc.constant(part)))
    .map((texts) => texts.join(""));
}

function markupOf(hasTypes: boolean): fc.Arbitrary<string> {
  const parts = {
    $_: fc.constantFrom("", " ", "\n  "),
    $E: fc.constantFrom(...expressions, ...(hasTypes ? typed : [])),
    $U: fc.constantFrom(...expressions),
    $P: fc.constantFrom(...patterns),
    $T: fc.constantFrom("", ...(hasTypes ? [": v6", ": { a: v7<v6> }[]"] : [])),
  };
  const $A = fc
    .uniqueArray(fc.constantFrom(...attributes), { maxLength: 4 })
    .chain((forms) => fc.tuple(...forms.map((form) => formOf(` ${form}`, parts))))
    .map((texts) => texts.join(""));
  const markup = (depth: number): fc.Arbitrary<string> => {
    const $M = depth === 0 ? fc.constant("") : fc.constant(null).chain(() => markup(depth - 1));
    const node = fc.constantFrom(...nodes).chain((form) => formOf(form, { ...parts, $A, $M }));
    return fc.array(node, { maxLength: 3 }).map((texts) => texts.join(""));
  };
  return markup(3).map((text) => {
    let count = 0;
    return text.replaceAll("$N", () => String(count++));
  });
}

describe("the reader of Svelte's markup", () => {
  it.each([false, true])("finds the code that Svelte finds, with types: %s", (hasTypes) => {
    fc.assert(
      fc.property(markupOf(hasTypes), (markup) => {
        expectSame(markup, hasTypes);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it.each([
    "<!DOCTYPE html><p>{v1}</p>",
    "{#each v1.as as as}{as}{/each}",
    "{#each as as as, as (as)}{as}{/each}",
    "{#each v1 as { v2 = v3.as }}{v2}{/each}",
    "{#each 'v1 as v2' as v3}{v3}{/each}",
    "{#each v1(v2)}{v1}{/each}",
    "{#each v1.as[v2]}{v1}{/each}",
    "{#each as[v1]}{v1}{/each}",
    "{#each alias[v1]}{v1}{/each}",
    "{#await v1 || thenable}{v1}{/await}",
    "{#await v1.then(v2) . catch() then then}{then}{/await}",
    "{#await then then v1}{v1}{/await}",
    "<textarea>{v1}</texta </textarea\n<v2 >{v3}",
    "<a b=/>{v1}</a>",
    "{#if /}/.test(v1)}{:else if /}/.test(v2)}{/if}",
    "<a {v1}onclick={v2} {...v3}c>{v4}</a>",
    "<dl><dt>{v1}<dd let:v2>{v2}<dt>{v2}</dl>{v2}",
    "{ #if v1 }{ :else }{ /if }",
    "{\n// v1 }\nv2}",
    "{\n/* v1 } */ v2}",
    "{await (v1) / 2}",
    "{v1 ? { v2 } / 2 : v3}",
    "<title>{v1}</title><svelte:head><title>{v2} {v3}</title></svelte:head>",
  ])("finds the code that Svelte finds in %j", (markup) => {
    expectSame(markup, false);
  });

  it.each([
    "<b>",
    "</b>",
    "<b></i>",
    "<br></br>",
    "<!-- {v1}",
    "< b>{v1}</b>",
    "<b c='{v1}>",
    "<b 'c'>{v1}</b>",
    "<textarea>{v1}",
    "{v1",
    "{'v1}",
    "{:else}",
    "{/if}",
    "{#if v1}",
    "{#if v1}<b>{/if}</b>",
    "<b>{#if v1}</b>",
    "{#if v1}{:then}{/if}",
    "{#key v1}{:else}{/key}",
    "{#each v1 as v2}{/if}",
    "{#other v1}{/other}",
  ])("takes %j for broken, as Svelte does", (markup) => {
    expect(readSvelte(markup)).toBeNull();
    expect(() => programOf(markup, false)).toThrow();
  });

  it.each(["<b c={v1} c={v2}/>", "<b c{v1}/>", "<b on:click='v1()'/>", "{@other v1}", "<svelte:component/>{v1}"])(
    "finds code in %j, which Svelte rejects",
    (markup) => {
      expect(readSvelte(markup)?.code.text).toContain("v1");
    },
  );
});
