import type { ThreeContext } from "framegate/three";
import { craneHeight, createCrane } from "./crane.ts";
import { createCrateRain } from "./crate-rain.ts";
import { createCamera, createScenery } from "./scenery.ts";
import { createStacks } from "./stacks.ts";

const stepsBetweenCrates = 5;
const stepsInAHurry = 3;
/** Greatest distance between the hook and the column of a crate, in columns. */
const scatter = 1.6;

/** Builds the yard and adds its systems, one for each phase of a step that it needs. */
export function setup(ctx: ThreeContext): void {
  const wind = ctx.random.stream("wind");
  const stacks = createStacks();
  createScenery(ctx.scene, ctx.renderer);
  ctx.camera = createCamera(ctx.resolution.width / ctx.resolution.height);
  const crane = createCrane(ctx.scene);
  const rain = createCrateRain(ctx.scene, stacks, ctx.random.stream("crates"));

  ctx.systems.add("input", () => {
    crane.drive(ctx.input.getVector2("trolley"), ctx.time.dt);
  });
  ctx.systems.add("physics", () => {
    rain.fall(ctx.time.dt);
  });
  ctx.systems.add("gameLogic", () => {
    const interval = ctx.input.isPressed("hurry") ? stepsInAHurry : stepsBetweenCrates;
    if (ctx.time.step % interval !== 0) return;
    const { x, z } = crane.position;
    rain.drop(stacks.columnAt(x + (wind() * 2 - 1) * scatter, z + (wind() * 2 - 1) * scatter), craneHeight);
  });

  // The first picture compiles all shaders. Drawn here, it is part of loading instead of the first frame.
  ctx.renderer.render(ctx.scene, ctx.camera);
}
