import { expect, it } from "vitest";
import { type CoveredFunction, type CoveredRange, ScriptWork } from "../../../harness/work/script-work.ts";
import { seededRandom } from "../fixtures/seeded-random.ts";

const nothing: readonly number[] = [];

/** A source with a token at each even offset. */
function sourceOf(length: number): string {
  return "a ".repeat(length / 2);
}

/** Nested or adjacent ranges, as reported by V8. Every third one is a function. */
function makeFunctions(random: () => number, length: number): readonly CoveredFunction[] {
  const made: { functionName: string; ranges: CoveredRange[] }[] = [];
  function divide(start: number, end: number, owner: number | null, depth: number): void {
    for (let at = start; at < end - 1;) {
      const startOffset = at + Math.floor(random() * 4);
      const endOffset = Math.min(end, startOffset + 1 + Math.floor(random() * (end - start)));
      if (startOffset >= endOffset) break;
      const range = { startOffset, endOffset, count: Math.floor(random() * 5) };
      const isFunction = owner === null || random() < 0.33;
      if (isFunction) made.push({ functionName: `f${String(made.length)}`, ranges: [range] });
      else made[owner]?.ranges.push(range);
      // Equal ranges would be two functions or branches at the same position, which no source has.
      if (depth < 5) divide(startOffset + 1, endOffset - 1, isFunction ? made.length - 1 : owner, depth + 1);
      at = endOffset;
    }
  }
  divide(0, length, null, 0);
  return made;
}

/** By definition: each token counts as often as the smallest range around it. */
function plainWork(functions: readonly CoveredFunction[], length: number): readonly number[] {
  const work = functions.map(() => 0);
  for (let offset = 0; offset < length; offset += 2) {
    const around = functions.flatMap(({ ranges }, index) =>
      ranges
        .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
        .map((range) => ({ index, range })),
    );
    const [inner] = around.sort(
      (a, b) => a.range.endOffset - a.range.startOffset - (b.range.endOffset - b.range.startOffset),
    );
    if (inner !== undefined) work[inner.index] = (work[inner.index] ?? 0) + inner.range.count;
  }
  return work;
}

it("gives each token the count of the smallest range around it", () => {
  const random = seededRandom(11);
  for (let round = 0; round < 200; round += 1) {
    const functions = makeFunctions(random, 120);
    const script = new ScriptWork(sourceOf(120));
    const shares = new Map(script.weigh(functions).functions.map(({ name, work }) => [name, work]));
    expect(functions.map(({ functionName }) => shares.get(functionName) ?? 0)).toEqual(plainWork(functions, 120));
  }
});

const outer = { functionName: "outer", ranges: [{ startOffset: 0, endOffset: 40, count: 1 }] };
const inner = { functionName: "inner", ranges: [{ startOffset: 10, endOffset: 30, count: 0 }] };

it("remembers a function that a later reading leaves out", () => {
  const script = new ScriptWork(sourceOf(40));
  script.weigh([outer, inner]);
  // Code after an `await` runs without a call of its function.
  const resumed = [
    { startOffset: 0, endOffset: 40, count: 0 },
    { startOffset: 6, endOffset: 40, count: 2 },
  ];
  expect(script.weigh([{ functionName: "outer", ranges: resumed }]).functions).toEqual([
    { name: "outer", startOffset: 0, endOffset: 40, work: 2 * (17 - 10) },
  ]);
});

it("reads no tokens of a script that did not run", () => {
  const script = new ScriptWork("/ this is no script `");
  expect(script.weigh([inner]).functions).toEqual(nothing);
});

it("counts native calls with their branch", () => {
  const source = "if (a) b.sort(); else c.sort();";
  const ranges = [
    { startOffset: 0, endOffset: source.length, count: 5 },
    { startOffset: 16, endOffset: source.length, count: 2 },
    { startOffset: 6, endOffset: 16, count: 3 },
  ];
  const { calls } = new ScriptWork(source).weigh([{ functionName: "", ranges }]);
  expect([...calls]).toEqual([[".sort", 5]]);
});

it("names a place by its line and column", () => {
  const script = new ScriptWork("a\nbc\n\nd");
  expect([0, 1, 2, 3, 6].map((offset) => script.placeOf(offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
    { line: 4, column: 1 },
  ]);
});

it("gives equal functions of two minified builds one text, and an edited one another", () => {
  const textOf = (source: string): string =>
    new ScriptWork(source).textOf({ startOffset: 0, endOffset: source.length });
  const text = textOf("function a(b) { return b.position.x + 31 }");
  expect(textOf("function $e(t){return t.position.x+31}")).toBe(text);
  expect(textOf("function a(b) { return b.position.y + 31 }")).toBe(text);
  expect(textOf("function a(b) { return b.rotation.x + 31 }")).not.toBe(text);
  expect(textOf("function a(b) { return b.position.x + 32 }")).not.toBe(text);
});
