import { describe, expect, it } from "vitest";
import { resolveSeed, SeedError } from "../../src/core/seed.ts";

const runtimeDefaultSeed = 2654435769;

const seeded = { query: "", defaultSeed: null, seededRandom: true };

function readQuery(query: string): readonly [number, string, number] {
  const { value, source, notices } = resolveSeed({ ...seeded, query });
  return [value, source, notices.length];
}

describe("resolveSeed", () => {
  it("takes the explicit value, then the query, then the manifest, then the runtime's seed", () => {
    const all = { explicit: 1, query: "?framegate-seed=2", defaultSeed: 3, seededRandom: true };
    expect(resolveSeed(all)).toEqual({ value: 1, source: "explicit", notices: [] });
    expect(resolveSeed({ ...all, explicit: undefined })).toEqual({ value: 2, source: "query", notices: [] });
    expect(resolveSeed({ ...seeded, defaultSeed: 3 })).toEqual({ value: 3, source: "defaultSeed", notices: [] });
    expect(resolveSeed(seeded)).toEqual({ value: 0x9e3779b9, source: "runtime-default", notices: [] });
  });

  it("accepts zero and negative numbers", () => {
    expect(resolveSeed({ ...seeded, explicit: 0, defaultSeed: 3 }).value).toBe(0);
    expect(resolveSeed({ ...seeded, query: "framegate-seed=0", defaultSeed: 3 }).value).toBe(0);
    expect(resolveSeed({ ...seeded, defaultSeed: 0 }).value).toBe(0);
    expect(resolveSeed({ ...seeded, explicit: -5 }).value).toBe(-5);
  });

  it("never returns negative zero", () => {
    expect(resolveSeed({ ...seeded, explicit: -0 }).value).toBe(0);
    expect(readQuery("framegate-seed=-0")[0]).toBe(0);
  });

  it("uses the whole integer", () => {
    expect(readQuery("framegate-seed=-9007199254740991")).toEqual([Number.MIN_SAFE_INTEGER, "query", 0]);
  });

  it.each(["1.5", "1e3", "", "abc", "0x10", "+7", " 7", "9007199254740992", "-"])(
    "falls through with a notice for %j",
    (text) => {
      expect(readQuery(`framegate-seed=${encodeURIComponent(text)}`)).toEqual([
        runtimeDefaultSeed,
        "runtime-default",
        1,
      ]);
    },
  );

  it("uses the first of repeated parameters, with a notice, even if it is invalid", () => {
    expect(readQuery("?a=1&framegate-seed=4&framegate-seed=5")).toEqual([4, "query", 1]);
    expect(readQuery("?framegate-seed=x&framegate-seed=5")).toEqual([runtimeDefaultSeed, "runtime-default", 2]);
  });

  it("decodes percent-encoded names and values, and survives stray percent signs", () => {
    expect(readQuery("%66ramegate-seed=%37")).toEqual([7, "query", 0]);
    expect(readQuery("%=%&framegate-seed=7")).toEqual([7, "query", 0]);
  });

  it("ignores query and manifest with a notice each while seededRandom is false", () => {
    const resolved = resolveSeed({ query: "framegate-seed=2", defaultSeed: 3, seededRandom: false });
    expect([resolved.value, resolved.source, resolved.notices.length]).toEqual([
      runtimeDefaultSeed,
      "runtime-default",
      2,
    ]);
    expect(resolveSeed({ query: "", defaultSeed: null, seededRandom: false }).notices).toEqual([]);
  });

  it("uses an explicit value while seededRandom is false", () => {
    expect(resolveSeed({ ...seeded, seededRandom: false, explicit: 9 }).value).toBe(9);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    "throws bad-seed for the explicit value %d",
    (explicit) => {
      expect(() => resolveSeed({ ...seeded, explicit })).toThrow(SeedError);
      expect(() => resolveSeed({ ...seeded, explicit })).toThrow(expect.objectContaining({ code: "bad-seed" }));
    },
  );
});
