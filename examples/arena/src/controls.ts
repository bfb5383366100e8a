import type { ThreeContext } from "framegate/three";
import { Vector3 } from "three";

/** The player's input in this step. */
export interface Controls {
  /** On the floor plane, of length 1 at most; negative z is away from the camera. */
  readonly move: Vector3;
  readonly fire: boolean;
  readonly pulse: boolean;
}

/** No input. */
export const idleControls: Controls = { move: new Vector3(), fire: false, pulse: false };

/** Reads the input map's actions once, so that the rest of the game does not depend on keys or sticks. */
export function readControls(input: ThreeContext["input"]): Controls {
  const stick = input.getVector2("stick");
  const move = new Vector3(
    stick.x + Number(input.isPressed("right")) - Number(input.isPressed("left")),
    0,
    stick.y + Number(input.isPressed("down")) - Number(input.isPressed("up")),
  ).clampLength(0, 1);
  return { move, fire: input.isPressed("fire"), pulse: input.isJustPressed("pulse") };
}
