import { describe, expect, it } from "vitest";
import { tapeText } from "../../../harness/tape/tape-text.ts";
import { type Tape, validateTape } from "../../../src/formats/tape.ts";

const tape: Tape = {
  version: 1,
  stepHz: 60,
  seed: -7,
  game: { name: 'The "Game"', version: "1.0.0" },
  events: [
    { step: 0, type: "key", code: "KeyA", pressed: true },
    { step: 3, type: "gamepad", index: 0, axes: [0.5, -1], buttons: [{ pressed: true, value: 1 }] },
  ],
};

describe("tapeText", () => {
  it("writes one event per line", () => {
    expect(tapeText(tape)).toMatchInlineSnapshot(`
      "{
        "version": 1,
        "stepHz": 60,
        "seed": -7,
        "game": { "name": "The \\"Game\\"", "version": "1.0.0" },
        "events": [
          { "step": 0, "type": "key", "code": "KeyA", "pressed": true },
          { "step": 3, "type": "gamepad", "index": 0, "axes": [0.5, -1], "buttons": [{ "pressed": true, "value": 1 }] }
        ]
      }
      "
    `);
  });

  it("reads back unchanged, even without events", () => {
    for (const written of [tape, { ...tape, events: [] }]) {
      expect(validateTape(tapeText(written))).toMatchObject({ ok: true, value: written });
    }
  });
});
