import { describe, expect, it } from "vitest";
import { renderHeapGrowth } from "../../../harness/report/list-heap.ts";
import { createPaint } from "../../../harness/report/terminal-text.ts";
import type { GrownType, HeapGrowth } from "../../../src/formats/heap-growth.ts";

const style = { paint: createPaint(false), columns: 100 };

function typeOf(name: string, position: string, grown: readonly [number, number], path: readonly string[]): GrownType {
  const [count, bytes] = grown;
  return {
    ...{ name, position, path, isInternal: name.startsWith("(") },
    before: { count: 1, bytes: 100 },
    after: { count: 1 + count, bytes: 100 + bytes },
  };
}

const growth: HeapGrowth = {
  before: { count: 1000, bytes: 7_800_000 },
  after: { count: 1100, bytes: 7_890_100 },
  framegate: { before: { count: 10, bytes: 500 }, after: { count: 20, bytes: 1500 } },
  types: [
    typeOf("Spark", "src/spark.ts:2:26", [50, 1000], ["tick() (src/game.ts:9:1) variable sparks", "Map", "Spark"]),
    typeOf("Map", "", [0, 128], []),
    typeOf("(compiled code)", "", [3, 9000], ["Window", "(compiled code)"]),
  ],
};

describe("the heap that grew", () => {
  it("is listed by kind, with Framegate's own apart, and with what keeps one of each kind of the game", () => {
    expect(renderHeapGrowth(growth, { first: 10, last: 59 }, style)).toEqual([
      "  Heap  7.8 MB before frame 10, 7.9 MB after frame 59: +90.1 kB",
      "    bytes  objects  kind",
      "  +1.0 kB      +50  Spark            src/spark.ts:2:26",
      "   +128 B       +0  Map",
      "  +9.0 kB       +3  (compiled code)",
      "  Framegate's own objects are left out: +1.0 kB.",
      "",
      "  Retaining path of one new object of each kind",
      "  Spark: tick() (src/game.ts:9:1) variable sparks → Map → Spark",
    ]);
  });

  it("says so if nothing has grown", () => {
    const lines = renderHeapGrowth({ ...growth, types: [] }, { first: 0, last: 1 }, style);
    expect(lines[1]).toBe("  Nothing has grown.");
    expect(lines).toHaveLength(3);
  });
});
