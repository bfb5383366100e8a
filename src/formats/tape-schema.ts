import * as z from "zod/mini";
import { type TapeCondition, waitStepsDefault } from "./element-look.ts";
import {
  closedObject,
  described,
  exactly,
  finiteNumber,
  integerAboveZero,
  integerBetween,
  listOf,
  nonEmptyText,
  numberAboveZero,
  optional,
  safeInteger,
  text,
  truthValue,
} from "./field-kinds.ts";

// `tape.ts` requires at least one of them.
const element = {
  selector: optional(
    described(nonEmptyText(), "CSS selector of the element. It also finds elements of open shadow roots and frames."),
  ),
  text: optional(
    described(
      nonEmptyText(),
      "Whole text or label of the element, a button if one has it. Case and repeated spaces make no difference.",
    ),
  ),
};

const condition: z.ZodMiniType<TapeCondition, TapeCondition> = described(
  closedObject({
    ...element,
    visible: optional(
      described(truthValue(), "True to wait until the element is visible, false until it is not.", { default: true }),
    ),
    stepsMax: optional(
      described(integerAboveZero(), "Steps to wait at most. After that the run fails.", {
        default: waitStepsDefault,
      }),
    ),
  }),
  "An element that the tape waits for.",
  { id: "condition" },
);

interface Kind<Name extends string> {
  readonly step: z.ZodMiniInt;
  readonly type: z.ZodMiniLiteral<Name>;
}

function kindOf<const Name extends string>(name: Name, description: string): Kind<Name> {
  const step = integerBetween(0, Number.MAX_SAFE_INTEGER);
  return {
    step: described(step, "Fixed step of the event; 0 is the first one after mounting, warm-up included."),
    type: described(exactly(name), description),
  };
}

function kind<const Name extends string>(
  name: Name,
  description: string,
): Kind<Name> & { readonly when: z.ZodMiniExactOptional<typeof condition> } {
  const when = described(optional(condition), "The tape pauses before this event until the condition is met.");
  return { ...kindOf(name, description), when };
}

const sourceId = described(text(), "Name of the source, as in the input map.");
const vector = {
  x: described(finiteNumber(), "Horizontal part."),
  y: described(finiteNumber(), "Vertical part."),
};
const pressed = described(truthValue(), "True if it went down, false if it went up.");
const place = {
  x: optional(described(finiteNumber(), "Horizontal position on the canvas.", { unit: "px" })),
  y: optional(described(finiteNumber(), "Vertical position on the canvas, downwards.", { unit: "px" })),
};

const padButton = closedObject({
  pressed: described(truthValue(), "Whether the button counts as pressed."),
  value: described(finiteNumber(), "How far it is pressed, 0..1."),
});

const event = z.discriminatedUnion("type", [
  closedObject({
    ...kind("test_axis", "A number injected."),
    sourceId,
    value: described(finiteNumber(), "The number."),
  }),
  closedObject({ ...kind("test_vector2", "A vector injected."), sourceId, ...vector }),
  closedObject({ ...kind("test_pointer_delta", "Pointer movement injected."), sourceId, ...vector }),
  closedObject({ ...kind("test_pointer_position", "A pointer position injected."), sourceId, ...vector }),
  closedObject({ ...kind("touch_stick", "An on-screen stick moved."), sourceId, ...vector }),
  closedObject({ ...kind("touch_button", "An on-screen button went down or up."), sourceId, pressed }),
  closedObject({
    ...kind("key", "A key went down or up."),
    code: described(text(), "KeyboardEvent.code of the key."),
    pressed,
  }),
  closedObject({
    ...kind("mouse_button", "A mouse button went down or up."),
    button: described(finiteNumber(), "MouseEvent.button: 0 left, 1 middle, 2 right."),
    pressed,
    ...place,
  }),
  // A movement, a position, or both; `tape.ts` requires at least one of them.
  closedObject({
    ...kind("mouse_move", "The mouse moved: dx and dy, or x and y if it is absolute."),
    dx: optional(described(finiteNumber(), "Movement to the right.", { unit: "px" })),
    dy: optional(described(finiteNumber(), "Movement downwards.", { unit: "px" })),
    ...place,
  }),
  closedObject({
    ...kind("wheel", "The wheel turned."),
    dx: described(finiteNumber(), "WheelEvent.deltaX.", { unit: "px" }),
    dy: described(finiteNumber(), "WheelEvent.deltaY.", { unit: "px" }),
  }),
  closedObject({
    ...kind("gamepad", "A gamepad's state, or its disconnection."),
    index: described(integerBetween(0, 255), "Index of the gamepad."),
    axes: optional(described(listOf(described(finiteNumber(), "An axis, -1..1.")), "All axes.")),
    // A plain number is the button's value, which determines `pressed`.
    buttons: optional(
      described(
        listOf(described(z.union([finiteNumber(), padButton]), "A button's value, or value and pressed.")),
        "All buttons.",
      ),
    ),
    connected: optional(described(truthValue(), "False if the gamepad was disconnected.", { default: true })),
  }),
  closedObject({
    ...kind("pointer_lock", "The pointer lock began or ended."),
    locked: optional(described(truthValue(), "Whether the pointer is locked now.", { default: true })),
  }),
  closedObject({
    ...kind("click", "The left mouse button clicked on an element: down in this step, up in the next one."),
    ...element,
  }),
  closedObject({ ...kindOf("wait", "Only a wait: the tape pauses until the condition is met."), when: condition }),
  closedObject({ ...kind("blur", "The page lost the focus.") }),
  closedObject({ ...kind("focus", "The page got the focus.") }),
]);

/** The fields of `*.tape.json`. `tape.ts` checks the order of the events. */
export const tapeSchema = described(
  closedObject({
    version: described(exactly(1), "Version of the file format."),
    stepHz: described(numberAboveZero(), "Fixed steps per second when it was recorded.", { unit: "Hz" }),
    seed: optional(described(safeInteger(), "Seed of the recorded run.")),
    game: optional(
      described(
        closedObject({
          name: described(text(), "Name of the game."),
          version: described(text(), "Version of the game."),
        }),
        "The game that was recorded.",
      ),
    ),
    mapHash: optional(described(text(), "Hash of the input map when it was recorded.")),
    events: described(
      listOf(described(event, "One event of a source, before the input map is applied.", { id: "event" })),
      "Events in the order of their steps.",
    ),
  }),
  "Recorded or hand-written input: *.tape.json.",
);
