import { BoxGeometry, Mesh, MeshBasicMaterial } from "three";
import type { ThreeContext } from "framegate/three";

/** Six boxes at seeded places. One more jumps into view in every twentieth frame, so that draws change, too. */
export function setup(ctx: ThreeContext): void {
  const random = ctx.random.stream("places");
  const geometry = new BoxGeometry(0.4, 0.4, 0.4);
  const boxes = Array.from({ length: 6 }, (_, index) => {
    const box = new Mesh(geometry, new MeshBasicMaterial({ color: 0xff8800 + index }));
    box.userData.entityId = `box-${String(index)}`;
    box.position.set(random() * 2 - 1, random() * 2 - 1, 0);
    box.visible = random() > 0.3;
    ctx.scene.add(box);
    return box;
  });

  ctx.systems.add("gameLogic", () => {
    for (const box of boxes) box.rotation.x += (box.position.y + 2) * ctx.time.dt;
    if (ctx.input.isPressed("push")) for (const box of boxes) box.position.x += ctx.time.dt;
    if (ctx.time.step % 20 === 19) {
      const index = Math.floor(random() * boxes.length);
      for (const box of boxes.slice(index, index + 1)) box.visible = !box.visible;
    }
  });
}
