import { expect, it } from "vitest";
import { createStateHash } from "../../src/core/state-hash.ts";
import { ValueRecorder } from "../../src/core/value-recorder.ts";

it("hashes what it records, as a hash alone does", () => {
  const hash = createStateHash();
  const recorder = new ValueRecorder(createStateHash());
  for (const sink of [hash, recorder]) {
    sink.addNumber(1.5);
    sink.addText("cart");
    sink.addBytes(new Float32Array([1, 2]));
  }
  expect(recorder.digest()).toBe(hash.digest());
});

it("names values by their path and field, further ones by a number, and repeated paths apart", () => {
  const recorder = new ValueRecorder(createStateHash());
  recorder.addNumber(7);
  recorder.name("cart", ["position.x"]);
  recorder.addNumber(-0);
  recorder.addBytes(new Uint8Array([3, 4]));
  recorder.name("cart");
  recorder.addText("red");
  expect(recorder.values()).toEqual([
    { path: "[0]", kind: "number", text: "7" },
    { path: "cart.position.x", kind: "number", text: "-0" },
    { path: "cart[0]", kind: "number", text: "3" },
    { path: "cart[1]", kind: "number", text: "4" },
    { path: "cart (2)[0]", kind: "text", text: "red" },
  ]);
});

it("keeps long texts and large views as hashes that still differ", () => {
  const textsOf = (last: string, byte: number): readonly string[] => {
    const recorder = new ValueRecorder(createStateHash());
    recorder.addText("a".repeat(100_000) + last);
    recorder.addBytes(new Uint8Array(5000).fill(byte, 4999));
    return recorder.values().map(({ text }) => text);
  };
  const [text, bytes] = textsOf("b", 1);
  expect(text?.length).toBeLessThan(1100);
  expect(textsOf("c", 2)).not.toContain(text);
  expect(textsOf("c", 2)).not.toContain(bytes);
});

it("keeps texts of some length whole, as long as they are not too many", () => {
  const recorder = new ValueRecorder(createStateHash());
  const text = "a".repeat(100_000);
  for (let count = 0; count < 41; count += 1) recorder.addText(text);
  const kept = recorder.values().map((value) => value.text === text);
  expect([kept.slice(0, 40).every(Boolean), kept[40]]).toEqual([true, false]);
  recorder.reset();
  recorder.addText(text);
  expect(recorder.values()[0]?.text).toBe(text);
});

it("forgets a frame when it is reset", () => {
  const recorder = new ValueRecorder(createStateHash());
  recorder.addNumber(1);
  recorder.reset();
  expect(recorder.isEmpty()).toBe(true);
  expect(recorder.values()).toEqual([]);
});
