import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toValue } from "../../src/formats/json-document.ts";
import { readJson } from "../../src/formats/json-text.ts";

function parsesAs(text: string): unknown {
  const reading = readJson(text);
  return reading.ok ? { value: toValue(reading.root) } : "refused";
}

function referenceParse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return "refused";
  }
}

const seed = 20_260_101;

describe("readJson", () => {
  it("reads every valid document as JSON.parse does", () => {
    const documents = fc
      .tuple(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, 2, "\t"))
      .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent));
    fc.assert(
      fc.property(documents, (text) => {
        expect(parsesAs(text)).toEqual(referenceParse(text));
      }),
      { seed, numRuns: 500 },
    );
  });

  it("agrees with JSON.parse, even one edit away from a valid document", () => {
    const edits = fc.tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom("", ...Array.from(`{}[]",:\\ntfe+-.0918 \n\t/u\u0000_é`)),
    );
    fc.assert(
      fc.property(edits, fc.nat(1), ([text, place, character], removed) => {
        const at = place % (text.length + 1);
        const edited = text.slice(0, at) + character + text.slice(at + removed);
        expect(parsesAs(edited)).toEqual(referenceParse(edited));
      }),
      { seed, numRuns: 3000 },
    );
  });

  it("keeps a property called __proto__ as an own one", () => {
    const reading = readJson(`{"__proto__":{"polluted":true}}`);
    const value = reading.ok ? toValue(reading.root) : null;
    expect(Object.keys(value ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each(["[", '{"a":'])("survives 100,000 levels of %j", (opener) => {
    const text = opener.repeat(100_000);
    expect(readJson(text).ok).toBe(false);
    const closer = opener === "[" ? "]" : "}";
    const reading = readJson(`${text}1${closer.repeat(100_000)}`);
    expect(reading.ok && typeof toValue(reading.root)).toBe("object");
  });

  it.each([
    ["", 0],
    ["{", 1],
    ["[1,]", 3],
    ["[1 2]", 3],
    [`{"a" 1}`, 5],
    [`{"a":1,}`, 7],
    ["{a:1}", 1],
    ["// no\n1", 0],
    ["[01]", 1],
    ["[tru]", 1],
    [`["\\x"]`, 1],
    [`["ab`, 1],
    ["1 1", 2],
  ])("points at the mistake in %j", (text, offset) => {
    const reading = readJson(text);
    expect(reading.ok ? null : reading.offset).toBe(offset);
  });

  it("does not count a byte-order mark in offsets", () => {
    const reading = readJson("\uFEFF[x]");
    expect(reading.ok ? null : reading.offset).toBe(1);
  });

  it.each([
    ["", "It is empty."],
    [" \n", "It is empty."],
    ["// a", "JSON has no comments."],
    ['{"a": 1 /* b */}', "JSON has no comments."],
    ['{"a": 1} # b', "JSON has no comments."],
    ["{'a': 1}", "JSON has double quotes only."],
    ["{a: 1}", "Expected a property name in double quotes here."],
    ['{"a": 1,}', "JSON has no comma after the last property."],
    ["[1,]", "JSON has no comma after the last item."],
    ["[1,,2]", "A value is missing here."],
    ['{"a":}', "A value is missing here."],
    ['{"a"', "The text ends too soon. Expected a colon here."],
    ["[1", "The text ends too soon. Expected a comma or ] here."],
    ["[", "The text ends too soon. Expected a value here."],
    ['{"a": NaN}', '"NaN" is not a value.'],
    ["\u0000", "The character U+0000, which is hard to see, is not allowed here."],
    ["{\u00a0}", "The character U+00A0, which is hard to see, is not allowed here."],
    ["{} {}", "There is text after the end of the document."],
  ])("explains the mistake in %j", (text, sentence) => {
    const reading = readJson(text);
    expect(reading.ok ? "" : reading.message).toBe(`This is not JSON. ${sentence}`);
  });

  it("keeps the text of a number that JavaScript may not represent exactly", () => {
    const reading = readJson("[1, -2.50, 9007199254740993, 1e-999, 0, 9007199254740991]");
    const items = reading.ok && reading.root.kind === "array" ? reading.root.items : [];
    expect(items.map((item) => (item.kind === "leaf" ? item.literal : "none"))).toEqual([
      undefined,
      undefined,
      "9007199254740993",
      "1e-999",
      "0",
      undefined,
    ]);
  });

  it("reads 100,000 levels and rejects more", () => {
    const nest = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(readJson(nest(100_000)).ok).toBe(true);
    expect(readJson(nest(100_002))).toMatchObject({
      ok: false,
      offset: 100_001,
      message: "This JSON is nested deeper than 100000 levels.",
    });
  });
});
