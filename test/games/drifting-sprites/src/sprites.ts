import { Sprite, Texture } from "pixi.js";
import type { PixiContext } from "framegate/pixi";

/** Sprites that drift at seeded speeds. Which ones are visible is redrawn now and then, so that triangles change. */
export function setup(ctx: PixiContext): void {
  const { width, height } = ctx.resolution;
  const random = ctx.random.stream("drift");
  const sprites = Array.from({ length: 8 }, () => {
    const sprite = new Sprite({ texture: Texture.WHITE, x: random() * width, y: random() * height });
    ctx.stage.addChild(sprite);
    return { sprite, speed: random() * 60 };
  });

  ctx.systems.add("animation", () => {
    for (const { sprite, speed } of sprites) sprite.x = (sprite.x + speed * ctx.time.dt) % width;
    if (ctx.time.step % 10 !== 9) return;
    for (const { sprite } of sprites) sprite.visible = random() > 0.5;
  });
}
