import { BoxGeometry, Mesh, MeshBasicMaterial } from "three";
import type { ThreeContext } from "framegate/three";

/** Waits for somebody to press a button, which nobody does in a run. */
export function setup(ctx: ThreeContext): void {
  ctx.scene.add(new Mesh(new BoxGeometry(), new MeshBasicMaterial()));
  ctx.systems.add("gameLogic", () => {
    if (ctx.time.step === 5) window.alert("Ready?");
    if (ctx.time.step === 6) debugger;
  });
}
