import { type DigitalAction, handOut, type MovementAction } from "./actions.ts";
import type { Vector2 } from "./deadzone.ts";

/** The values of actions by type, in a step or in a frame. Every getter throws `InputError`, see `InputManager`. */
export interface InputView {
  /** Whether a digital action is held. */
  isPressed(action: string): boolean;
  /** Whether a digital action was pressed, even if it is up again. */
  isJustPressed(action: string): boolean;
  /** Whether a digital action was released, even if it is down again. */
  isJustReleased(action: string): boolean;
  /** How often a digital action was pressed. */
  pressCount(action: string): number;
  /** How often a digital action was released. */
  releaseCount(action: string): number;
  /** The value of a scalar action, [-1, 1]. */
  getScalar(action: string): number;
  /** The value of a vector2 action, magnitude at most 1. */
  getVector2(action: string): Vector2;
  /** The movement of a pointerDelta action, in pixels. */
  getPointerDelta(action: string): Vector2;
  /** The position of a pointerPosition action, in canvas CSS pixels. */
  getPointerPosition(action: string): Vector2;
}

/** Finds actions by name. Throws `InputError` if there is none, or if it has another type. */
export interface ActionFinders {
  readonly findDigital: (action: string) => DigitalAction;
  readonly findMovement: (action: string) => MovementAction;
}

/** Creates the view for frames: edges and movement since the last frame, everything else as of the last step. */
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
