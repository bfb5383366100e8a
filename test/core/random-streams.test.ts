import { describe, expect, it } from "vitest";
import { createRandomSource, createSeededGenerator } from "../../src/core/random-streams.ts";
import type { HashSink } from "../../src/core/state-hash.ts";

function draw(stream: () => number, count: number): readonly number[] {
  return Array.from({ length: count }, () => stream());
}

function recordHash(source: { hashInto(sink: HashSink): void }): readonly (number | string)[] {
  const absorbed: (number | string)[] = [];
  source.hashInto({
    addNumber: (value) => absorbed.push(value),
    addText: (text) => absorbed.push(text),
    addBytes: () => absorbed.push("bytes"),
  });
  return absorbed;
}

describe("createSeededGenerator", () => {
  it("repeats under the same seed and name, and only then", () => {
    const first = draw(createSeededGenerator(7, "a"), 20);
    expect(draw(createSeededGenerator(7, "a"), 20)).toEqual(first);
    expect(draw(createSeededGenerator(7, "b"), 20)).not.toEqual(first);
    expect(draw(createSeededGenerator(8, "a"), 20)).not.toEqual(first);
  });

  it("still gives the numbers of existing reports of this version", () => {
    expect(draw(createSeededGenerator(1, "Math.random"), 2)).toMatchInlineSnapshot(`
      [
        0.4195321719056472,
        0.26409849055392587,
      ]
    `);
  });

  it("gives 20,000 seeds different streams, including those that seedrandom confuses", () => {
    const seeds = [1, 11, 111, 1111, ...Array.from({ length: 20_000 }, (_, index) => index - 10_000)];
    const firsts = seeds.map((seed) => createSeededGenerator(seed, "a")());
    expect(new Set(firsts).size).toBe(new Set(seeds).size);
  });

  it("uses the whole integer, also beyond 32 bits", () => {
    const seeds = [1, 2 ** 32 + 1, -1, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    expect(new Set(seeds.map((seed) => createSeededGenerator(seed, "a")())).size).toBe(seeds.length);
  });

  it("stays in [0, 1), uses more than 32 bits and is uniform", () => {
    const numbers = draw(createSeededGenerator(3, "spread"), 100_000);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(numbers.some((number) => !Number.isInteger(number * 2 ** 32))).toBe(true);
    expect(numbers.every((number) => Number.isInteger(number * 2 ** 53))).toBe(true);
    const counts = Array.from(
      { length: 10 },
      (_, bin) => numbers.filter((number) => Math.floor(number * 10) === bin).length,
    );
    // The standard deviation of a bin of 10,000 is 95. The seed is fixed, so a tolerance of five of them never fails by
    // chance.
    expect(Math.max(...counts.map((count) => Math.abs(count - 10_000)))).toBeLessThan(475);
  });

  it("counts its draws", () => {
    const generator = createSeededGenerator(1, "a");
    draw(generator, 3);
    expect(generator.drawn()).toBe(3);
  });
});

describe("createRandomSource", () => {
  it("does not let one stream affect another", () => {
    const alone = draw(createRandomSource(5).stream("loot"), 5);
    const source = createRandomSource(5);
    draw(source, 3);
    draw(source.stream("weather"), 4);
    expect(draw(source.stream("loot"), 5)).toEqual(alone);
  });

  it("returns the same stream for the same name", () => {
    const source = createRandomSource(5);
    expect(source.stream("loot")).toBe(source.stream("loot"));
  });

  it("separates the unnamed stream, the stream with an empty name and other prefixes", () => {
    const firsts = [
      createRandomSource(5)(),
      createRandomSource(5).stream("")(),
      createRandomSource(5, "a")(),
      createRandomSource(5, "a").stream("")(),
    ];
    expect(new Set(firsts).size).toBe(4);
  });

  it.each(["__proto__", "constructor"])("has a stream called %s like any other", (name) => {
    const first = createRandomSource(5).stream(name)();
    expect(createRandomSource(5).stream(name)()).toBe(first);
    expect(first).not.toBe(createRandomSource(5).stream("other")());
  });

  it("reports how far each stream was drawn, by name", () => {
    const random = createRandomSource(1);
    random.stream("loot")();
    random.stream("ai");
    random();
    random();
    expect(random.positions()).toEqual([
      { name: null, drawn: 2 },
      { name: "ai", drawn: 0 },
      { name: "loot", drawn: 1 },
    ]);
  });

  it("hashes stream positions by name, in any order of creation, without unused streams", () => {
    const left = createRandomSource(5);
    draw(left.stream("b"), 2);
    draw(left.stream("a"), 1);
    const right = createRandomSource(5);
    right.stream("c");
    draw(right.stream("a"), 1);
    draw(right.stream("b"), 2);
    expect(recordHash(left)).toEqual([0, "a", 1, "b", 2]);
    expect(recordHash(right)).toEqual(recordHash(left));
  });
});
