import { describe, expect, it } from "vitest";
import { hashInputMap } from "../../../src/core/input/map-hash.ts";
import { validateInputMap } from "../../../src/formats/input-map.ts";

function hashOf(actions: object): string {
  const validation = validateInputMap(JSON.stringify({ version: 1, actions }));
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return hashInputMap(validation.value);
}

const a = { type: "key", code: "KeyA" };
const b = { type: "key", code: "KeyB" };
const digital = (...bindings: readonly object[]): object => ({ valueType: "digital", bindings });

describe("hashInputMap", () => {
  it("does not depend on the order of names or on written defaults", () => {
    expect(hashOf({ run: digital(a), jump: digital(b) })).toBe(hashOf({ jump: digital(b), run: digital(a) }));
    expect(hashOf({ run: { bindings: [{ code: "KeyA", type: "key" }], valueType: "digital" } })).toBe(
      hashOf({ run: digital(a) }),
    );
    const axis = { type: "gamepad_axis", axis: 0, direction: "positive" };
    const scalar = (binding: object): object => ({ run: { valueType: "scalar", bindings: [binding] } });
    expect(hashOf(scalar({ ...axis, deadzone: 0.15 }))).toBe(hashOf(scalar(axis)));
  });

  it("depends on keys, names and the order of bindings", () => {
    const hashes = [
      { run: digital(a, b) },
      { run: digital(b, a) },
      { run: digital(a) },
      { walk: digital(a) },
      {},
      { 1: digital(a) },
    ].map(hashOf);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("accepts any name for an action", () => {
    const own = JSON.parse(`{"__proto__": ${JSON.stringify(digital(a))}}`) as object;
    expect(hashOf(own)).not.toBe(hashOf({}));
  });
});
