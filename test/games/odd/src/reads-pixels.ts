import { BoxGeometry, Mesh, MeshBasicMaterial } from "three";
import type { ThreeContext } from "framegate/three";

/** Reads the colour in the middle, as a game that picks objects by colour does. */
export function setup(ctx: ThreeContext): void {
  const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial({ color: 0xff8800 }));
  ctx.scene.add(box);
  const gl = ctx.renderer.getContext();
  const pixel = new Uint8Array(4);
  ctx.systems.add("render", () => {
    if (ctx.time.step === 5) gl.readPixels(160, 90, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    box.rotation.x = pixel[0] ?? 0;
  });
}
