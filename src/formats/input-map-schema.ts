import * as z from "zod/mini";
import { closedObject, described, exactly, finiteNumber, listOf, mapOf, oneOf, text } from "./field-kinds.ts";
import type { DeepReadonly } from "./read-only.ts";

export const valueTypes = ["digital", "scalar", "vector2", "pointerDelta", "pointerPosition"] as const;

/** A stick or pad at rest never reads exactly zero; other sources do. */
const gamepadDeadzone = 0.15;

function type<const Name extends string>(name: Name, description: string): z.ZodMiniLiteral<Name> {
  return described(exactly(name), description);
}

const deadzoneWords =
  "A smaller value reads as 0; the rest up to 1 is rescaled. A deadzone below 0 acts as 0, one of 1 or more as a threshold.";

function deadzone(initial: number, words: string = deadzoneWords): z.ZodMiniDefault<z.ZodMiniNumber<number>> {
  return z._default(described(finiteNumber(), words, { default: initial }), initial);
}

function source(words: string): z.ZodMiniString<string> {
  return described(text(), words);
}

const injected = "Name under which the source is injected; any text.";
const virtualControl = "Name of the on-screen control, chosen by the touch interface; not a device index.";

const binding = z.discriminatedUnion("type", [
  closedObject({
    type: type("key", "A keyboard key. Feeds digital and scalar actions."),
    code: described(text(), "KeyboardEvent.code of the key, such as KeyA, Space or ArrowLeft."),
  }),
  closedObject({
    type: type("mouse_button", "A mouse button. Feeds digital and scalar actions."),
    button: described(finiteNumber(), "MouseEvent.button: 0 left, 1 middle, 2 right."),
  }),
  closedObject({
    type: type("mouse_move", "Raw mouse movement. Feeds pointerDelta actions, and vector2 actions."),
    deadzone: z._default(
      described(finiteNumber(), "Shorter movements per step are ignored. For vector2 only.", {
        unit: "px",
        default: 0,
      }),
      0,
    ),
  }),
  closedObject({
    type: type("gamepad_button", "A gamepad button. Feeds digital actions, and scalar ones by its value."),
    button: described(finiteNumber(), "Button index of the standard Gamepad API."),
  }),
  closedObject({
    type: type("gamepad_axis", "One half of a gamepad axis. Feeds digital and scalar actions."),
    axis: described(finiteNumber(), "Axis index of the standard Gamepad API."),
    direction: described(oneOf(["positive", "negative"]), "The side of the deadzone that counts as pressed."),
    deadzone: deadzone(gamepadDeadzone),
  }),
  closedObject({
    type: type("gamepad_axis_pair", "Two gamepad axes read together, such as a stick. Feeds vector2 actions."),
    xAxis: described(finiteNumber(), "Axis index of the horizontal part."),
    yAxis: described(finiteNumber(), "Axis index of the vertical part."),
    deadzone: deadzone(gamepadDeadzone),
  }),
  closedObject({
    type: type("test_axis", "A number injected by injectAxis. Feeds scalar actions."),
    sourceId: source(injected),
    deadzone: deadzone(0),
  }),
  closedObject({
    type: type("test_vector2", "A vector injected by injectVector2. Feeds vector2 actions."),
    sourceId: source(injected),
    deadzone: deadzone(0),
  }),
  closedObject({
    type: type("test_pointer_delta", "Movement injected by injectPointerDelta. Feeds pointerDelta actions."),
    sourceId: source(injected),
  }),
  closedObject({
    type: type("test_pointer_position", "A position injected by injectPointerPosition. Feeds pointerPosition actions."),
    sourceId: source(injected),
  }),
  closedObject({
    type: type("touch_button", "An on-screen button. Feeds digital actions."),
    sourceId: source(virtualControl),
  }),
  closedObject({
    type: type("touch_stick", "An on-screen stick. Feeds vector2 actions."),
    sourceId: source(virtualControl),
    deadzone: deadzone(0),
  }),
]);

const action = closedObject({
  // A missing value type means digital, with a warning.
  valueType: z._default(
    described(
      oneOf(valueTypes),
      "Type of the action's value: digital is a boolean with edges, scalar a number -1..1, vector2 {x, y} of length <= 1, " +
        "pointerDelta movement per step, pointerPosition a position on the canvas.",
      { default: "digital", isRequiredInEditors: true },
    ),
    "digital",
  ),
  bindings: described(
    listOf(described(binding, "One source of the action.", { id: "binding" })),
    "Sources of the action. digital: any of them. scalar: the greatest magnitude. vector2: their sum, limited to " +
      "length 1. pointerDelta: their sum. pointerPosition: the last one written.",
  ),
});

/** The fields of `framegate.input.json`. `check-input-map.ts` says which binding may feed which value type. */
export const inputMapSchema = described(
  closedObject({
    version: described(finiteNumber(), "Version of the file format. Reserved: any number."),
    actions: described(
      mapOf(described(action, "A named action.", { id: "action" })),
      "Actions by name. Any text is a name.",
    ),
  }),
  "Actions of a game and the devices that feed them: framegate.input.json.",
);

/** `framegate.input.json` with its defaults filled in, which is itself a valid file. */
export type InputMap = DeepReadonly<z.output<typeof inputMapSchema>>;

export type InputAction = InputMap["actions"][string];

export type ValueType = InputAction["valueType"];

/** One of the twelve ways to feed an action; `type` says which. */
export type Binding = InputAction["bindings"][number];

export type BindingType = Binding["type"];
