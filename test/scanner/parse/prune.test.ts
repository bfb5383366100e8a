import { describe, expect, it } from "vitest";
import { isParseProblem, SourceParser } from "../../../scanner/parse/parse-source.ts";
import { stripSource } from "../../../scanner/text/strip.ts";

/** The names left in the tree pruned around the offsets, or in the whole tree for null. */
function namesAround(source: string, kept: readonly number[] | null): readonly string[] {
  const parsed = new SourceParser(source, "js", stripSource(source, true)).parse(kept);
  if (isParseProblem(parsed)) throw new Error(parsed.message);
  const names = JSON.stringify(parsed.program).matchAll(/"type":"Identifier"[^{}]*?"name":"(\w+)"/g);
  return [...new Set(Array.from(names, ([, name = ""]) => name))];
}

describe("a pruned tree", () => {
  it.each([
    ["a(b), c(KEPT), d(e), f(g);", ["c", "KEPT", "f", "g"]],
    ["x({ a: b, c: KEPT, d() { e(); } }, f);", ["x", "c", "KEPT", "f"]],
    ["var a = b(), c = KEPT, d;", ["a", "c", "KEPT", "d"]],
    ["(function () { return a(), { b: c, d: function () { return e, KEPT; } }; })();", ["d", "KEPT"]],
  ])("of %j keeps the items that hold the offsets", (source, expected) => {
    const kept = Array.from(source.matchAll(/KEPT/g), ({ index }) => index);
    expect(namesAround(source, kept)).toEqual(expected);
  });

  it("is whole where no offsets are given", () => {
    expect(namesAround("a(), b({ c: d });", null)).toEqual(["a", "b", "c", "d"]);
  });
});
