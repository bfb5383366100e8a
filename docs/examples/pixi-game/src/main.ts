import type { PixiContext } from "framegate/pixi";
import { Graphics } from "pixi.js";

export function setup(ctx: PixiContext): void {
  const { width, height } = ctx.resolution;
  const ball = new Graphics().circle(0, 0, 20).fill("tomato");
  ball.position.set(ctx.random() * width, height / 2);
  ctx.stage.addChild(ball);

  ctx.systems.add("physics", () => {
    ball.x = (ball.x + 120 * ctx.time.dt) % width;
  });
}
