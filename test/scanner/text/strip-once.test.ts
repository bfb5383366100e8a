import { describe, expect, it } from "vitest";
import { stripSource } from "../../../scanner/text/strip.ts";
import { shareStripping } from "../../../scanner/text/strip-once.ts";

describe("a text that two strip", () => {
  it("is stripped once", () => {
    const { first, second } = shareStripping();
    const stripped = first("a(); // b", false);
    expect(second("a(); // b", false)).toBe(stripped);
    expect(stripped).toEqual(stripSource("a(); // b", false));
  });

  it("is let go of then", () => {
    const { first, second } = shareStripping();
    const stripped = first("a();", false);
    second("a();", false);
    expect(second("a();", false)).not.toBe(stripped);
    expect(second("a();", false)).toEqual(stripped);
  });

  it("is another one where it may hold tags, and where it has changed in between", () => {
    const { first, second } = shareStripping();
    const source = "a = <b>c('d')</b>;";
    first(source, false);
    expect(second(source, true)).toEqual(stripSource(source, true));
    first(source, true);
    expect(second(`${source}\ne();`, true)).toEqual(stripSource(`${source}\ne();`, true));
  });

  it("may be one that cannot be stripped", () => {
    const { first, second } = shareStripping();
    expect(first("a = (", false)).toBeNull();
    expect(second("a = (", false)).toBeNull();
  });
});
