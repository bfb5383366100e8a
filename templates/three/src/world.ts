import type { ThreeContext } from "framegate/three";
import { PerspectiveCamera } from "three";
import { createCourier } from "./courier.ts";
import { createCrystals } from "./crystals.ts";
import { createSky } from "./sky.ts";

/** Builds the world and adds its systems, one for each phase of a step that it needs. */
export function setup(ctx: ThreeContext): void {
  const { input, resolution, scene, systems, time } = ctx;
  const camera = new PerspectiveCamera(48, resolution.width / resolution.height, 0.1, 300);
  camera.position.set(0, 15, 27);
  camera.lookAt(0, -1.5, 0);
  ctx.camera = camera;

  // One stream per purpose, so that an extra crystal never moves a star.
  const sky = createSky(ctx.random.stream("stars"));
  const crystals = createCrystals(48, ctx.random.stream("crystals"));
  const courier = createCourier();
  scene.add(sky.group, crystals.group, courier.group);

  let steering = 0;
  systems.add("input", () => {
    steering = input.getScalar("steer") + Number(input.isPressed("outward")) - Number(input.isPressed("inward"));
  });
  systems.add("physics", () => {
    courier.fly(steering, input.isPressed("boost"), time.dt);
  });
  systems.add("gameLogic", () => {
    crystals.gather(courier.group.position);
  });
  systems.add("animation", () => {
    sky.update(time.seconds);
    crystals.update(time.seconds, time.dt);
  });
}
