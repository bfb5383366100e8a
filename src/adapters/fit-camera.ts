import { type Camera, PerspectiveCamera } from "three";

/** Gives a perspective camera the aspect ratio of a picture. The extent of any other camera is left to the game. */
export function fitCamera(
  camera: Camera,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  if (!(camera instanceof PerspectiveCamera)) return;
  camera.aspect = width / height;
  camera.updateProjectionMatrix();
}
