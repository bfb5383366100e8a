import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyAxisDeadzone,
  applyRadialDeadzone,
  rescaleMagnitude,
  type Vector2,
} from "../../../src/core/input/deadzone.ts";
import { loadInputVectors } from "./input-vectors.ts";

const seed = 20_260_102;
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
const anyDeadzone = fc.oneof(fc.double({ min: -1, max: 2, noNaN: true }), fc.constantFrom(0, 0.15, 1));

function radial(x: number, y: number, deadzone: number): Vector2 {
  const target = { x: Number.NaN, y: Number.NaN };
  applyRadialDeadzone(x, y, deadzone, target);
  return target;
}

function magnitudeOf({ x, y }: Vector2): number {
  return Math.sqrt(x * x + y * y);
}

describe("applyAxisDeadzone", () => {
  it.each(loadInputVectors("axis1d"))("agrees with $id", ({ raw, deadzone, asOurs, expected, tol }) => {
    expect(
      Math.abs(applyAxisDeadzone(asOurs?.raw ?? raw, asOurs?.deadzone ?? deadzone) - expected),
    ).toBeLessThanOrEqual(tol);
  });

  it("is odd, rises with the raw value, stays in [-1, 1] and has no negative zero", () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyDeadzone, (left, right, deadzone) => {
        const value = applyAxisDeadzone(left, deadzone);
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(Object.is(value, -0)).toBe(false);
        expect(applyAxisDeadzone(-left, deadzone) + value).toBe(0);
        expect(
          Math.sign(
            applyAxisDeadzone(Math.max(left, right), deadzone) - applyAxisDeadzone(Math.min(left, right), deadzone),
          ),
        ).not.toBe(-1);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it("acts as a threshold from a deadzone of 1 on, and as none below 0", () => {
    expect([0.99, 1, 2, -2].map((raw) => applyAxisDeadzone(raw, 1))).toEqual([0, 1, 1, -1]);
    expect([1.4, 1.5].map((raw) => applyAxisDeadzone(raw, 1.5))).toEqual([0, 1]);
    expect([0, 0.3].map((raw) => applyAxisDeadzone(raw, -0.5))).toEqual([0, 0.3]);
  });
});

describe("applyRadialDeadzone", () => {
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
        const expected = rescaleMagnitude(magnitudeOf({ x, y }), deadzone);
        // At the edge the last bit of the magnitude decides, and it is reached in two ways.
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
