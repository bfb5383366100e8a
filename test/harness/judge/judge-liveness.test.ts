import { describe, expect, it } from "vitest";
import { judgeLiveness } from "../../../harness/judge/judge-liveness.ts";
import type { Liveness } from "../../../src/formats/liveness.ts";

const moving: Liveness = {
  frames: 60,
  changedFrames: 60,
  lastChange: 59,
  state: "moving",
  isDrawnAgain: true,
  parts: [],
  input: { frames: 0, changedFrames: 0, missing: ["key"] },
};

describe("judgeLiveness", () => {
  it("says nothing of a run that moves, or of which nothing is known", () => {
    expect(judgeLiveness(moving, false)).toEqual([]);
    expect(judgeLiveness(null, false)).toEqual([]);
  });

  it("says since when a run is still, and what it waits for", () => {
    const [still, missing] = judgeLiveness({ ...moving, state: "still", lastChange: 12 }, false);
    expect(still).toMatchObject({ code: "still", severity: "warning" });
    expect(still?.message).toMatch(/^The game draws the same picture again after frame 12: it is still/);
    expect(missing?.message).toMatch(/^The page listens for keys, and the run gave it none\./);
  });

  it("fails a run in which nothing happens, unless it may", () => {
    const dead: Liveness = { ...moving, state: "vacuous", changedFrames: 0, lastChange: null };
    expect(judgeLiveness(dead, false)[0]).toMatchObject({ code: "vacuous", severity: "failure" });
    expect(judgeLiveness(dead, true)[0]).toMatchObject({ code: "vacuous", severity: "warning" });
  });
});
