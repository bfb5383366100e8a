import { describe, expect, it } from "vitest";
import { hashText } from "../../src/core/text-hash.ts";

describe("hashText", () => {
  it("distinguishes similar texts", () => {
    const texts = ["1", "11", "111", "a", "a\u0000", "\u0000a", "\ud800", "\udfff", "é", "e\u0301"];
    expect(new Set(texts.map(hashText)).size).toBe(texts.length);
  });
});
