import type { ThreeContext } from "framegate/three";
import { BoxGeometry, Mesh, MeshNormalMaterial } from "three";

export function setup(ctx: ThreeContext): void {
  const box = new Mesh(new BoxGeometry(), new MeshNormalMaterial());
  box.rotation.y = ctx.random() * Math.PI;
  box.userData["entityId"] = "box";
  ctx.scene.add(box);

  ctx.systems.add("physics", () => {
    box.rotation.x += ctx.time.dt;
  });
}
