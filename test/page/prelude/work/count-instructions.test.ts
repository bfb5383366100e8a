import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { counterName, countInstructions } from "../../../../src/page/prelude/work/count-instructions.ts";

const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
// (func (param i32) (result i32)), one of them, exported as "f"
const types = [0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f];
const functions = [0x03, 0x02, 0x01, 0x00];
const exported = [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00];

/** A module with one function of these instructions, which has no locals. */
function moduleOf(instructions: readonly number[], before: readonly number[] = []): Uint8Array<ArrayBuffer> {
  const body = [0x00, ...instructions, 0x0b];
  const code = [0x01, body.length, ...body];
  return Uint8Array.from([...header, ...types, ...before, ...functions, ...exported, 0x0a, code.length, ...code]);
}

/** Runs the function of a rewritten module. Returns its result, and the instructions that were counted. */
async function run(bytes: Uint8Array, parameter: number, imports: WebAssembly.Imports = {}): Promise<unknown> {
  const counting = countInstructions(bytes);
  if (counting === null) return null;
  const { instance } = await WebAssembly.instantiate(counting, imports);
  const { f, [counterName]: counter } = instance.exports;
  if (typeof f !== "function" || !(counter instanceof WebAssembly.Global)) return null;
  const result: unknown = Reflect.apply(f, undefined, [parameter]);
  return { result, counted: Number(counter.value) };
}

const get = [0x20, 0x00];
const one = [0x41, 0x01];
// if (x) x + 1; else 1
const branches = [...get, 0x04, 0x7f, ...get, ...one, 0x6a, 0x05, ...one, 0x0b];
// do { x -= 1 } while (x); x
const loop = [0x03, 0x40, ...get, ...one, 0x6b, 0x22, 0x00, 0x0d, 0x00, 0x0b, ...get];
// block: if (x) break, then x + 1 without effect, and x
const block = [0x02, 0x40, ...get, 0x0d, 0x00, ...get, ...one, 0x6a, 0x1a, 0x0b, ...get];

it.each([
  { name: "a straight line", instructions: [...get, ...one, 0x6a], parameter: 4, result: 5, counted: 3 },
  // local.get, if; local.get, i32.const, i32.add, else
  { name: "a branch", instructions: branches, parameter: 4, result: 5, counted: 2 + 4 },
  { name: "the other branch", instructions: branches, parameter: 0, result: 1, counted: 2 + 1 },
  { name: "a loop", instructions: loop, parameter: 9, result: 0, counted: 1 + 9 * 5 + 1 },
  { name: "a jump", instructions: block, parameter: 1, result: 1, counted: 3 + 1 },
  { name: "no jump", instructions: block, parameter: 0, result: 0, counted: 3 + 4 + 1 },
  {
    name: "a long line",
    instructions: [...get, ...Array.from({ length: 39 }, () => [...one, 0x6a]).flat()],
    parameter: 0,
    result: 39,
    counted: 1 + 39 * 2,
  },
])("counts $name", async ({ instructions, parameter, result, counted }) => {
  expect(await run(moduleOf(instructions), parameter)).toEqual({ result, counted });
});

it("takes a number for its global that is free", async () => {
  // (import "m" "g" (global i32)) and (global i32 (i32.const 7)), which the function adds
  const imported = [0x02, 0x08, 0x01, 0x01, 0x6d, 0x01, 0x67, 0x03, 0x7f, 0x00];
  const global = [0x06, 0x06, 0x01, 0x7f, 0x00, 0x41, 0x07, 0x0b];
  const body = [0x00, 0x23, 0x00, 0x23, 0x01, 0x6a, 0x0b];
  const code = [0x0a, body.length + 2, 0x01, body.length, ...body];
  const bytes = Uint8Array.from([...header, ...types, ...imported, ...functions, ...global, ...exported, ...code]);
  expect(await run(bytes, 0, { m: { g: 30 } })).toEqual({ result: 37, counted: 3 });
});

it("rewrites a library of megabytes into a module that is valid", () => {
  const source = readFileSync("node_modules/@dimforge/rapier3d-compat/dist/rapier.mjs", "utf8");
  const [, text = ""] = /"(AGFzb[^"]+)"/u.exec(source) ?? [];
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  const counting = countInstructions(bytes);
  expect(bytes.length).toBeGreaterThan(1_000_000);
  expect(counting !== null && WebAssembly.validate(counting)).toBe(true);
});

it("leaves modules with an unknown instruction alone", () => {
  expect(countInstructions(moduleOf([0x27, ...get]))).toBeNull();
  expect(countInstructions(Uint8Array.from([1, 2, 3]))).toBeNull();
});
