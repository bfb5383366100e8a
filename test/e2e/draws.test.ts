import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import type { FrameDraws } from "../../src/formats/frame-draws.ts";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";
import { bundledPage } from "./engine-pages.ts";
import { reportOf, runJson } from "./run-command.ts";

async function drawsOf(folder: GameFolder, ...flags: readonly string[]): Promise<FrameDraws> {
  const args = ["perf", `${folder.path}/index.html`, "--frames", "20", "--warmup", "5", "--repeat", "0", ...flags];
  const { report } = reportOf(await runJson(args));
  if (report.draws === null) throw new Error("Nobody looked who draws.");
  return report.draws;
}

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

const rawGame = `
const gl = document.querySelector("canvas").getContext("webgl");
const compile = (type, source) => {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
};
const program = gl.createProgram();
gl.attachShader(program, compile(gl.VERTEX_SHADER, "void main() { gl_Position = vec4(0); gl_PointSize = 9.0; }"));
gl.attachShader(program, compile(gl.FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1); }"));
gl.linkProgram(program);
gl.useProgram(program);
gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
const pixels = new Uint8Array(64 * 64 * 4);
let frame = 0;
function drawSky() {
  gl.drawArrays(gl.TRIANGLES, 0, 3);
}
function drawEnemies() {
  for (let index = 0; index < 5; index += 1) gl.drawArrays(gl.TRIANGLES, 0, 6);
}
function uploadNoise() {
  pixels[0] = frame;
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 64, 64, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
}
function tick() {
  requestAnimationFrame(tick);
  frame += 1;
  gl.clearColor(frame / 100, 0, 0, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  drawSky();
  drawEnemies();
  uploadNoise();
}
requestAnimationFrame(tick);`;

describe("a frame with more draws than its limit", () => {
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

  it("names the functions that draw, with their lines", async () => {
    await using folder = await createGameFolder({
      "package.json": {},
      "game.js": rawGame,
      "index.html": '<!doctype html><canvas></canvas><script src="game.js"></script>',
    });
    const draws = await drawsOf(folder, "--budget", "maxDrawCalls=5");
    expect(draws).toMatchObject({ drawCalls: 6, triangles: 11, textureUploadBytes: 16_384, nodes: [] });
    const line = (text: string): string =>
      `game.js:${String(rawGame.slice(0, rawGame.indexOf(text)).split("\n").length)}:`;
    expect(draws.functions).toMatchObject([
      { name: "drawEnemies", drawCalls: 5, triangles: 10, position: expect.stringContaining(line("for (let index")) },
      { name: "drawSky", drawCalls: 1, position: expect.stringContaining(line("gl.drawArrays(gl.TRIANGLES, 0, 3)")) },
      { name: "uploadNoise", drawCalls: 0, textureUploadBytes: 16_384 },
    ]);
  });
});

const canvasGame = `
const context = document.querySelector("canvas").getContext("2d");
let frame = 0;
function drawSky() {
  context.fillRect(0, 0, 300, 100);
}
function drawBoard() {
  for (let index = 0; index < 8; index += 1) {
    context.fillRect(index * 20, frame % 50, 10, 10);
    context.drawImage(context.canvas, 0, 0, 4, 4, index, 0, 4, 4);
  }
}
function tick() {
  requestAnimationFrame(tick);
  frame += 1;
  drawSky();
  drawBoard();
  // A second pass.
  if (frame === 12) drawBoard();
}
requestAnimationFrame(tick);`;

