import { describe, expect, it } from "vitest";
import { createSkeletonMaker } from "../../../scanner/parse/skeleton.ts";
import { stripSource } from "../../../scanner/text/strip.ts";

/** The skeleton around every occurrence of `KEPT`, with white space collapsed. */
function skeletonOf(source: string): string {
  const stripped = stripSource(source, false);
  if (stripped === null) throw new Error("The test's source cannot be stripped.");
  const kept = Array.from(source.matchAll(/KEPT/g), ({ index }) => index);
  const skeleton = createSkeletonMaker(source, stripped)(kept);
  expect(skeleton).toHaveLength(source.length);
  for (const offset of kept) expect(skeleton.slice(offset, offset + 4)).toBe("KEPT");
  return skeleton.replaceAll(/\s+/g, " ").trim();
}

describe("a skeleton", () => {
  it.each([
    ["a(); KEPT(); b();", "KEPT();"],
    [
      "a();\nclass B { c = 1; d() { } e = () => KEPT(); f; }\nfunction g() { h(); i(KEPT); j() }\nk()",
      "class B { e = () => KEPT(); } function g() { i(KEPT); }",
    ],
    [
      "do { a(); } while (KEPT); if (b) c(); else KEPT(); try { d(); } catch { KEPT() } e();",
      "do { } while (KEPT); if (b) c(); else KEPT(); try { } catch { KEPT() }",
    ],
    ["const a = {}\nconst b = KEPT\nconst c = {}\nd()", "const b = KEPT const c = {}"],
    ["const a = [1, [2, 'b']], c = [KEPT];", "const a = [1, [2, 'b']], c = [KEPT];"],
    [`const a = [${"1, ".repeat(100)}], c = KEPT;`, "const a = [ ], c = KEPT;"],
    ["f(() => { a(); }, KEPT, function () { b(); });", "f(() => { }, KEPT, function () { });"],
    ["const a = { b: 1, c: KEPT };", "const a = { b: 1, c: KEPT };"],
    [
      "switch (a) { // b\n /* c */ case 1: d(); break; case 2: e(); KEPT(); default: f(); }",
      "switch (a) { // b /* c */ case 1: d(); case 2: e(); KEPT(); default: f(); }",
    ],
    [
      "'use strict'; a(); function b() { 'use strict'; KEPT(); } function c() { 'use strict'; d(); }",
      "'use strict'; function b() { 'use strict'; KEPT(); }",
    ],
    ["with (a(KEPT)) { b(); } c(); with (d) { e(); }", "with (a(KEPT)) { b(); }"],
    ["a(); b();", ""],
  ])("of %j keeps the statements around the offsets", (source, expected) => {
    expect(skeletonOf(source)).toBe(expected);
  });

  it("is made in no time behind comments of any look", () => {
    const comments = `${"/".repeat(100_000)}\n/*${"*".repeat(100_000)}*/${"// a /* b */\n".repeat(10_000)}`;
    expect(skeletonOf(`a();${comments}b(); KEPT();`)).toBe("KEPT();");
  });
});
