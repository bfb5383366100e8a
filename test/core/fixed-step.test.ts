import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStepClock } from "../../src/core/fixed-step.ts";

const seed = 20_260_301;

describe("createStepClock", () => {
  it("finds one step per refresh of a display at the step rate, even with 8 ms of jitter", () => {
    const jitter = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(jitter, (offsets) => {
        const clock = createStepClock({ stepHz: 60, catchUpMax: 2 });
        const due = offsets.map((offset, index) => clock.takeDue(5000 + (index * 1000) / 60 + offset));
        expect(due.slice(1)).toEqual(offsets.slice(1).map(() => 1));
      }),
      { seed, numRuns: 300 },
    );
  });

  it("gives as many steps as fit the time, at any refresh rate", () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 1000 }), fc.integer({ min: 10, max: 60 }), (picturesHz, stepHz) => {
        const clock = createStepClock({ stepHz, catchUpMax: 2 });
        let steps = 0;
        for (let picture = 0; picture <= picturesHz * 10; picture += 1)
          steps += clock.takeDue((picture * 1000) / picturesHz);
        expect(Math.abs(steps - stepHz * 10)).toBeLessThanOrEqual(1);
      }),
      { seed, numRuns: 50 },
    );
  });

  it("drops the steps that it cannot catch up with, and continues at the step rate", () => {
    const clock = createStepClock({ stepHz: 50, catchUpMax: 2 });
    expect([0, 20, 10_020, 10_040, 10_060].map((nowMs) => clock.takeDue(nowMs))).toEqual([0, 1, 2, 1, 1]);
  });
});