describe("a frame with more operations of 2D canvases than its limit", () => {
  it.each(["--budget maxCanvasOperations=20", "--why"])("names the functions that draw, with %s", async (flags) => {
    await using folder = await createGameFolder({
      "package.json": {},
      "game.js": canvasGame,
      "index.html": '<!doctype html><canvas></canvas><script src="game.js"></script>',
    });
    const draws = await drawsOf(folder, ...flags.split(" "));
    expect(draws).toMatchObject({ frame: 6, drawCalls: 0, canvasOperations: 33 });
    const line = (text: string): string =>
      `game.js:${String(canvasGame.slice(0, canvasGame.indexOf(text)).split("\n").length)}:`;
    expect(draws.functions).toMatchObject([
      { name: "drawBoard", canvasOperations: 16, position: expect.stringContaining(line("context.fillRect(index")) },
      { name: "drawBoard", canvasOperations: 16, position: expect.stringContaining(line("context.drawImage")) },
      { name: "drawSky", canvasOperations: 1, position: expect.stringContaining(line("context.fillRect(0")) },
    ]);
  });

  it("counts those of an iframe and of a worker, too", async () => {
    const drawing = (count: number): string =>
      `function drawPart(){for(let i=0;i<${String(count)};i++)context.fillRect(i,0,1,1);requestAnimationFrame(drawPart)}requestAnimationFrame(drawPart);`;
    await using folder = await createGameFolder({
      "package.json": {},
      "worker.js": `onmessage=({data})=>{const context=data.getContext("2d");${drawing(3)}};`,
      "inner.html": `<!doctype html><canvas></canvas><script>const context=document.querySelector("canvas").getContext("2d");${drawing(4)}</script>`,
      "index.html": `<!doctype html><canvas></canvas><iframe src="inner.html"></iframe><script>
const canvas=document.querySelector("canvas").transferControlToOffscreen();
new Worker("worker.js").postMessage(canvas,[canvas]);</script>`,
    });
    const { functions } = await drawsOf(folder, "--why");
    expect(
      functions.map(({ name, canvasOperations, position }) => [name, canvasOperations, position.split(":")[0]]),
    ).toEqual([
      ["drawPart", 4, "inner.html"],
      ["drawPart", 3, "worker.js"],
    ]);
  });
});

describe("a build that draws more than its baseline", () => {
  it("is failed with the name of the function that draws more", async () => {
    const page = '<!doctype html><canvas></canvas><script src="game.js"></script>';
    await using folder = await createGameFolder({
      "package.json": {},
      ...{ "old/index.html": page, "old/game.js": rawGame },
      ...{ "new/index.html": page, "new/game.js": `\n${rawGame.replace("index < 5", "index < 9")}` },
    });
    const [now, old] = ["new", "old"].map((name) => `${folder.path}/${name}/index.html`);
    const args = ["perf", now!, "--baseline", old!, "--frames", "20", "--warmup", "5", "--repeat", "0"];
    const result = await runJson(args);
    expect(result.exitCode, result.stderr).toBe(1);
    expect(reportOf(result).report.baseline?.draws?.functions).toMatchObject([
      { name: "drawEnemies", owner: "game", baseline: { drawCalls: 5 }, current: { drawCalls: 9 } },
    ]);
    expect(result.stderr.replaceAll(/\s+/gu, " ")).toMatch(
      /more work than .*: triangles \+72\.7 % in frames 0 to 19, first in frame 0, most of it by drawEnemies \(.*game\.js:\d/u,
    );
  });
});

describe("the functions that draw", () => {
  it("begin with the one that uploads when a limit of uploads is exceeded", async () => {
    await using folder = await createGameFolder({
      "package.json": {},
      "game.js": rawGame,
      "index.html": '<!doctype html><canvas></canvas><script src="game.js"></script>',
    });
    const draws = await drawsOf(folder, "--budget", "maxTextureUploadBytes=100");
    expect(draws.functions[0]).toMatchObject({ name: "uploadNoise", drawCalls: 0, textureUploadBytes: 16_384 });
  });

  it("are none in a game without draws", async () => {
    await using folder = await createGameFolder({
      "package.json": {},
      "index.html":
        "<!doctype html><p></p><script>setInterval(() => (document.querySelector('p').textContent += 'x'), 10)</script>",
    });
    const args = ["perf", `${folder.path}/index.html`, "--frames", "20", "--warmup", "0", "--repeat", "0", "--why"];
    expect(reportOf(await runJson(args)).report.draws).toBeNull();
  });
});
