import { Object3D } from "three";
import type { ThreeContext } from "framegate/three";

/** The server's answer reaches the scene in frame 7, and differs every time. */
export async function setup(ctx: ThreeContext): Promise<void> {
  const server = new URLSearchParams(window.location.search).get("server") ?? "";
  const count = Number(await (await fetch(`${server}count`)).text());
  const marker = new Object3D();
  ctx.scene.add(marker);
  ctx.systems.add("gameLogic", () => {
    if (ctx.time.step === 7) marker.position.x = count;
  });
}
