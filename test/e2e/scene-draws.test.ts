import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { drawsOf } from "./draws-of.ts";
import { bundledPage } from "./engine-pages.ts";
import { reportOf, runJson } from "./run-command.ts";

const threeGame = `import * as THREE from "engine";
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera();
camera.position.z = 5;
const renderer = new THREE.WebGLRenderer();
document.body.append(renderer.domElement);
const geometry = new THREE.BoxGeometry(), material = new THREE.MeshBasicMaterial();
// A class and a node with methods of their own, which hide those of three.js.
class Enemy extends THREE.Mesh {
  onBeforeRender() {}
}
const enemies = new THREE.Group();
enemies.name = "enemies";
scene.add(enemies);
for (let index = 0; index < 6; index += 1) {
  const enemy = new Enemy(geometry, material);
  enemy.name = "enemy";
  enemies.add(enemy);
}
const sky = new THREE.Mesh(geometry, material);
sky.name = "sky";
sky.onBeforeRender = () => undefined;
sky.onAfterRender = () => undefined;
scene.add(sky);
let frames = 0;
function drawMirror() {
  renderer.render(enemies, camera);
}
function drawWorld() {
  renderer.render(scene, camera);
}
function frame() {
  requestAnimationFrame(frame);
  frames += 1;
  scene.rotation.y += 0.1;
  drawWorld();
  // The worst frame is the tenth measured one.
  if (frames === 15) drawMirror();
}
requestAnimationFrame(frame);`;

const manyTrees = `import * as THREE from "engine";
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera();
camera.position.z = 5;
const renderer = new THREE.WebGLRenderer();
document.body.append(renderer.domElement);
const geometry = new THREE.BoxGeometry(), material = new THREE.MeshBasicMaterial();
const glass = new THREE.MeshBasicMaterial({ transparent: true });
class Enemy extends THREE.Mesh {
  onBeforeRender() {}
}
const add = (count, make) => {
  for (let index = 0; index < count; index += 1) scene.add(make());
};
// The only ones that could be instances. A second pass draws them, too.
add(30, () => new THREE.Mesh(geometry, material));
add(40, () => new THREE.Mesh(geometry, glass));
add(41, () => new Enemy(geometry, material));
add(42, () => new THREE.Mesh(geometry, [material]));
add(1, () => new THREE.InstancedMesh(geometry, material, 43));
function frame() {
  requestAnimationFrame(frame);
  scene.rotation.y += 0.1;
  renderer.render(scene, camera);
  renderer.render(scene, camera);
}
requestAnimationFrame(frame);`;

describe("the draws of a scene of three.js", () => {
  it("names the nodes of a bundled scene, and draws twice what a second pass draws", async () => {
    await using folder = await bundledPage("three/build/three.module.js", threeGame);
    const draws = await drawsOf(folder, "--budget", "maxDrawCalls=7");
    expect(draws).toMatchObject({ frame: 9, drawCalls: 13 });
    expect(draws.nodes.map(({ path, drawCalls }) => [path, drawCalls])).toEqual([
      ["Scene/enemies/enemy", 12],
      ["Scene/sky", 1],
    ]);
  });

  it("names the nodes of every frame and its input, without a limit, from the first measured frame on", async () => {
    await using folder = await bundledPage("three/build/three.module.js", threeGame);
    const press = { type: "key", code: "KeyA", pressed: true };
    const events = [
      { ...press, step: 2 },
      { ...press, step: 7, code: "KeyB" },
    ];
    const tape = join(folder.path, "keys.tape.json");
    writeFileSync(tape, JSON.stringify({ version: 1, stepHz: 60, events }));
    const short = ["--frames", "20", "--warmup", "5", "--repeat", "0"];
    const { report } = reportOf(await runJson(["perf", `${folder.path}/index.html`, ...short, "--tape", tape]));
    expect(report.divergence).toBeNull();
    expect(report.nodeDraws).toEqual([
      { path: "Scene/enemies/enemy", frames: [0, 9, 10], drawCalls: [6, 12, 6], triangles: [72, 144, 72] },
      { path: "Scene/sky", frames: [0], drawCalls: [1], triangles: [12] },
    ]);
    expect(report.playedInput).toEqual([{ frame: 2, events: ["key KeyB down"] }]);
  });

  it("finds the game's line in a page whose engine is a file beside it, as in a game without a build", async () => {
    const engine = (name: string): string => readFileSync(join(packageRoot, "node_modules/three/build", name), "utf8");
    await using folder = await createGameFolder({
      "index.html": '<!doctype html><title>Beside</title><script type="module" src="game.js"></script>',
      "game.js": threeGame.replace('"engine"', '"./three.module.js"'),
      "three.module.js": engine("three.module.js"),
      "three.core.js": engine("three.core.js"),
    });
    const { functions } = await drawsOf(folder, "--budget", "maxDrawCalls=7");
    expect(functions.map(({ name, drawCalls }) => [name, drawCalls])).toEqual([
      ["drawWorld", 7],
      ["drawMirror", 6],
    ]);
    expect(functions[0]?.position).toMatch(/^game\.js:\d+:12$/u);
  });

  it("counts the meshes that could be instances of one", async () => {
    await using folder = await bundledPage("three/build/three.module.js", manyTrees);
    const args = ["perf", `${folder.path}/index.html`, "--frames", "5", "--warmup", "0", "--repeat", "0"];
    const { report } = reportOf(await runJson(args));
    expect(report.sharedMeshes).toEqual({ path: "Scene/Mesh", meshes: 30 });
    expect(report.divergence).toBeNull();
  });

  it("finds the game's lines, not the engine's, if the bundle has a source map", async () => {
    await using folder = await bundledPage("three/build/three.module.js", threeGame, { hasMap: true });
    const { functions } = await drawsOf(folder, "--budget", "maxDrawCalls=7");
    const line = (text: string): number => threeGame.slice(0, threeGame.indexOf(text)).split("\n").length;
    expect(functions).toMatchObject([
      { position: `game.js:${String(line("renderer.render(scene"))}:12`, drawCalls: 7 },
      { position: `game.js:${String(line("renderer.render(enemies"))}:12`, drawCalls: 6 },
    ]);
  });
});
