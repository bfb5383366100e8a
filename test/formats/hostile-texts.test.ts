import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNames } from "../../src/formats/json-schema.ts";
import { listPlaces, replaceAt } from "./edit-document.ts";
import { strictValidators } from "./format-validators.ts";
import { fullDocuments } from "./full-documents.ts";

const seed = 20_260_104;
/** Long enough to expose quadratic behaviour; the test of `check` covers 10 MB. */
const size = 2_000_000;

const strangeName = fc.constantFrom(
  "__proto__",
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "length",
  "\ud800",
  "",
);
const strangeValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("\udfff", "\u0000", "__proto__", null, 5e-324, Number.MAX_VALUE),
);

/** A valid document of any format with a strange value somewhere in it. */
const strangeDocument = fc
  .record({ format: fc.constantFrom(...formatNames), place: fc.nat(), name: strangeName, value: strangeValue })
  .map(({ format, place, name, value }) => {
    const [document] = fullDocuments[format];
    const places = listPlaces(document);
    const { path, value: old } = places[place % places.length] ?? { path: [], value: null };
    const isObject = typeof old === "object" && old !== null && !Array.isArray(old);
    const changed = isObject ? Object.fromEntries([...Object.entries(old), [name, value]]) : value;
    return { format, text: JSON.stringify(replaceAt(document, path, changed)) };
  });

/** Reading megabytes takes seconds on a busy machine. */
const limitMs = 120_000;

describe("validation", () => {
  it("reports located errors for any value in a document, and touches no prototype", () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(strangeDocument, ({ format, text }) => {
        const validation = strictValidators[format](text);
        const found = [...(validation.ok ? [] : validation.errors), ...validation.warnings];
        expect(validation.ok || found.length > 0).toBe(true);
        for (const { pointer, line = 0, column = 0 } of found) {
          expect(pointer === "" || pointer.startsWith("/")).toBe(true);
          expect(Math.min(line, column)).toBeGreaterThan(0);
        }
      }),
      { seed, numRuns: 2000 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("returns a result for any text", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...`{}[]",:\\u0e+-.1\n\t\ufeff\ud800`) }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...formatNames), text, (format, given) => {
        expect(strictValidators[format](given).ok).toBe(false);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it("reads the same document with a byte-order mark and with other line endings", () => {
    for (const format of formatNames) {
      const text = JSON.stringify(fullDocuments[format][0], null, 2);
      const plain = strictValidators[format](text);
      expect(plain.ok, format).toBe(true);
      for (const variant of [`\ufeff${text}`, text.replaceAll("\n", "\r\n"), text.replaceAll("\n", "\r")]) {
        expect(strictValidators[format](variant), format).toEqual(plain);
      }
    }
  });

  it("reports a number that overflows and one that JavaScript cannot represent", () => {
    const text = JSON.stringify(fullDocuments.tape[0])
      .replace(`"seed":5`, `"seed":9007199254740993`)
      .replace(`"value":1}`, `"value":-1e999}`);
    const validation = strictValidators.tape(text);
    expect(validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "out-of-range /seed",
      "not-finite /events/0/value",
    ]);
  });

  it.each([
    ["one long string", () => `{"version":"${"x".repeat(size)}"}`],
    ["escapes", () => `{"version":"${"\\u0041".repeat(size / 6)}"}`],
    ["an array of nothing", () => `{"version":1,"events":[${"0,".repeat(size / 2)}0]}`],
    [
      "an array of wrong shapes",
      () => `{"version":1,"children":[${`{"type":"graphics","shapes":[1]},`.repeat(size / 32)}0]}`,
    ],
    [
      "steps out of order",
      () =>
        `{"version":1,"stepHz":60,"events":[\n${Array.from({ length: size / 50 }, (_, index) => `{"type":"blur","step":${size - index}}`).join(",\n")}]}`,
    ],
    ["unknown names", () => `{${Array.from({ length: size / 20 }, (_, index) => `"name${index}":0`).join(",")}}`],
    ["one name again and again", () => `{${`"version":1,`.repeat(size / 12)}"version":1}`],
    ["arrays in arrays", () => "[".repeat(10_000) + "]".repeat(10_000)],
    ["objects in objects", () => `{"children":[`.repeat(10_000) + "]}".repeat(10_000)],
  ])(
    "terminates on two million characters, or ten thousand levels, of %s",
    (_name, make) => {
      const text = make();
      for (const format of ["tape", "scn2d"] as const) expect(strictValidators[format](text).ok).toBe(false);
    },
    limitMs,
  );

  it("reports the first mistakes of a file that has too many", () => {
    const validation = strictValidators.tape(`{"version":1,"events":[${"0,".repeat(500_000)}0]}`);
    const errors = validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`);
    expect(errors.slice(0, 3)).toEqual(["too-many-errors ", "missing-property ", "wrong-type /events/0"]);
  });

  it("reports all mistakes of a large file that has few", () => {
    const events = Array.from({ length: 40_000 }, (_, step) => ({ step, type: "blur" }));
    const wrong = [...events, { step: 40_000, type: "blurr" }, { step: 3, type: "focus" }];
    const validation = strictValidators.tape(JSON.stringify({ version: 1, stepHz: 60, events: wrong }));
    const errors = validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`);
    expect(errors).toEqual(["invalid-value /events/40000/type", "tape-order /events/40001/step"]);
  });
});
