import type { PixiContext } from "framegate/pixi";
import { createBackdrop } from "./backdrop.ts";
import { createLantern } from "./lantern.ts";
import { createShoal } from "./shoal.ts";
import { createStones } from "./stones.ts";
import { createTextures } from "./textures.ts";

/** Builds the sea and adds its systems, one for each phase of a step that it needs. */
export function setup(ctx: PixiContext): void {
  const size = ctx.resolution;
  const middle = { x: size.width / 2, y: size.height / 2 };
  const textures = createTextures(ctx.renderer);
  const backdrop = createBackdrop(size, textures.glow, ctx.random.stream("plankton"));
  const stones = createStones(size, textures.stone, ctx.random.stream("stones"));
  const shoal = createShoal(size, textures.fish, ctx.random.stream("fish"));
  const lantern = createLantern(middle, textures.glow);
  ctx.stage.addChild(backdrop.container, stones.container, shoal.container, lantern.container);

  ctx.systems.add("prePhysics", () => {
    const pointer = ctx.input.getPointerPosition("lantern");
    // Before the pointer has moved it reads as the corner, so the light waits in the middle.
    const isUntouched = pointer.x === 0 && pointer.y === 0;
    lantern.pull(isUntouched ? middle : pointer, ctx.time.dt);
    stones.drift(ctx.input.getVector2("drift"));
    if (ctx.input.isJustPressed("startle")) {
      stones.scatter(lantern.position.x, lantern.position.y);
      shoal.startle(lantern.position);
      lantern.flare();
    }
  });
  ctx.systems.add("physics", () => {
    stones.step(ctx.time.dt);
  });
  ctx.systems.add("gameLogic", () => {
    shoal.swim(lantern.position, stones.places(), ctx.time.dt);
  });
  ctx.systems.add("animation", () => {
    backdrop.update(ctx.time.seconds);
    stones.update();
    shoal.update();
    lantern.update(ctx.time.seconds);
  });
}
