import { expect, it } from "vitest";
import { joinSnapshot } from "../../harness/run-heap.ts";

it("refuses a snapshot that would not fit into a string, with its size and what to do", () => {
  const chunks = ["a".repeat(1_500_000), "b".repeat(1_500_000)];
  expect(joinSnapshot(chunks, 3_000_000)).toHaveLength(3_000_000);
  expect(() => joinSnapshot(chunks, 2_999_999)).toThrow("a snapshot takes 3 MB");
});
