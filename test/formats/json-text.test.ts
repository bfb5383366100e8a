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

  it("accepts and refuses what JSON.parse does, also one edit away from a valid document", () => {
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
  ])("points at the fault of %j", (text, offset) => {
    const reading = readJson(text);
    expect(reading.ok ? null : reading.offset).toBe(offset);
  });

  it("does not count a byte-order mark in offsets", () => {
    const reading = readJson("\uFEFF[x]");
    expect(reading.ok ? null : reading.offset).toBe(1);
  });
});
