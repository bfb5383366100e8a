import type { InputAction } from "../../formats/input-map.ts";
import { anyOf, largestOf, latestOf, movementOf, stickOf } from "./binding-readers.ts";
import type { Vector2, VectorTarget } from "./deadzone.ts";
import { addFinite, type InputLevels } from "./levels.ts";
import { VectorCell } from "./vector-cell.ts";

/** An action bound to its sources. The values that its getters return change only in `beginStep`. */
export type LiveAction = DigitalAction | ScalarAction | VectorAction | MovementAction;

export interface DigitalAction {
  readonly valueType: "digital";
  /** Whether the current levels satisfy any binding. */
  readonly readLevel: () => boolean;
  /** The current level, and its transitions since the last step. */
  level: boolean;
  presses: number;
  releases: number;
  /** The values of the current step. */
  isPressed: boolean;
  pressCount: number;
  releaseCount: number;
  frame: FrameEdges;
}

/** Edges in the steps since the last frame, and the edges of the current frame. */
interface FrameEdges {
  presses: number;
  releases: number;
  pressCount: number;
  releaseCount: number;
}

export interface ScalarAction {
  readonly valueType: "scalar";
  /** Writes the value into the target's x. Returning a number would allocate it on the heap. */
  readonly read: (target: VectorTarget) => void;
  /** Its x is the value. */
  held: VectorCell;
}

/** A current vector, and the object that was last returned for it. */
export class HeldVector extends VectorCell {
  /** Replaced, never modified, so that a game may keep the returned object. */
  handedOut: Vector2 = neutral;
}

const neutral: Vector2 = Object.freeze({ x: 0, y: 0 });

export interface VectorAction {
  readonly valueType: "vector2" | "pointerPosition";
  readonly read: (target: VectorTarget) => void;
  held: HeldVector;
}

export interface MovementAction {
  readonly valueType: "pointerDelta";
  readonly read: (target: VectorTarget) => void;
  held: HeldVector;
  frame: FrameMovement;
}

interface FrameMovement {
  /** The movement of the current frame. */
  readonly held: HeldVector;
  /** The movement of the steps since the frame began. */
  readonly sum: VectorCell;
}

/** Binds an action of a valid map to its sources, in neutral. */
export function bindAction(action: InputAction, levels: InputLevels): LiveAction {
  const { bindings, valueType } = action;
  switch (valueType) {
    case "digital": {
      const edges = { level: false, presses: 0, releases: 0 };
      return {
        valueType,
        readLevel: anyOf(bindings, levels),
        ...edges,
        isPressed: false,
        pressCount: 0,
        releaseCount: 0,
        frame: { presses: 0, releases: 0, pressCount: 0, releaseCount: 0 },
      };
    }
    case "scalar":
      return { valueType, read: largestOf(bindings, levels), held: new VectorCell() };
    case "vector2":
      return { valueType, read: stickOf(bindings, levels), held: new HeldVector() };
    case "pointerDelta":
      return {
        valueType,
        read: movementOf(bindings, levels),
        held: new HeldVector(),
        frame: { held: new HeldVector(), sum: new VectorCell() },
      };
    case "pointerPosition":
      return { valueType, read: latestOf(bindings, levels), held: new HeldVector() };
  }
}

/** Counts the transition of a digital action's level, if there was one. */
export function noteLevel(action: DigitalAction, countsEdges: boolean): void {
  const level = action.readLevel();
  if (level === action.level) return;
  action.level = level;
  if (!countsEdges) return;
  if (level) action.presses += 1;
  else action.releases += 1;
}

/** Turns the input that has arrived into the values of the step. */
export function beginStep(action: LiveAction): void {
  if (action.valueType === "digital") {
    action.isPressed = action.level;
    action.pressCount = action.presses;
    action.releaseCount = action.releases;
    action.frame.presses += action.presses;
    action.frame.releases += action.releases;
    action.presses = 0;
    action.releases = 0;
    return;
  }
  action.read(action.held);
  if (action.valueType === "pointerDelta") addFinite(action.frame.sum, action.held);
}

/** Turns the values of the steps since the last frame into the values of the frame. */
export function beginFrame(action: LiveAction): void {
  if (action.valueType === "digital") {
    const { frame } = action;
    frame.pressCount = frame.presses;
    frame.releaseCount = frame.releases;
    frame.presses = 0;
    frame.releases = 0;
  } else if (action.valueType === "pointerDelta") {
    const { held, sum } = action.frame;
    held.x = sum.x;
    held.y = sum.y;
    sum.x = 0;
    sum.y = 0;
  }
}

/**
 * Returns the vector as a frozen object, the last one if the value is unchanged. A step allocates nothing, and reading
 * allocates only once per value that is read.
 */
export function handOut(held: HeldVector): Vector2 {
  const { x, y } = held;
  if (x !== held.handedOut.x || y !== held.handedOut.y) held.handedOut = Object.freeze({ x, y });
  return held.handedOut;
}

/** Takes over the step's values of the former action of that name, and its pending edges. */
export function inherit(action: LiveAction, former: LiveAction | undefined, countsEdges: boolean): void {
  if (action.valueType === "digital") {
    action.level = action.readLevel();
    if (former?.valueType === "digital") inheritEdges(action, former, countsEdges);
  } else if (action.valueType === "scalar") {
    if (former?.valueType === "scalar") action.held = former.held;
  } else if (action.valueType === "pointerDelta") {
    if (former?.valueType !== "pointerDelta") return;
    action.held = former.held;
    action.frame = former.frame;
  } else if (former?.valueType === action.valueType) {
    action.held = former.held;
  }
}

function inheritEdges(action: DigitalAction, former: DigitalAction, countsEdges: boolean): void {
  action.isPressed = former.isPressed;
  action.pressCount = former.pressCount;
  action.releaseCount = former.releaseCount;
  action.frame = former.frame;
  action.presses = former.presses;
  action.releases = former.releases + (countsEdges && former.level && !action.level ? 1 : 0);
}
