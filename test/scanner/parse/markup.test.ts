import { describe, expect, it } from "vitest";
import { readMarkup, type Token } from "../../../scanner/parse/markup.ts";
import { svelteMarks } from "../../../scanner/parse/svelte-code.ts";
import { vueMarks } from "../../../scanner/parse/vue-code.ts";

/** Each token in a few letters, with the text that it stands for. */
function briefly(text: string, tokens: readonly Token[]): readonly string[] {
  return tokens.map((token) => {
    if (token.kind === "close") return `</${token.name}>`;
    if (token.kind === "expression") return `{${text.slice(token.start, token.end)}}`;
    const attributes = token.attributes.map(({ name, value }) =>
      value === null ? ` ${name}` : ` ${name}=[${text.slice(value.start, value.end)}]`,
    );
    const tag = `${token.name}${attributes.join("")}`;
    if (token.kind === "raw") return `raw ${tag} [${text.slice(token.start, token.end)}]`;
    return token.hasChildren ? `<${tag}>` : `<${tag}/>`;
  });
}

function vue(text: string): readonly string[] {
  return briefly(text, readMarkup(text, vueMarks).tokens);
}

function svelte(text: string): readonly string[] {
  return briefly(text, readMarkup(text, svelteMarks).tokens);
}

describe("markup", () => {
  it("has tags as they are written, whatever HTML says of them", () => {
    expect(vue("<Col a><tr><td/></Col><br>")).toEqual(["<Col a>", "<tr>", "<td/>", "</Col>", "<br/>"]);
  });

  it("has values with quotes, without, and none", () => {
    expect(vue(`<p a="1 > 2" b='"' c=d :e.f = "g" @h h/>`)).toEqual(['<p a=[1 > 2] b=["] c=[d] :e.f=[g] @h h/>']);
  });

  it("has expressions in which tags and quotes mean nothing", () => {
    expect(vue('<p>{{ a < b }} {{ "}" }}</p>')).toEqual(["<p>", "{ a < b }", '{ "}" }', "</p>"]);
    expect(svelte("{#if a < b}{'}'}{`}${{ a: '}' }}`}{/* } */ c}{/if}")).toEqual([
      "{#if a < b}",
      "{'}'}",
      "{`}${{ a: '}' }}`}",
      "{/* } */ c}",
      "{/if}",
    ]);
  });

  it("has expressions in tags, where they may be", () => {
    expect(svelte(`<a b={c > 1} d="e {f ? '"' : 1}" {g} {...h} on:i={() => { j(); }}>`)).toEqual([
      `<a b=[{c > 1}] d=[e {f ? '"' : 1}] =[{g}] =[{...h}] on:i=[{() => { j(); }}]>`,
    ]);
    expect(vue("<a {b}>")).toEqual(["<a { b}>"]);
  });

  it("has scripts and styles, which are read as they are, and no comments", () => {
    expect(vue("<!-- <p> {{ a }} --><script setup>a < b; '{{'</script><style>p {}</STYLE><b>")).toEqual([
      "<script setup>",
      "raw script setup [a < b; '{{']",
      "</script>",
      "<style>",
      "raw style [p {}]",
      "</STYLE>",
      "<b>",
    ]);
  });

  it.each(["{{", "<p a='"])("has its scripts even behind %s that nothing ends", (opening) => {
    const { tokens, isBroken } = readMarkup(`<b>${opening}<script>a</script>`, vueMarks);
    expect(isBroken).toBe(true);
    expect(tokens.filter(({ kind }) => kind === "raw")).toHaveLength(1);
  });

  it.each(["{", "{{", "<a b='", "<a b={`", "{`${", "<!--", "</", "<script>", '{"'])(
    "is read in one go where %s stands again and again",
    (opening) => {
      for (const marks of [vueMarks, svelteMarks]) {
        const { tokens } = readMarkup(opening.repeat(100_000), marks);
        expect(tokens.length).toBeLessThanOrEqual(200_001);
      }
    },
  );
});
