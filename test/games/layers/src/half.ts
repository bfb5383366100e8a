import { Mesh, MeshBasicMaterial, PlaneGeometry, type ColorRepresentation } from "three";
import type { ThreeContext } from "framegate/three";

/** Fills one half of the picture with a colour and leaves the other to the roots below. */
export function fillHalf(ctx: ThreeContext, side: -1 | 1, color: ColorRepresentation): void {
  const plane = new Mesh(new PlaneGeometry(20, 20), new MeshBasicMaterial({ color, toneMapped: false }));
  plane.position.x = side * 10;
  ctx.scene.add(plane);
}
