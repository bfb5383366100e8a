import type { PixiContext } from "framegate/pixi";
import { Graphics, Text } from "pixi.js";
import { loseContext } from "./lose-context.ts";

export function setup(ctx: PixiContext): void {
  const square = new Graphics().rect(-20, -20, 40, 40).fill("red");
  square.position.set(60, 90);
  ctx.stage.addChild(square, new Text({ text: "lost", style: { fill: "white" } }));
  ctx.systems.add("animation", () => {
    square.rotation += 0.1;
  });
  loseContext(ctx);
}
