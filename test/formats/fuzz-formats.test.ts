import { expect, it } from "vitest";
import { fuzzFormats } from "./fuzz-formats.ts";

it("agrees with the JSON Schema and a second implementation of the rules on mutated documents", () => {
  const { documents, valid, byFormat, byMutation, disagreements } = fuzzFormats(5000, 20_260_102);
  expect(disagreements).toEqual([]);
  expect(documents).toBe(5000);
  // Both verdicts, every format and every kind of mutation occur.
  expect(valid).toBeGreaterThan(500);
  expect(valid).toBeLessThan(4500);
  expect(Math.min(...Object.values(byFormat), ...Object.values(byMutation))).toBeGreaterThan(100);
});
