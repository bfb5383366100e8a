import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rescaleStick, type Vector2 } from "../../../src/core/input/deadzone.ts";
import { seededRandom } from "../../harness/fixtures/seeded-random.ts";
import { loadInputVectors } from "./input-vectors.ts";

const seed = 20_260_102;
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
const anyDeadzone = fc.oneof(fc.double({ min: -1, max: 2, noNaN: true }), fc.constantFrom(0, 0.15, 1));

function radial(x: number, y: number, deadzone: number): Vector2 {
  const target = { x, y };
  rescaleStick(target, deadzone);
  return target;
}

/** An axis is a stick that only moves in x. */
function axis(raw: number, deadzone: number): number {
  return radial(raw, 0, deadzone).x;
}

function magnitudeOf({ x, y }: Vector2): number {
  return Math.sqrt(x * x + y * y);
}

describe("an axis", () => {
  it.each(loadInputVectors("axis1d"))("agrees with $id", ({ raw, deadzone, asOurs, expected, tol }) => {
    expect(Math.abs(axis(asOurs?.raw ?? raw, asOurs?.deadzone ?? deadzone) - expected)).toBeLessThanOrEqual(tol);
  });

  it("is odd, rises with the raw value, stays in [-1, 1] and has no negative zero", () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyDeadzone, (left, right, deadzone) => {
        const value = axis(left, deadzone);
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(Object.is(value, -0)).toBe(false);
        expect(axis(-left, deadzone) + value).toBe(0);
        expect(Math.sign(axis(Math.max(left, right), deadzone) - axis(Math.min(left, right), deadzone))).not.toBe(-1);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it("acts as a threshold for a deadzone of 1 or more, and ignores one below 0", () => {
    expect([0.99, 1, 2, -2].map((raw) => axis(raw, 1))).toEqual([0, 1, 1, -1]);
    expect([1.4, 1.5].map((raw) => axis(raw, 1.5))).toEqual([0, 1]);
    expect([0, 0.3].map((raw) => axis(raw, -0.5))).toEqual([0, 0.3]);
  });
});

describe("a stick", () => {
  it.each(loadInputVectors("radial2d"))("agrees with $id", ({ raw, deadzone, asOurs, expected, tol }) => {
    const { x, y } = asOurs?.raw ?? raw;
    const value = radial(x, y, asOurs?.deadzone ?? deadzone);
    expect(Math.max(Math.abs(value.x - expected.x), Math.abs(value.y - expected.y))).toBeLessThanOrEqual(tol);
  });

  it("keeps the direction, stays in the unit circle and has no negative zero", () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyDeadzone, (x, y, deadzone) => {
        const value = radial(x, y, deadzone);
        expect(magnitudeOf(value)).toBeLessThanOrEqual(1 + 2 ** -51);
        expect([Object.is(value.x, -0), Object.is(value.y, -0)]).toEqual([false, false]);
        expect([0, Math.sign(x)]).toContain(Math.sign(value.x) + 0);
        expect([0, Math.sign(y)]).toContain(Math.sign(value.y) + 0);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it("rescales the magnitude as the axis does", () => {
    const unit = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(unit, unit, anyDeadzone, (x, y, deadzone) => {
        const expected = axis(magnitudeOf({ x, y }), deadzone);
        // At the edge, the last bit of the magnitude decides, and the two sides compute it differently.
        fc.pre(Math.abs(magnitudeOf({ x, y }) - Math.max(0, deadzone)) > 1e-9);
        expect(magnitudeOf(radial(x, y, deadzone))).toBeCloseTo(expected, 9);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it("never scales a short vector up, to the last bit", () => {
    const unit = fc.double({ min: -0.7, max: 0.7, noNaN: true });
    fc.assert(
      fc.property(unit, unit, (x, y) => {
        expect(radial(x, y, 0)).toEqual({ x: x + 0, y: y + 0 });
      }),
      { seed, numRuns: 1000 },
    );
  });

  it("neither overflows nor vanishes at the ends of the number range", () => {
    expect(magnitudeOf(radial(1e200, 1e200, 0))).toBeCloseTo(1, 12);
    expect(magnitudeOf(radial(1.7e308, -1.7e308, 0.2))).toBeCloseTo(1, 12);
    expect(radial(5e-324, 0, 0)).toEqual({ x: 5e-324, y: 0 });
    expect(radial(0, 0, 0)).toEqual({ x: 0, y: 0 });
  });
});

describe("a million inputs", () => {
  const special = [
    0,
    -0,
    1,
    -1,
    0.15,
    -0.15,
    5e-324,
    -5e-324,
    1e-160,
    1e200,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    1 - 2 ** -53,
    1 + 2 ** -52,
  ];

  /** Mostly ordinary values, then values of every size, then values at which mistakes are likely. */
  function drawFrom(random: () => number): number {
    const kind = random();
    if (kind < 0.6) return random() * 4 - 2;
    if (kind < 0.85) return (random() - 0.5) * 10 ** (random() * 600 - 300);
    return special[Math.floor(random() * special.length)] ?? 0;
  }

  /** The fault of a result, or null. `shorter` is the result for half the vector. */
  function faultOf(x: number, y: number, value: Vector2, shorter: Vector2): string | null {
    if (Number.isNaN(value.x) || Number.isNaN(value.y)) return "NaN";
    if (Object.is(value.x, -0) || Object.is(value.y, -0)) return "negative zero";
    if (magnitudeOf(value) > 1 + 2 ** -51) return "too long";
    if (magnitudeOf(shorter) > magnitudeOf(value) + 2 ** -51) return "not monotone";
    if (Math.sign(value.x) * Math.sign(x) < 0 || Math.sign(value.y) * Math.sign(y) < 0) return "turned around";
    const larger = Math.max(Math.abs(x), Math.abs(y));
    const length = magnitudeOf(value);
    if (larger === 0 || length < 1e-300) return null;
    const [unitX, unitY] = [x / larger, y / larger];
    const cross = (unitX * value.y - unitY * value.x) / (magnitudeOf({ x: unitX, y: unitY }) * length);
    return Math.abs(cross) > 1e-15 ? "another direction" : null;
  }

  it(
    "give no stick that is NaN, negative zero, too long, shorter for more, or off its direction",
    { timeout: 60_000 },
    () => {
      const random = seededRandom(20_261_123);
      for (let index = 0; index < 1_000_000; index += 1) {
        const [x, y, deadzone] = [drawFrom(random), drawFrom(random), random() < 0.2 ? 0.15 : random() * 2.4 - 0.4];
        const fault = faultOf(x, y, radial(x, y, deadzone), radial(x / 2, y / 2, deadzone));
        if (fault !== null)
          expect.fail(`${fault}: (${String(x)}, ${String(y)}) with a deadzone of ${String(deadzone)}`);
      }
    },
  );

  it("give no axis that is NaN, negative zero, beyond 1, falling or of another sign", { timeout: 60_000 }, () => {
    const random = seededRandom(20_261_124);
    for (let index = 0; index < 1_000_000; index += 1) {
      const [left, right, deadzone] = [drawFrom(random), drawFrom(random), random() * 2.4 - 0.4];
      const [low, high] = [axis(Math.min(left, right), deadzone), axis(Math.max(left, right), deadzone)];
      const isRight =
        low <= high && Math.abs(low) <= 1 && Math.abs(high) <= 1 && !Object.is(low, -0) && !Object.is(high, -0);
      const keepsSign = low * Math.sign(Math.min(left, right)) >= 0 && high * Math.sign(Math.max(left, right)) >= 0;
      if (!isRight || !keepsSign)
        expect.fail(`${String(left)} and ${String(right)} with a deadzone of ${String(deadzone)}`);
    }
  });
});
