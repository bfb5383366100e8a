import { z } from "zod";
import {
  closedObject,
  finiteNumber,
  integerBetween,
  listOf,
  numberAboveZero,
  text,
  truthValue,
} from "./field-kinds.ts";

function step(): z.ZodInt {
  return integerBetween(0, Number.MAX_SAFE_INTEGER);
}

const vector = { x: finiteNumber(), y: finiteNumber() };

const event = z.discriminatedUnion("type", [
  closedObject({ step: step(), type: z.literal("test_axis"), sourceId: text(), value: finiteNumber() }),
  closedObject({ step: step(), type: z.literal("test_vector2"), sourceId: text(), ...vector }),
  closedObject({ step: step(), type: z.literal("test_pointer_delta"), sourceId: text(), ...vector }),
  closedObject({ step: step(), type: z.literal("test_pointer_position"), sourceId: text(), ...vector }),
  closedObject({ step: step(), type: z.literal("touch_stick"), sourceId: text(), ...vector }),
  closedObject({ step: step(), type: z.literal("touch_button"), sourceId: text(), pressed: truthValue() }),
  closedObject({ step: step(), type: z.literal("key"), code: text(), pressed: truthValue() }),
  closedObject({
    step: step(),
    type: z.literal("mouse_button"),
    button: finiteNumber(),
    pressed: truthValue(),
    x: finiteNumber().exactOptional(),
    y: finiteNumber().exactOptional(),
  }),
  // Either a movement or a place, or both; `tape.ts` asks for one of them.
  closedObject({
    step: step(),
    type: z.literal("mouse_move"),
    dx: finiteNumber().exactOptional(),
    dy: finiteNumber().exactOptional(),
    x: finiteNumber().exactOptional(),
    y: finiteNumber().exactOptional(),
  }),
  closedObject({ step: step(), type: z.literal("wheel"), dx: finiteNumber(), dy: finiteNumber() }),
  closedObject({
    step: step(),
    type: z.literal("gamepad"),
    index: integerBetween(0, 255),
    axes: listOf(finiteNumber()).exactOptional(),
    // A number is the button's value; whether it counts as pressed then follows from it.
    buttons: listOf(
      z.union([finiteNumber(), closedObject({ pressed: truthValue(), value: finiteNumber() })]),
    ).exactOptional(),
    connected: truthValue().exactOptional(),
  }),
  closedObject({ step: step(), type: z.literal("pointer_lock"), locked: truthValue().exactOptional() }),
  closedObject({ step: step(), type: z.literal("blur") }),
  closedObject({ step: step(), type: z.literal("focus") }),
]);

/** The fields of `*.tape.json`. The order of the events is checked in `tape.ts`. */
export const tapeSchema = closedObject({
  version: z.literal(1, { error: "1" }),
  stepHz: numberAboveZero(),
  seed: integerBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).exactOptional(),
  game: closedObject({ name: text(), version: text() }).exactOptional(),
  mapHash: text().exactOptional(),
  events: listOf(event),
});
