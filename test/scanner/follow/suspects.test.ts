import { describe, expect, it } from "vitest";
import { placesOf } from "../../../scanner/follow/suspects.ts";
import type { Role } from "../../../scanner/follow/wants.ts";

const everywhere = { onward: null, start: 0, end: Number.MAX_SAFE_INTEGER, most: 100 };

function found(text: string, as: Role): readonly string[] {
  return placesOf("key", text, { ...everywhere, as }).map((index) =>
    text.slice(Math.max(0, index - 1), index + 5).trim(),
  );
}

describe("a word", () => {
  it("is a whole name", () => {
    expect(placesOf("key", "keys, $key, key1, key", { ...everywhere, as: "key" })).toEqual([18]);
  });

  it("is found between two offsets, up to as many times as are enough", () => {
    expect(placesOf("key", "key key key key", { ...everywhere, as: "key", start: 1, end: 12 })).toEqual([4, 8]);
    expect(placesOf("key", "key key key key", { ...everywhere, as: "key", most: 3 })).toEqual([0, 4, 8]);
  });

  it("has no dot before it where it is a variable", () => {
    expect(found("key; a.key; ...key", "variable")).toEqual(["key;", ".key"]);
  });

  it("may be declared or changed where a value comes to it, but not where it is read", () => {
    const ways = ["const key = a", "var a, key;", "let { key } = a", "const [key] = a", "import { a as key } from 'b'"];
    for (const way of [
      ...ways,
      "function key() {}",
      "class key {}",
      "key = a",
      "key ||= a",
      "key.push(a)",
      "[...key] = a",
    ])
      expect(found(way, "declared"), way).toHaveLength(1);
    expect(found("a(key); key(); key.b; key == a; return key; a.key;", "declared")).toEqual([]);
  });

  it("stores nothing where it is a member that is only read", () => {
    expect(found("a.key(); a.key.b; if (a.key) b; a.key == b; a.key => b", "stored")).toEqual([]);
    const stores = [
      "a.key = b",
      "a.key ||= b",
      "[a.key] = b",
      "({ b: a.key } = c)",
      "for (a.key of b);",
      "(a.key) = b",
    ];
    for (const store of [...stores, "a.key! = b", "(a.key as C) = b", "({ key: b })", "({ key() {} })"])
      expect(found(store, "stored"), store).toHaveLength(1);
  });

  it("reads nothing where it is a member that is replaced", () => {
    expect(found("a.key = b", "read")).toEqual([]);
    for (const read of ["a.key()", "a.key == b", "a.key += b", "const { key } = a"])
      expect(found(read, "read"), read).toHaveLength(1);
  });

  it("leads nowhere before a member that nothing banned is behind", () => {
    const search = { ...everywhere, as: "key", onward: ["random"] } as const;
    expect(placesOf("Math", "Math.floor(a) + Math.random() + Math?.[b]", search)).toEqual([16, 32]);
  });
});
