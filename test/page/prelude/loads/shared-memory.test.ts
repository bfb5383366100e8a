import { describe, expect, it } from "vitest";
import { SharedMemory } from "../../../../src/page/prelude/loads/shared-memory.ts";

/** A realm that has made memory, and what it has named. */
function createMemory(): { readonly memory: SharedMemory; readonly named: readonly string[] } {
  const named: string[] = [];
  // Its collections are all that is read of the realm.
  const realm = { Map, Set } as unknown as Window & typeof globalThis;
  const memory = new SharedMemory(realm, { constructorName: null }, (api) => named.push(api));
  memory.note("SharedArrayBuffer");
  return { memory, named };
}

describe("SharedMemory", () => {
  const buffer = new SharedArrayBuffer(4);
  const wasm = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });

  it.each([
    ["a buffer", buffer, "SharedArrayBuffer"],
    ["a view", new DataView(buffer), "SharedArrayBuffer"],
    ["a list in an object", { parts: [1, [buffer]] }, "SharedArrayBuffer"],
    ["a map", new Map([["cells", new Int32Array(buffer)]]), "SharedArrayBuffer"],
    ["a set", new Set([{ buffer }]), "SharedArrayBuffer"],
    ["memory of WebAssembly", { wasm }, "WebAssembly.Memory"],
    ["too much to search", Array.from({ length: 20_000 }, () => ({})), "SharedArrayBuffer"],
  ])("names a message with %s", (_name, message, api) => {
    const { memory, named } = createMemory();
    expect(memory.isShared(message)).toBe(true);
    expect(named).toEqual([api]);
  });

  const endless: { self?: unknown } = {};
  endless.self = endless;

  it.each([
    ["plain data", { count: 1, list: [new Float32Array(3)], map: new Map([[1, new Set([2])]]) }],
    ["many numbers", Array.from({ length: 20_000 }, (_, index) => index)],
    ["memory that is not shared", new WebAssembly.Memory({ initial: 1 })],
    ["itself in it", endless],
    ["the tag of a collection", { [Symbol.toStringTag]: "Map" }],
  ])("passes over a message with %s", (_name, message) => {
    const { memory, named } = createMemory();
    expect(memory.isShared(message)).toBe(false);
    expect(named).toEqual([]);
  });

  it("runs no accessor of a message", () => {
    const { memory } = createMemory();
    const message = {
      get part(): never {
        throw new Error("It was run.");
      },
    };
    expect(memory.isShared(message)).toBe(false);
  });

  it("tells of memory that goes over a port", () => {
    const { memory, named } = createMemory();
    let count = 0;
    memory.onSharedByPort(() => (count += 1));
    memory.beforePortPost("text");
    memory.beforePortPost(buffer);
    expect([count, named]).toEqual([1, ["SharedArrayBuffer"]]);
  });

  it("knows which memory no other thread can see, until some is shared", () => {
    // The classes are changed, so they are not those of the test.
    class OwnBuffer extends SharedArrayBuffer {}
    class OwnMemory extends WebAssembly.Memory {}
    const made = { SharedArrayBuffer: OwnBuffer, WebAssembly: { Memory: OwnMemory } };
    const realm = { Map, Set, Int32Array, BigInt64Array, ...made } as unknown as Window & typeof globalThis;
    const memory = new SharedMemory(realm, { constructorName: null }, () => undefined);
    memory.watch();
    const own = new Int32Array(new realm.SharedArrayBuffer(4));
    const ofWasm = new Int32Array(new realm.WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    const isPrivate = (cells: unknown): boolean => memory.isPrivate(cells);
    expect([own, ofWasm].map(isPrivate)).toEqual([true, true]);
    const others = [new Int32Array(buffer), new DataView(own.buffer), own.buffer, new Int32Array(4), null, "cells"];
    expect(others.map(isPrivate)).toEqual(others.map(() => false));
    memory.isShared({ own });
    expect([own, ofWasm].map(isPrivate)).toEqual([false, false]);
  });
});
