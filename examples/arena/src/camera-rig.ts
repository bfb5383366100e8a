import type { RandomStream } from "framegate";
import { PerspectiveCamera, Vector3 } from "three";

/** Share of the remaining way that the camera moves in one step. */
const eagerness = 0.06;
/** Share of the distance between middle and player that the camera follows, so that the whole arena stays in view. */
const interest = 0.4;

export interface CameraRig {
  readonly camera: PerspectiveCamera;
  /** Shakes the picture; 1 is a lot. */
  shake(strength: number): void;
  follow(target: Vector3): void;
}

/** Places a camera above and behind the arena. `aspect` is the picture's width divided by its height. */
export function createCameraRig(aspect: number, random: RandomStream): CameraRig {
  const camera = new PerspectiveCamera(42, aspect, 0.5, 300);
  const offset = new Vector3(0, 14, 21);
  const focus = new Vector3();
  const wanted = new Vector3();
  let trembling = 0;

  function follow(target: Vector3): void {
    focus.lerp(wanted.copy(target).multiplyScalar(interest).setY(0), eagerness);
    const tremble = trembling * 0.25;
    camera.position.addVectors(focus, offset);
    camera.position.x += (random() - 0.5) * tremble;
    camera.position.y += (random() - 0.5) * tremble;
    camera.lookAt(focus.x, 0, focus.z - 0.5);
    trembling *= 0.9;
  }

  return {
    camera,
    shake: (strength) => {
      trembling = Math.min(2, trembling + strength);
    },
    follow,
  };
}
