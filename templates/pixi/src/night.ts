import type { PixiContext } from "framegate/pixi";
import { createFireflies } from "./fireflies.ts";
import { createGlow } from "./glow.ts";
import { createLantern } from "./lantern.ts";
import { createMeadow } from "./meadow.ts";

/** Builds the night and adds its systems, one for each phase of a step that it needs. */
export function setup(ctx: PixiContext): void {
  const { input, resolution, stage, systems, time } = ctx;
  const glow = createGlow(ctx.renderer);
  // One stream per purpose, so that an extra firefly never moves a star.
  const meadow = createMeadow(resolution, ctx.random.stream("meadow"));
  const fireflies = createFireflies(120, resolution, { glow, random: ctx.random.stream("fireflies") });
  const lantern = createLantern({ x: resolution.width / 2, y: resolution.height / 2 }, glow);
  stage.addChild(meadow, fireflies.container, lantern.container);

  systems.add("input", () => {
    const pointer = input.getPointerPosition("lantern");
    // Before the pointer has moved it reads as the corner.
    if (pointer.x !== 0 || pointer.y !== 0) lantern.aimAt(pointer);
    lantern.carry(input.getVector2("carry"));
    if (input.isJustPressed("flare")) {
      lantern.flare();
      fireflies.startle(lantern.container.position);
    }
  });
  systems.add("physics", () => {
    lantern.move(time.dt);
    fireflies.fly(lantern.container.position, time.dt);
  });
  systems.add("animation", () => {
    lantern.update(time.seconds);
    fireflies.update(time.seconds);
  });
}
