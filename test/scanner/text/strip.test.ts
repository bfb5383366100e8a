import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCodeReader, stripSource } from "../../../scanner/text/strip.ts";
import { namesOf } from "../names-in-program.ts";

/** The stripped source, with white space collapsed. */
function strip(source: string, hasTags = false): string | null {
  return stripSource(source, hasTags)?.code.replaceAll(/\s+/g, " ").trim() ?? null;
}

describe("stripping", () => {
  it.each([
    ["a // b\nc", "a c"],
    ["a /* b\n * c */ d", "a d"],
    ["#!/usr/bin/env node\na", "a"],
    ["a('b', \"c\")", "a('', \"\")"],
    ["a('it\\'s', '\\\\') // b'", "a('', '')"],
    ["`a ${b(`c ${d}`)} e`", "`${b(`${d}`)}`"],
    ["a = /'\"[/]`/g.test(b)", "a = / /.test(b)"],
    ["a / b / c // d", "a / b / c"],
    ["(a) / b / c", "(a) / b / c"],
    ["if (a) /'/.test(b)", "if (a) / /.test(b)"],
    ["a.if(b) / c / d", "a.if(b) / c / d"],
    ["return /'/", "return / /"],
    ["a.return / b / c", "a.return / b / c"],
    ["x! / b / c", "x! / b / c"],
    ["!/'/.test(a)", "!/ /.test(a)"],
    ["a\u2028b // c\u2028d", "a b d"],
    ["1 << 2 < 3", "1 << 2 < 3"],
  ])("turns %j into %j", (source, code) => {
    expect(strip(source)).toBe(code);
  });

  it.each([
    ["<p>Don't {a} can't</p>", "{a}"],
    ["<p>// {a} /* {b} */</p>", "{a} {b}"],
    ["a = <b c='d' e={f} {...g}/> / h", "a = <b '' \"\" {f} {...g} / h"],
    ["<><a.b>c</a.b></>", "<a.b"],
    ["a < b && c > d", "a < b && c > d"],
  ])("keeps the code in the JSX of %j", (source, code) => {
    const left = strip(source, true);
    for (const word of code.match(/[a-h]\b(?=[})])/g) ?? []) expect(left).toContain(word);
    expect(left).not.toMatch(/Don|can/);
  });

  it("returns the contents of strings, with escapes resolved", () => {
    const source = String.raw`a('M\u0061th', "\x4d\141", ${"`r${b}m`"}, 'a\
b', '\u{4d}', '\Mn')`;
    expect(stripSource(source, false)?.strings).toEqual(["Math", "Ma", "r", "m", "ab", "M", "Mn"]);
  });

  it("returns the positions of comments", () => {
    const source = "a /* b */ '// c' // d\ne";
    const comments = stripSource(source, false)?.comments.map(({ start, end }) => source.slice(start, end));
    expect(comments).toEqual(["/* b */", "// d"]);
  });
});

describe("stripping gives up", () => {
  it.each([
    ["a string without an end", "a('b\nc')"],
    ["a comment without an end", "a /* b"],
    ["a template without an end", "`a ${b"],
    ["brackets that do not match", "a(]"],
    ["brackets that stay open", "a(("],
    ["a slash behind a brace", "{} /a/ 1"],
    ["a slash behind a name that may be a keyword", "yield /a/ 1"],
    ["a comment of old scripts", "a <!-- b"],
  ])("on %s", (_what, source) => {
    expect(stripSource(source, false)).toBeNull();
  });

  it.each(["type A = <T>(a: T) => void"])("on %j, where the bracket may open a tag", (source) => {
    expect(stripSource(source, true)).toBeNull();
  });
});

// TypeScript's own scanner is the slow reference: no name that it finds may be lost.
it("loses no name of any program that it strips", () => {
  const piece = fc.constantFrom(
    "Math",
    "a",
    " ",
    "\n",
    "/",
    "//",
    "/*",
    "*/",
    "'",
    '"',
    "`",
    "${",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "\\",
    "<",
    ">",
    "</",
    "/>",
    "=",
    "+",
    "++",
    "!",
    ".",
    ",",
    ";",
    "if",
    "return",
    "=>",
    "1",
    ":",
    "?",
  );
  let strippedCount = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.boolean(), (pieces, hasTags) => {
      const source = pieces.join("");
      const left = stripSource(source, hasTags);
      const names = left === null ? null : namesOf(source, hasTags);
      if (names === null || left === null) return;
      if (names.length > 0) strippedCount++;
      expect(left.code.match(/[A-Za-z]\w*/g) ?? []).toEqual(expect.arrayContaining([...new Set(names)]));
    }),
    { seed: 7, numRuns: 10_000 },
  );
  expect(strippedCount).toBeGreaterThan(100);
});

describe("code in another text", () => {
  it("ends at the brace that closes it, and has an outline of what is not inside brackets and quotes", () => {
    const text = "{a({ b: '}' }) as /* } */ [c, d]} '{/}/.test(`${e}}`) / 2 } {f ; ( \"g";
    const read = createCodeReader(text);
    expect(read(1)).toEqual({ start: 1, end: text.indexOf("} '"), outline: "a(########### as /###### [#####" });
    expect(read(text.indexOf("/}/"))).toEqual({
      start: text.indexOf("/}/"),
      end: text.indexOf("} {f"),
      outline: "/##.test(######## / 2",
    });
    expect(read(text.indexOf("f ;"))).toBeNull();
  });

  it("is empty if nothing precedes the brace", () => {
    expect(createCodeReader("{ }")(1)).toEqual({ start: 1, end: 2, outline: "" });
  });

  it("does not end at a brace that closes another bracket", () => {
    expect(createCodeReader("(a}")(0)).toBeNull();
  });
});
