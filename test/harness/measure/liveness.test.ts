import { describe, expect, it } from "vitest";
import { givenInput, measureLiveness } from "../../../harness/measure/liveness.ts";
import type { RunSamples } from "../../../src/formats/frame-sample.ts";
import type { Liveness } from "../../../src/formats/liveness.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

/** The steps in which each part changes, in a run of 30 frames without warm-up. */
function measure(
  changes: Readonly<Record<string, readonly number[]>>,
  given: Partial<RunSamples> = {},
): Liveness | null {
  const [sample] = makeSamples(["count"], { frames: 30 });
  const parts = Object.entries(changes).map(([part, steps]) => {
    return { realm: "/", part, steps, digests: steps.map((step) => `digest ${String(step)}`) };
  });
  const counts = { ...sample!.counts, drawCalls: null, canvasOperations: null };
  return measureLiveness([{ ...sample!, counts, parts, ...given }], { warmup: 0, given: new Set() });
}

const every = Array.from({ length: 30 }, (_, step) => step);
const drawn = { counts: { ...makeSamples(["count"], { frames: 30 })[0]!.counts, drawCalls: every.map(() => 1) } };

describe("measureLiveness", () => {
  it("counts the frames in which anything changed, by part", () => {
    const liveness = measure({ gl: [0, 1, 29], random: [1, 5], timers: every });
    expect(liveness).toMatchObject({ frames: 30, changedFrames: 4, lastChange: 29, state: "moving" });
    expect(liveness?.parts.filter(({ changedFrames }) => changedFrames > 0)).toEqual([
      { name: "gl", changedFrames: 3 },
      { name: "random", changedFrames: 2 },
      { name: "timers", changedFrames: 30 },
    ]);
  });

  it("calls a run still whose last third changes nothing", () => {
    expect(measure({ dom: [0, 20] })?.state).toBe("moving");
    expect(measure({ dom: [0, 19] })?.state).toBe("still");
    expect(measure({ gl: [0] }, drawn)).toMatchObject({ state: "still", isDrawnAgain: true });
  });

  it("calls a run vacuous that changes nothing and draws nothing, whatever its timers and its input do", () => {
    expect(measure({ dom: [-1], timers: every, input: [3] })?.state).toBe("vacuous");
    expect(measure({ gl: [0, 29] }, { anythingRendered: false })?.state).toBe("vacuous");
  });

  it("calls a run moving whose registered state changes, even if it shows nothing", () => {
    expect(measure({ "state:score": [0, 29] }, { anythingRendered: false })?.state).toBe("moving");
  });

  it("calls an unchanged scene still, drawn or not", () => {
    expect(measure({ "scene:hud": [-1] })?.state).toBe("still");
    expect(measure({ gl: [-1] }, drawn)?.state).toBe("still");
  });

  it("tells input that changes something from input that does not", () => {
    expect(measure({ input: [3, 10, 20], dom: [3, 11] })?.input).toEqual({ frames: 3, changedFrames: 2, missing: [] });
  });

  it("names the input that a page listens for and does not get", () => {
    const [sample] = makeSamples(["count"]);
    const given = givenInput([{ step: 1, type: "key", code: "Space", pressed: true }]);
    const samples = [{ ...sample!, listensFor: ["key", "click"] as const }];
    expect(measureLiveness(samples, { warmup: 0, given })?.input.missing).toEqual(["click"]);
  });

  it("is null without a count pass", () => {
    expect(measureLiveness(makeSamples(["timed"]), { warmup: 0, given: new Set() })).toBeNull();
  });
});
