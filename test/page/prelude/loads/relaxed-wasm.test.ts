import { describe, expect, it } from "vitest";
import { isRelaxed, makesSharedMemory } from "../../../../src/page/prelude/loads/relaxed-wasm.ts";

const end = 0x0b;
const drop = 0x1a;
/** `f32x4.relaxed_madd`: the prefix, and its number 0x105 in LEB128. */
const relaxed = [0xfd, 0x85, 0x02];

/** A module whose code section has one function: two locals of type v128, and these instructions. */
function moduleOf(...instructions: readonly number[]): Uint8Array {
  const body = [1, 2, 0x7b, ...instructions, end];
  const code = [1, body.length, ...body];
  const customSection = [0, 4, 1, 0x61, ...relaxed.slice(0, 2)];
  return new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...customSection, 10, code.length, ...code]);
}

describe("a module with relaxed SIMD", () => {
  it.each([
    ["alone", []],
    ["after a constant", [0x43, 0, 0, 0x80, 0x3f, drop]],
    ["after vectors and memory", [0xfd, 0x0c, ...Array<number>(16).fill(1), 0x41, 0, 0xfd, 0x54, 0, 0, 3, drop]],
    ["in a block with a branch table", [0x02, 0x40, 0x41, 0, 0x0e, 1, 0, 0, end]],
    ["after a bulk copy and an atomic fence", [0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 0x0a, 0, 0, 0xfe, 0x03, 0]],
    ["after something that is no instruction", [0xff]],
  ])("is recognised: %s", (_name, before) => {
    expect(isRelaxed(moduleOf(...before, ...relaxed))).toBe(true);
  });

  it.each([
    ["a constant", [0x43, ...relaxed, 0, drop]],
    ["a constant of 16 bytes", [0xfd, 0x0c, ...relaxed, ...Array<number>(13).fill(0), drop]],
    ["the parts of two instructions", [0x41, 0xfd, 0x85, 0x02, drop]],
    ["an offset in memory", [0x20, 0, 0x28, 2, ...relaxed, drop]],
  ])("is not mistaken in %s", (_name, instructions) => {
    expect(isRelaxed(moduleOf(...instructions))).toBe(false);
  });
});

describe("a module with memory", () => {
  const withMemories = (...memories: readonly number[]): Uint8Array =>
    new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 2, 1, 0x61, 5, memories.length, ...memories]);

  it.each([
    ["alone", withMemories(1, 3, 1, 1), true],
    ["after one of its own", withMemories(2, 1, 0x80, 1, 2, 3, 1, 1), true],
    ["nowhere", withMemories(2, 0, 3, 1, 3, 3), false],
  ])("shares it: %s", (_name, module, isShared) => {
    expect(makesSharedMemory(module)).toBe(isShared);
  });
});
