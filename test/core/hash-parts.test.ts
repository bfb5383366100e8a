import { expect, it } from "vitest";
import { HashParts } from "../../src/core/hash-parts.ts";

it("gives one sink for a part, and does not report a part that absorbs nothing", () => {
  const parts = new HashParts("/", null);
  expect(parts.part("gl")).toBe(parts.part("gl"));
  expect(parts.close(true)).toEqual([]);
  expect(parts.close(false)).toEqual([]);
});

it("reports a picture that differs from the previous frame, and one that is no longer drawn", () => {
  const parts = new HashParts("/page", null);
  const changed = (...values: readonly number[]): readonly string[] => {
    for (const value of values) parts.part("gl").addNumber(value);
    return parts.close(false).map(({ digest }) => digest);
  };
  const [first] = changed(1, 2);
  expect(first).toMatch(/^[0-9a-f]{16}$/u);
  expect(changed(1, 2)).toEqual([]);
  expect(changed(2, 1)).not.toEqual([first]);
  expect(changed()).toEqual([""]);
  expect(changed()).toEqual([]);
  // The digest depends on this frame alone.
  expect(changed(1, 2)).toEqual([first]);
});

it("counts the same event in two frames as two changes", () => {
  const parts = new HashParts("/page", null);
  const log = (): readonly unknown[] => {
    parts.part("console").addText("step");
    return parts.close(false);
  };
  const first = log();
  expect(first).toHaveLength(1);
  expect(log()).toEqual(first);
  expect(parts.close(false)).toEqual([]);
});

it("keeps parts apart, and names the realm, and whether it had a frame", () => {
  const parts = new HashParts("/page#worker1", null);
  parts.part("random").addNumber(1);
  parts.part("dom").addText("+DIV");
  expect(parts.close(true)).toMatchObject([
    { realm: "/page#worker1", part: "random", isBoot: true },
    { realm: "/page#worker1", part: "dom", isBoot: true },
  ]);
  parts.part("random").addNumber(1);
  parts.part("dom").addText("+P");
  expect(parts.close(false)).toMatchObject([{ part: "dom", isBoot: false }]);
});
