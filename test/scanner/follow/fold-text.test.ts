import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCall, foldMethod, textFunctionPaths, textMethods } from "../../../scanner/follow/fold-text.ts";

const methods = [
  "toLowerCase",
  "trim",
  "concat",
  "slice",
  "substring",
  "substr",
  "charAt",
  "at",
  "replace",
  "replaceAll",
  "padStart",
  "padEnd",
  "repeat",
  "split",
];

/** The result of the language itself, which folding must match. */
function call(receiver: unknown, name: string, given: readonly (string | number)[]): unknown {
  const method: unknown = Reflect.get(Object(receiver), name);
  return typeof method === "function" ? Reflect.apply(method, receiver, given) : undefined;
}

describe("a method of a text", () => {
  it("folds to the same result as in the language", () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 2 });
    const texts = fc.array(fc.constantFrom("a", "no", "dom", ""), { minLength: 2, maxLength: 2 });
    const isNumeric = (name: string): boolean => /^(?:slice|sub|char|at|pad|repeat)/.test(name);
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.constantFrom("random", " now ", "", "nodnar"),
        numbers,
        texts,
        (name, text, counts, words) => {
          const given = isNumeric(name)
            ? counts.slice(0, name === "at" || name.startsWith("pad") || name === "repeat" ? 1 : 2)
            : words.slice(0, name === "split" ? 1 : 2);
          const wanted = call(text, name, given);
          expect(foldMethod(name, text, given.map(String))).toEqual(wanted ?? "");
        },
      ),
      { seed: 11, numRuns: 400 },
    );
  });

  it("is not folded if it is unknown", () => {
    expect(textMethods.has("match")).toBe(false);
    expect(foldMethod("match", "random", ["r"])).toBeNull();
  });

  it("stays short whatever the arguments are", () => {
    expect(String(foldMethod("repeat", "ab", ["1e12"])).length).toBeLessThanOrEqual(10_000);
    expect(String(foldMethod("padStart", "ab", ["1e12", "x"])).length).toBeLessThanOrEqual(10_000);
  });
});

describe("a function of texts", () => {
  it.each([
    ["String.fromCharCode", ["110", "111", "119"], "now"],
    ["String.fromCodePoint", ["110", "0x6f", "119"], "now"],
    ["atob", ["bm93"], "now"],
    ["decodeURIComponent", ["n%6fw"], "now"],
    ["decodeURI", ["n%6fw"], "now"],
    ["unescape", ["n%6fw"], "now"],
  ])("%s of %j is %s", (path, given, wanted) => {
    expect(foldCall(path, given)).toBe(wanted);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.constantFrom(...textFunctionPaths), fc.array(fc.string(), { maxLength: 3 }), (path, given) => {
        expect(typeof foldCall(path, given)).toBe("string");
      }),
      { seed: 12, numRuns: 300 },
    );
  });
});
