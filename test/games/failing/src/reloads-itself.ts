import type { ThreeContext } from "framegate/three";

export function setup(ctx: ThreeContext): void {
  ctx.systems.add("gameLogic", () => {
    if (ctx.time.step === 17) window.location.reload();
  });
}
