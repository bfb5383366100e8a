import { describe, expect, it } from "vitest";
import { summarizeTape, tapeLines } from "../../../harness/tape/describe-tape.ts";
import type { Tape } from "../../../src/formats/tape.ts";

const tape: Tape = {
  version: 1,
  stepHz: 60,
  seed: 7,
  events: [
    { step: 0, type: "key", code: "KeyW", pressed: true },
    { step: 2, type: "mouse_button", button: 0, pressed: true, x: 300, y: 200 },
    { step: 3, type: "mouse_move", dx: 1.5, dy: -2, x: 310, y: 205 },
    { step: 3, type: "mouse_move", x: 1, y: 2 },
    { step: 4, type: "wheel", dx: 0, dy: 100 },
    { step: 5, type: "gamepad", index: 1, axes: [0.5, -1], buttons: [0, { pressed: true, value: 0.25 }] },
    { step: 6, type: "gamepad", index: 1, connected: false },
    { step: 7, type: "pointer_lock" },
    { step: 8, type: "pointer_lock", locked: false },
    { step: 9, type: "blur" },
    { step: 120, type: "touch_stick", sourceId: "left", x: 0.5, y: 0 },
    { step: 121, type: "touch_button", sourceId: "jump", pressed: false },
    { step: 122, type: "test_axis", sourceId: "gas", value: -0.5 },
  ],
};

describe("tapeLines", () => {
  it("lists the events in columns", () => {
    expect(`\n${tapeLines(tape).join("\n")}\n`).toMatchInlineSnapshot(`
      "
      step  seconds  source
         0    0.000  key "KeyW"           down
         2    0.033  mouse_button 0       down at 300, 200
         3    0.050  mouse_move           by 1.5, -2 at 310, 205
         3    0.050  mouse_move           at 1, 2
         4    0.067  wheel                by 0, 100
         5    0.083  gamepad 1            axes 0.5 -1; buttons 0 0.25*
         6    0.100  gamepad 1            gone
         7    0.117  pointer_lock         locked
         8    0.133  pointer_lock         let go
         9    0.150  blur
       120    2.000  touch_stick "left"   0.5, 0
       121    2.017  touch_button "jump"  up
       122    2.033  test_axis "gas"      -0.5
      "
    `);
  });
});

it("names the element that a click aims at, and what an event waits for", () => {
  const events: Tape["events"] = [
    { step: 0, type: "wait", when: { selector: "#loading", visible: false, stepsMax: 1 } },
    { step: 1, type: "click", selector: "button", text: "Play", when: { text: "Play", stepsMax: 90 } },
    { step: 9, type: "key", code: "Enter", pressed: true, when: { selector: "#menu" } },
  ];
  expect(tapeLines({ version: 1, stepHz: 60, events }).slice(1)).toEqual([
    '   0    0.000  wait         when "#loading" is gone (1 step at most)',
    '   1    0.017  click        on "button" with the text "Play", when the text "Play" is visible (90 steps at most)',
    '   9    0.150  key "Enter"  down, when "#menu" is visible',
  ]);
});

describe("summarizeTape", () => {
  it("counts the events by type, most frequent first, and gives their first and last step", () => {
    const summary = summarizeTape(tape);
    expect(summary).toMatchObject({
      stepHz: 60,
      seed: 7,
      game: null,
      mapHash: null,
      eventCount: 13,
      firstStep: 0,
      lastStep: 122,
    });
    expect(Object.entries(summary.eventCounts).slice(0, 3)).toEqual([
      ["mouse_move", 2],
      ["gamepad", 2],
      ["pointer_lock", 2],
    ]);
  });

  it("has no steps without events", () => {
    expect(summarizeTape({ ...tape, events: [] })).toMatchObject({
      eventCount: 0,
      firstStep: null,
      lastStep: null,
      eventCounts: {},
    });
  });
});
