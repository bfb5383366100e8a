import { expect, it } from "vitest";
import { frameName } from "../../src/formats/frame-name.ts";

it("counts frames like a user: measured and warm-up frames each from 0", () => {
  expect([0, 59, 60, 61].map((step) => frameName(step, 60))).toEqual([
    "warm-up frame 0",
    "warm-up frame 59",
    "frame 0",
    "frame 1",
  ]);
  expect(frameName(0, 0)).toBe("frame 0");
});
