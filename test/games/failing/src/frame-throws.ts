import type { ThreeContext } from "framegate/three";

export function setup(ctx: ThreeContext): void {
  ctx.systems.add("gameLogic", () => {
    if (ctx.time.step === 17) openDoor(undefined);
  });
}

function openDoor(door: { readonly key: string } | undefined): void {
  if (door === undefined) throw new RangeError("there is no door");
}
