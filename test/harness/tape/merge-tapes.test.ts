import { describe, expect, it } from "vitest";
import { findOverlaps, mergeTapes } from "../../../harness/tape/merge-tapes.ts";
import type { Tape } from "../../../src/formats/tape.ts";

function key(step: number, code: string): Tape["events"][number] {
  return { step, type: "key", code, pressed: true };
}

function merge(left: Partial<Tape>, right: Partial<Tape>): Tape {
  const plain: Tape = { version: 1, stepHz: 60, events: [] };
  return mergeTapes(
    { file: "left.tape.json", tape: { ...plain, ...left } },
    { file: "right.tape.json", tape: { ...plain, ...right } },
  );
}

describe("mergeTapes", () => {
  it("orders the events by step, and within a step the first tape's before the second's", () => {
    const { events } = merge(
      { events: [key(1, "A"), key(4, "B"), key(4, "C")] },
      { events: [key(0, "X"), key(4, "Y"), key(9, "Z")] },
    );
    expect(events).toEqual([key(0, "X"), key(1, "A"), key(4, "B"), key(4, "C"), key(4, "Y"), key(9, "Z")]);
  });

  it("fills in fields that one tape omits, and drops a seed on which they disagree", () => {
    const game = { name: "g", version: "1.0.0" };
    expect(merge({ seed: 7, mapHash: "m" }, { seed: 7, game })).toEqual({
      version: 1,
      stepHz: 60,
      seed: 7,
      mapHash: "m",
      game,
      events: [],
    });
    expect(merge({ seed: 7 }, { seed: 8 })).not.toHaveProperty("seed");
    expect(merge({ seed: 7 }, {})).not.toHaveProperty("seed");
  });

  it.each([
    [
      { stepHz: 60 },
      { stepHz: 30 },
      "left.tape.json and right.tape.json are not of the same step rate: 60 Hz and 30 Hz.",
    ],
    [
      { mapHash: "aa" },
      { mapHash: "bb" },
      "left.tape.json and right.tape.json are not of the same input map: aa and bb.",
    ],
    [
      { game: { name: "Arena", version: "1.0.0" } },
      { game: { name: "Arena", version: "1.1.0" } },
      "left.tape.json and right.tape.json are not of the same game: Arena 1.0.0 and Arena 1.1.0.",
    ],
  ])("refuses %j and %j by name", (left, right, message) => {
    expect(() => merge(left, right)).toThrow(expect.objectContaining({ code: "tapes-differ", message }));
  });
});

describe("findOverlaps", () => {
  const tapeOf = (...events: Tape["events"]): Tape => ({ version: 1, stepHz: 60, events });

  it("names the sources that both tapes use at the same time, with the steps", () => {
    const left = tapeOf(key(1, "A"), key(4, "B"), key(9, "A"));
    const right = tapeOf(key(3, "A"), key(5, "B"), key(12, "A"));
    expect(findOverlaps(left, right)).toEqual([{ source: 'key "A"', from: 3, to: 9 }]);
    expect(findOverlaps(right, left)).toEqual(findOverlaps(left, right));
  });

  it("finds none in movements, and none without events", () => {
    const moves = tapeOf(
      { step: 1, type: "mouse_move", dx: 1, dy: 0 },
      { step: 1, type: "wheel", dx: 0, dy: 1 },
      { step: 2, type: "blur" },
    );
    expect(findOverlaps(moves, moves)).toEqual([]);
    expect(findOverlaps(tapeOf(), moves)).toEqual([]);
  });
});
