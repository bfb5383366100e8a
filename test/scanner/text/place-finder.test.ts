import fc from "fast-check";
import { expect, it } from "vitest";
import { createPlaceFinder } from "../../../scanner/text/place-finder.ts";

it("finds the line and the column that a walk over all characters finds", () => {
  const pieces = fc.constantFrom("a", "bc", "\n", "\r", "\r\n", "\u2028", "\u2029", "\u{1f3b2}", " ");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), fc.nat(60), (parts, end) => {
      const text = parts.join("");
      const offset = Math.min(end, text.length);
      const before = text.slice(0, offset).split(/\r\n|[\n\u2028\u2029]|\r(?!\n)/);
      // No node begins between \r and \n.
      fc.pre(!(text[offset - 1] === "\r" && text[offset] === "\n"));
      expect(createPlaceFinder(text)(offset)).toEqual({
        line: before.length,
        column: (before.at(-1) ?? "").length + 1,
      });
    }),
    { seed: 11, numRuns: 500 },
  );
});
