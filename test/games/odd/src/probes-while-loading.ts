import { BoxGeometry, Mesh, MeshBasicMaterial } from "three";
import type { ThreeContext } from "framegate/three";

/** Draws a picture while it loads and refuses to play if it cannot read it back, as engines that probe a GPU do. */
export function setup(ctx: ThreeContext): void {
  const box = new Mesh(new BoxGeometry(9, 9, 1), new MeshBasicMaterial({ color: 0xff0000 }));
  ctx.scene.add(box);
  ctx.camera.position.z = 5;
  ctx.renderer.render(ctx.scene, ctx.camera);
  const gl = ctx.renderer.getContext();
  const pixel = new Uint8Array(4);
  gl.readPixels(160, 90, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  if ((pixel[0] ?? 0) < 200) throw new Error(`The GPU drew ${pixel.join(" ")} instead of red.`);
  ctx.systems.add("gameLogic", () => {
    box.rotation.z = ctx.time.seconds;
  });
}
