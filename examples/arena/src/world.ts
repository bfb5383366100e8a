import RAPIER from "@dimforge/rapier3d-compat";
import type { World } from "@dimforge/rapier3d-compat";
import type { ThreeContext } from "framegate/three";
import { arenaRadius } from "./arena-shape.ts";
import { createBlasts } from "./blasts.ts";
import { createBolts } from "./bolts.ts";
import { createCameraRig } from "./camera-rig.ts";
import { idleControls, readControls } from "./controls.ts";
import { createCrates } from "./crates.ts";
import { createHunters } from "./hunters.ts";
import { lightScene } from "./lighting.ts";
import { createPlayer } from "./player.ts";
import { createRules } from "./rules.ts";
import type { ArenaParts, Rules } from "./rules.ts";
import { createScenery } from "./scenery.ts";
import { statusBoard } from "./status-board.ts";
import type { RadarBlip } from "./status-board.ts";
import { buildWalls } from "./walls.ts";

/** The HUD is updated 15 times per second: nobody reads faster, and React's work is not free. */
const stepsBetweenNews = 4;

/** Builds the arena and adds its systems, one for each phase of a step that it needs. */
export async function setup(ctx: ThreeContext): Promise<void> {
  await RAPIER.init();
  const physics = createPhysics(ctx.time.dt);
  lightScene(ctx.scene, ctx.renderer);
  ctx.scene.add(createScenery(ctx.random.stream("stars")));
  const crates = createCrates(ctx.scene, physics, ctx.random);
  const hunters = createHunters(ctx.scene, physics, ctx.random);
  const player = createPlayer(ctx.scene, physics);
  const bolts = createBolts(physics);
  const blasts = createBlasts(ctx.random);
  const cameraRig = createCameraRig(ctx.resolution.width / ctx.resolution.height, ctx.random.stream("camera"));
  ctx.camera = cameraRig.camera;
  ctx.scene.add(bolts.mesh, blasts.group);
  const pushable = [...crates.bodies, ...hunters.all.map((hunter) => hunter.body)];
  const parts: ArenaParts = { player, hunters, bolts, blasts, cameraRig, pushable };
  const rules = createRules(parts);
  let controls = idleControls;

  ctx.systems.add("input", () => {
    controls = readControls(ctx.input);
  });
  ctx.systems.add("prePhysics", () => {
    player.steer(controls);
    hunters.chase(player.node.position, ctx.time.dt);
  });
  ctx.systems.add("physics", () => {
    physics.step();
  });
  ctx.systems.add("postPhysics", () => {
    crates.recoverLost();
    crates.update();
    hunters.update();
    player.update(ctx.time.seconds);
  });
  ctx.systems.add("gameLogic", () => {
    rules.play(controls, ctx.time.dt);
  });
  ctx.systems.add("animation", () => {
    blasts.advance(ctx.time.dt);
    cameraRig.follow(player.node.position);
  });
  ctx.systems.add("preRender", () => {
    if (ctx.time.step % stepsBetweenNews === 0) publishStatus(physics, parts, rules, ctx.time.seconds);
  });

  // The first picture compiles all shaders. Drawn here, it is part of loading instead of the first frame.
  ctx.renderer.render(ctx.scene, ctx.camera);
}

function createPhysics(dt: number): World {
  const physics = new RAPIER.World({ x: 0, y: -18, z: 0 });
  physics.timestep = dt;
  buildWalls(physics);
  return physics;
}

function publishStatus(physics: World, parts: ArenaParts, rules: Rules, seconds: number): void {
  let awakeBodies = 0;
  physics.forEachActiveRigidBody(() => {
    awakeBodies += 1;
  });
  statusBoard.publish({
    ...rules.tally(),
    bodies: physics.bodies.len(),
    awakeBodies,
    seconds,
    player: toBlip(parts.player.node.position),
    hunters: parts.hunters.all.map((hunter) => toBlip(hunter.node.position)),
  });
}

function toBlip({ x, z }: RadarBlip): RadarBlip {
  return { x: x / arenaRadius, z: z / arenaRadius };
}
