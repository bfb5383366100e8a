import type { DeepReadonly } from "./read-only.ts";
import { z } from "zod";
import { closedObject, finiteNumber, listOf, mapOf, oneOf, text } from "./field-kinds.ts";

export const valueTypes = ["digital", "scalar", "vector2", "pointerDelta", "pointerPosition"] as const;

/** A stick or pad at rest is never exactly zero; other sources are. */
export const gamepadDeadzone = 0.15;

function deadzone(initial: number): z.ZodDefault<z.ZodNumber> {
  return finiteNumber().default(initial);
}

const binding = z.discriminatedUnion("type", [
  closedObject({ type: z.literal("key"), code: text() }),
  closedObject({ type: z.literal("mouse_button"), button: finiteNumber() }),
  closedObject({ type: z.literal("mouse_move"), deadzone: deadzone(0) }),
  closedObject({ type: z.literal("gamepad_button"), button: finiteNumber() }),
  closedObject({
    type: z.literal("gamepad_axis"),
    axis: finiteNumber(),
    direction: oneOf(["positive", "negative"]),
    deadzone: deadzone(gamepadDeadzone),
  }),
  closedObject({
    type: z.literal("gamepad_axis_pair"),
    xAxis: finiteNumber(),
    yAxis: finiteNumber(),
    deadzone: deadzone(gamepadDeadzone),
  }),
  closedObject({ type: z.literal("test_axis"), sourceId: text(), deadzone: deadzone(0) }),
  closedObject({ type: z.literal("test_vector2"), sourceId: text(), deadzone: deadzone(0) }),
  closedObject({ type: z.literal("test_pointer_delta"), sourceId: text() }),
  closedObject({ type: z.literal("test_pointer_position"), sourceId: text() }),
  closedObject({ type: z.literal("touch_button"), sourceId: text() }),
  closedObject({ type: z.literal("touch_stick"), sourceId: text(), deadzone: deadzone(0) }),
]);

/** The fields of `framegate.input.json`. Which binding may feed which value type is in `check-input-map.ts`. */
export const inputMapSchema = closedObject({
  version: finiteNumber(),
  actions: mapOf(
    closedObject({
      // Left out it means digital, with a warning. The JSON Schema for editors lists it as required.
      valueType: oneOf(valueTypes).default("digital"),
      bindings: listOf(binding),
    }),
  ),
});

/** `framegate.input.json` with its defaults filled in; as such it is itself a valid file. */
export type InputMap = DeepReadonly<z.output<typeof inputMapSchema>>;

export type InputAction = InputMap["actions"][string];

export type ValueType = InputAction["valueType"];

/** One of the twelve ways to feed an action, told apart by `type`. */
export type Binding = InputAction["bindings"][number];

export type BindingType = Binding["type"];
