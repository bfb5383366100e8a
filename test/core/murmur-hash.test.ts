import { describe, expect, it } from "vitest";
import { hashBytes } from "../../src/core/murmur-hash.ts";

function hexOf(text: string): string {
  const words = hashBytes(new TextEncoder().encode(text));
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}

describe("hashBytes", () => {
  it("gives the published digests of MurmurHash3_x86_128", () => {
    expect(hexOf("")).toBe("00000000000000000000000000000000");
    expect(hexOf("The quick brown fox jumps over the lazy dog")).toBe("2f1583c3ecee2c675d7bf66ce5e91d2c");
    expect(hexOf("I will not buy this tobacconist's, it is scratched.")).toBe("9b5b7ba2ef3f7866889adeaf00f3f98e");
  });
});
