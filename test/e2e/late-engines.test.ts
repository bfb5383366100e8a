import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { packageFile } from "./engine-pages.ts";
import { reportOf, runJson } from "./run-command.ts";

const frames = 100;
const startFrame = 20;

/** A menu on a 2D canvas. Its game starts in a later frame and loads its engines only then. */
const page = `<!doctype html><body><canvas></canvas><script>
const context = document.querySelector("canvas").getContext("2d");
let play = () => {};
async function start() {
  await new Promise((resolve) => {
    const script = document.head.appendChild(document.createElement("script"));
    script.onload = resolve;
    script.src = "p2.js";
  });
  const world = new p2.World({ gravity: [0, -10] });
  world.addBody(new p2.Body({ mass: 1 }));
  const [{ default: RAPIER }, PIXI, THREE] = await Promise.all(
    ["./rapier.mjs", "./pixi.mjs", "./three.module.js"].map((url) => import(url)),
  );
  await RAPIER.init();
  const space = new RAPIER.World({ x: 0, y: -10, z: 0 });
  const app = new PIXI.Application({ width: 64, height: 64, autoStart: false });
  app.stage.addChild(new PIXI.Container(), new PIXI.Container());
  const renderer = new THREE.WebGLRenderer(), scene = new THREE.Scene(), camera = new THREE.Camera();
  scene.add(new THREE.Group());
  document.body.append(app.view, renderer.domElement);
  const worker = new Worker("worker.js", { type: "module" });
  play = () => {
    world.step(1 / 60);
    space.step();
    worker.postMessage(0);
    app.render();
    renderer.render(scene, camera);
  };
}
let frame = 0;
requestAnimationFrame(function tick() {
  if (frame === ${String(startFrame)}) start();
  play();
  context.fillRect(frame++, 0, 1, 1);
  requestAnimationFrame(tick);
});
</script>`;

const worker = `import * as planck from "./planck.mjs";
const world = new planck.World();
onmessage = () => world.step(1 / 60);`;

it("finds the engines that a game loads after its first frames, in workers too", async () => {
  await using folder = await createGameFolder({
    "package.json": {},
    "index.html": page,
    "worker.js": worker,
    "p2.js": readFileSync(packageFile("p2/build/p2.min.js")),
    "rapier.mjs": readFileSync(packageFile("@dimforge/rapier3d-compat/dist/rapier.mjs")),
    "pixi.mjs": readFileSync(packageFile("pixi-7/dist/pixi.mjs")),
    "planck.mjs": readFileSync(packageFile("planck/dist/planck.mjs")),
    "three.module.js": readFileSync(packageFile("three/build/three.module.js")),
    "three.core.js": readFileSync(packageFile("three/build/three.core.js")),
  });
  const result = await runJson([
    ...["perf", join(folder.path, "index.html"), "--frames", String(frames), "--warmup", "0", "--repeat", "1"],
  ]);
  const { report } = reportOf(result);
  expect(result.exitCode, result.stdout.slice(0, 2000)).toBe(0);
  expect(report.divergence).toBeNull();
  expect(report.scene?.engines.map(({ name, worlds }) => [name, worlds])).toEqual([
    ["pixi", 1],
    ["three", 1],
  ]);
  expect(report.perFrame.sceneNodes).toEqual(
    Array.from({ length: frames }, (_, frame) => (frame <= startFrame ? 0 : 5)),
  );
  expect(report.physicsEngines?.toSorted()).toEqual(["p2", "rapier"]);
  expect(report.workerPhysicsEngines).toEqual(["planck"]);
  const { physicsMs, workerPhysicsMs } = report.perFrame;
  expect(physicsMs?.map((ms) => ms > 0)).toEqual(Array.from({ length: frames }, (_, frame) => frame > startFrame));
  expect(Math.max(...(workerPhysicsMs?.slice(0, startFrame + 1) ?? []))).toBe(0);
  expect(Math.min(...(workerPhysicsMs?.slice(startFrame + 5) ?? []))).toBeGreaterThan(0);
});
