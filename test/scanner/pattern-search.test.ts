import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPatternSearch, type Pattern } from "../../scanner/pattern-search.ts";

const words = ["Math", "top", "performance", "process", "eval", "fs"];
const marks = [String.raw`\u{`, String.raw`\u00`];
const patterns: readonly Pattern<string>[] = [
  ...words.map((text) => ({ text, isWord: true, meaning: text })),
  ...marks.map((text) => ({ text, isWord: false, meaning: text })),
];

function findAll(text: string, asked: readonly Pattern<string>[]): readonly string[] {
  const search = createPatternSearch(asked);
  const bytes = Buffer.from(`;;;;${text};;;;`, "latin1");
  const end = bytes.length - 4;
  const found: string[] = [];
  for (let next = search(bytes, 4, end); next !== null; next = search(bytes, next.end, end)) {
    found.push(`${next.meaning} ${String(next.start - 4)}-${String(next.end - 4)}`);
  }
  return found;
}

/** The slow plain version. */
function matchAll(text: string, asked: readonly Pattern<string>[]): readonly string[] {
  const sources = asked.map(({ text: spelled, isWord }) => {
    const plain = spelled.replaceAll(/[\\{]/g, String.raw`\$&`);
    return isWord ? String.raw`(?<!\w)${plain}(?!\w)` : plain;
  });
  return Array.from(text.matchAll(new RegExp(sources.join("|"), "g")), ({ 0: match, index }) => `${match} ${String(index)}-${String(index + match.length)}`);
}

describe("the search", () => {
  it("finds whole words only, at either end of a text too", () => {
    expect(findAll("Math aMath Maths $Math top", patterns)).toEqual(["Math 0-4", "Math 18-22", "top 23-26"]);
  });

  it("finds marks within words", () => {
    expect(findAll(String.raw`a\u{41}b\u0041c\u4100`, patterns)).toEqual([String.raw`\u{ 1-4`, String.raw`\u00 8-12`]);
  });

  it("sees nothing beyond the end", () => {
    const bytes = Buffer.from(";;;;a Math;;;;", "latin1");
    expect(createPatternSearch(patterns)(bytes, 4, 7)).toBeNull();
  });

  // Short patterns make for small steps, so that several sets are searched for.
  it.each([
    ["with words of two letters", patterns],
    ["with words of three letters and more", patterns.filter(({ text }) => text.length > 2)],
    ["with long words", patterns.filter(({ text }) => text.length > 4)],
  ])("finds what a regular expression finds, %s", (_what, asked) => {
    const piece = fc.oneof(
      fc.constantFrom(...words, ...marks, "mance", "Mat", "to", "u{", "\\", " ", ".", "\n", "\u00e9", "_", "$"),
      fc.string({ maxLength: 3 }).map((text) => text.replaceAll(/[^\0-\xff]/g, "?")),
    );
    let foundCount = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const expected = matchAll(text, asked);
        foundCount += expected.length;
        expect(findAll(text, asked)).toEqual(expected);
      }),
      { seed: 7, numRuns: 1000 },
    );
    expect(foundCount).toBeGreaterThan(50);
  });
});
