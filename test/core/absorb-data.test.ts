import { expect, it } from "vitest";
import { absorbData } from "../../src/core/absorb-data.ts";
import { createStateHash } from "../../src/core/state-hash.ts";
import { ValueRecorder } from "../../src/core/value-recorder.ts";

function digestOf(value: unknown): string {
  const hash = createStateHash();
  absorbData(hash, value);
  return hash.digest();
}

class Vector {
  x: number;
  readonly parent: unknown;
  constructor(x: number, parent: unknown) {
    this.x = x;
    this.parent = parent;
  }
}

it.each([
  ["numbers", 1, 2],
  ["a number and a text", 1, "1"],
  ["members", { a: { b: [1] } }, { a: { b: [2] } }],
  ["names of members", { a: 1 }, { b: 1 }],
  ["typed arrays", new Float32Array([1]), new Float32Array([2])],
  ["buffers", new Uint8Array([1]).buffer, new Uint8Array([2]).buffer],
  ["entries of maps", new Map([["a", 1]]), new Map([["a", 2]])],
  ["entries of sets", new Set([1]), new Set([2])],
  ["dates", new Date(1), new Date(2)],
  ["members of objects of a class", { at: new Vector(1, null) }, { at: new Vector(2, null) }],
  ["absent values", { a: null }, { a: undefined }],
])("tells different %s apart, and equal ones not", (_what, left, right) => {
  expect(digestOf(left)).not.toBe(digestOf(right));
  expect(digestOf(left)).toBe(digestOf(left));
});

it("runs no accessor of the data", () => {
  let reads = 0;
  const data = {
    get x() {
      reads += 1;
      return reads;
    },
  };
  expect(digestOf(data)).toBe(digestOf(data));
  expect(reads).toBe(0);
});

it("follows a cycle once, and no object of a class behind another one", () => {
  const scene = { deep: new Vector(1, null) };
  const cyclic: Record<string, unknown> = { body: new Vector(3, new Vector(4, scene)) };
  cyclic["self"] = cyclic;
  const before = digestOf(cyclic);
  scene.deep.x = 2;
  expect(digestOf(cyclic)).toBe(before);
});

it("names each value by its path", () => {
  const recorder = new ValueRecorder(createStateHash());
  absorbData(recorder, { at: [{ x: 3 }] }, { path: "player" });
  expect(recorder.values().find(({ text }) => text === "3")?.path).toBe("player.at[0].x");
});
