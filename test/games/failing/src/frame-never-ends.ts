import type { ThreeContext } from "framegate/three";

export function setup(ctx: ThreeContext): void {
  ctx.systems.add("gameLogic", () => {
    if (ctx.time.step === 17) findPath();
  });
}

function findPath(): void {
  let nodes = 0;
  while (nodes >= 0) nodes = (nodes + 1) % 1000;
}
