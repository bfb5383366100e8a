import { type DigitalAction, handOut, type MovementAction } from "./actions.ts";
import type { Vector2 } from "./deadzone.ts";

/** Typed actions as they are read, in a step or in a frame. Every getter throws `InputError`, see `InputManager`. */
export interface InputView {
  /** Whether a digital action is held. */
  isPressed(action: string): boolean;
  /** Whether a digital action went down, even if it is up again. */
  isJustPressed(action: string): boolean;
  /** Whether a digital action went up, even if it is down again. */
  isJustReleased(action: string): boolean;
  /** How often a digital action went down. */
  pressCount(action: string): number;
  /** How often a digital action went up. */
  releaseCount(action: string): number;
  /** The value of a scalar action, [-1, 1]. */
  getScalar(action: string): number;
  /** The value of a vector2 action, magnitude at most 1. */
  getVector2(action: string): Vector2;
  /** What a pointerDelta action moved, in pixels. */
  getPointerDelta(action: string): Vector2;
  /** Where a pointerPosition action is, in canvas CSS pixels. */
  getPointerPosition(action: string): Vector2;
}

/** Finds the action of a name. Throws `InputError` where there is none or it has another type. */
export interface ActionFinders {
  readonly findDigital: (action: string) => DigitalAction;
  readonly findMovement: (action: string) => MovementAction;
}

/** Creates the view of frames: what adds up is of all steps since the frame before, the rest is the last step's. */
export function createFrameView(steps: InputView, { findDigital, findMovement }: ActionFinders): InputView {
  return {
    isPressed: (action) => steps.isPressed(action),
    isJustPressed: (action) => findDigital(action).frame.pressCount > 0,
    isJustReleased: (action) => findDigital(action).frame.releaseCount > 0,
    pressCount: (action) => findDigital(action).frame.pressCount,
    releaseCount: (action) => findDigital(action).frame.releaseCount,
    getScalar: (action) => steps.getScalar(action),
    getVector2: (action) => steps.getVector2(action),
    getPointerDelta: (action) => handOut(findMovement(action).frame.held),
    getPointerPosition: (action) => steps.getPointerPosition(action),
  };
}
