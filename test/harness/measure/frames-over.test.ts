import { describe, expect, it } from "vitest";
import { countFramesOver, sharesOfHitch } from "../../../harness/measure/frames-over.ts";

const betweenGates = 0.03;

function frames(count: number, costMs: number, others: Readonly<Record<number, number>> = {}): readonly number[] {
  return Array.from({ length: count }, (_, frame) => others[frame] ?? costMs);
}

function hitches(costsMs: readonly number[]): readonly number[] {
  return sharesOfHitch(costsMs).flatMap((share, frame) => (share > 1 ? [frame] : []));
}

describe("countFramesOver", () => {
  it("counts frames strictly above the limit, by the median of the repeats", () => {
    const repeats = [frames(10, 4, { 3: 20, 7: 16 }), frames(10, 4, { 3: 20, 8: 20 }), frames(10, 4, { 3: 2, 7: 16 })];
    expect(countFramesOver(repeats, 16, betweenGates).value).toBe(1);
  });

  it("is certain of frames far from the limit, and open about those near it", () => {
    const near = { 0: 30, 1: 30, 2: 10.1, 3: 10.1, 4: 9.9, 5: 9.9, 6: 9.9 };
    const repeats = [1, 1, 1, 1, 1].map(() => frames(200, 1, near));
    expect(countFramesOver(repeats, 10, betweenGates)).toEqual({ value: 4, interval: { low: 2, high: 7 } });
  });

  it("is certain of none and of all", () => {
    const repeats = [1, 1, 1].map(() => frames(50, 4));
    expect(countFramesOver(repeats, 16, betweenGates).interval).toEqual({ low: 0, high: 0 });
    expect(countFramesOver(repeats, 1, betweenGates).interval).toEqual({ low: 50, high: 50 });
  });

  it("has no interval for one repeat", () => {
    expect(countFramesOver([frames(5, 20)], 16, betweenGates)).toEqual({ value: 5, interval: null });
  });

  it("counts none of no frames", () => {
    expect(countFramesOver([[], []], 16, betweenGates)).toEqual({ value: 0, interval: { low: 0, high: 0 } });
  });
});

describe("sharesOfHitch", () => {
  it("finds a frame that takes longer than three of its neighbours", () => {
    expect(hitches(frames(200, 8, { 50: 24, 90: 24.1, 199: 40 }))).toEqual([90, 199]);
  });

  it("finds none shorter than a frame at 60 Hz", () => {
    expect(hitches(frames(200, 1, { 50: 16.6, 90: 16.7 }))).toEqual([90]);
  });

  it("compares a frame with those around it, not with another part of the run", () => {
    const menuThenLevel = [...frames(300, 1), ...frames(100, 20, { 60: 59, 70: 61 })];
    expect(hitches(menuThenLevel)).toEqual([370]);
  });

  it("takes the median of half a second before and after", () => {
    const random = Array.from({ length: 150 }, (_, frame) => 10 + ((frame * 7919) % 97));
    const expected = random.map((cost, frame) => {
      const around = random.slice(Math.max(0, frame - 30), frame + 31).toSorted((one, other) => one - other);
      const middle = (around.length - 1) / 2;
      return cost / (3 * ((around[Math.floor(middle)]! + around[Math.ceil(middle)]!) / 2));
    });
    expect(sharesOfHitch(random)).toEqual(expected);
  });
});
