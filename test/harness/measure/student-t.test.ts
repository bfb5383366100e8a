import { describe, expect, it } from "vitest";
import { studentT } from "../../../harness/measure/student-t.ts";

describe("studentT", () => {
  // https://www.itl.nist.gov/div898/handbook/eda/section3/eda3672.htm
  it.each([
    [1, 0.05, 12.706],
    [2, 0.05, 4.303],
    [4, 0.05, 2.776],
    [4, 0.01, 4.604],
    [5, 0.01, 4.032],
    [8, 0.01, 3.355],
    [11, 0.01, 3.106],
    [18, 0.01, 2.878],
    [18, 0.002, 3.61],
    [30, 0.02, 2.457],
    [100, 0.05, 1.984],
    [99, 0.05, 1.984],
    [1000, 0.05, 1.962],
  ])("with %d degrees of freedom leaves %d outside beyond %d", (degreesOfFreedom, error, value) => {
    expect(studentT(degreesOfFreedom, error)).toBeCloseTo(value, 3);
  });
});
