import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FrameOverdraw } from "../../src/formats/frame-overdraw.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";
import { bundledPage } from "./engine-pages.ts";
import { rectanglesPage } from "./overdraw-page.ts";
import { reportOf, runJson } from "./run-command.ts";

async function reportOn(folder: GameFolder, ...flags: readonly string[]): Promise<RunReport> {
  const args = ["perf", `${folder.path}/index.html`, "--frames", "8", "--warmup", "2", "--repeat", "0", ...flags];
  return reportOf(await runJson(args)).report;
}

async function overdrawOf(folder: GameFolder, ...flags: readonly string[]): Promise<FrameOverdraw> {
  const { overdraw, notices } = await reportOn(folder, "--overdraw", "5", "--viewport", "400x300", ...flags);
  if (overdraw === null) throw new Error(`No fragments were counted: ${JSON.stringify(notices)}`);
  return overdraw;
}

function page(html: string): Promise<GameFolder> {
  return createGameFolder({ "package.json": {}, "index.html": html });
}

/** Each draw of the page, in order. */
const rectangles = [8000, 200, 100, 200, 25, 100, 50, 512, 100, 30_000, 0];

describe("the fragments of rectangles", () => {
  it.each([
    ["webgl", rectangles],
    ["webgl2", [...rectangles, 100, 0]],
  ] as const)("are exact with depth, stencil, scissor, discard and instances: %s", async (type, expected) => {
    await using folder = await page(rectanglesPage(type));
    const overdraw = await overdrawOf(folder);
    const inOrder = overdraw.largest.toSorted((one, other) => one.draw - other.draw);
    expect(inOrder.map(({ fragments }) => fragments)).toEqual(expected);
    const ofCanvas = expected.reduce((sum, each) => sum + each, 0) - 512;
    expect(overdraw.targets).toEqual([
      {
        ...{ kind: "canvas", width: 100, height: 80, draws: expected.length - (type === "webgl2" ? 2 : 1) },
        ...{ fragments: ofCanvas, coveredPixels: 8000, mostPerPixel: 302, overdraw: ofCanvas / 8000 },
      },
      {
        ...{ kind: "framebuffer", width: 32, height: 16, draws: 1 },
        ...{ fragments: 512, coveredPixels: 512, mostPerPixel: 1, overdraw: 1 },
      },
    ]);
    expect(overdraw.functions[0]).toMatchObject({ name: "drawCrowd", fragments: 30_000, draws: 1 });
    expect(overdraw.gaps).toEqual([]);
  });

  it("come with a picture beside the report and in its page, and leave the run as it is", async () => {
    await using folder = await page(rectanglesPage("webgl2"));
    const out = join(folder.path, "out");
    const counted = await reportOn(folder, "--overdraw", "5", "--out", out);
    const plain = await reportOn(folder);
    expect(counted.perFrame.stateHash).toEqual(plain.perFrame.stateHash);
    expect(counted.raster).toBe("skip");
    const [file = ""] = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".png"));
    expect(file).toMatch(/overdraw-5\.png$/u);
    const url = `data:image/png;base64,${readFileSync(join(out, file)).toString("base64")}`;
    expect(readFileSync(join(out, file, "..", "report.html"), "utf8")).toContain(url);
  });
});

const threeGame = `import * as THREE from "engine";
const scene = new THREE.Scene();
const camera = new THREE.OrthographicCamera(0, 100, 80, 0, -10, 10);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(100, 80);
document.body.append(renderer.domElement);
const target = new THREE.WebGLRenderTarget(64, 64, { samples: 4 });
function add(name, x, y, width, height, z, options) {
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(width, height), new THREE.MeshBasicMaterial(options));
  mesh.name = name;
  mesh.position.set(x + width / 2, y + height / 2, z);
  scene.add(mesh);
  return mesh;
}
add("wall", 0, 0, 100, 80, 0, {});
add("hidden", 10, 10, 20, 20, -5, {});
add("glass", 10, 10, 40, 20, 5, { transparent: true, opacity: 0.5 });
// Half of its texels are holes.
const holes = new THREE.DataTexture(new Uint8Array([255, 255, 255, 255, 255, 255, 255, 0]), 2, 1);
holes.needsUpdate = true;
add("fence", 60, 40, 20, 10, 5, { map: holes, alphaTest: 0.5 });
const crowd = new THREE.InstancedMesh(new THREE.PlaneGeometry(4, 4), new THREE.MeshBasicMaterial(), 3);
crowd.name = "crowd";
[[5, 60], [15, 60], [25, 60]].forEach(([x, y], index) => crowd.setMatrixAt(index, new THREE.Matrix4().makeTranslation(x, y, 6)));
scene.add(crowd);
function drawMirror() {
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  renderer.setRenderTarget(null);
}
function drawWorld() {
  renderer.render(scene, camera);
}
function frame() {
  requestAnimationFrame(frame);
  drawMirror();
  drawWorld();
}
requestAnimationFrame(frame);`;

it("counts a scene of three.js by node, hidden surfaces and holes left out", async () => {
  await using folder = await bundledPage("three/build/three.module.js", threeGame);
  const overdraw = await overdrawOf(folder);
  expect(await overdrawOf(folder)).toEqual(overdraw);
  const [, second] = overdraw.targets;
  expect(overdraw.targets).toMatchObject([
    { kind: "framebuffer", width: 64, height: 64, coveredPixels: 4096 },
    { kind: "canvas", width: 100, height: 80, coveredPixels: 8000, mostPerPixel: 2 },
  ]);
  // Half of the fence is discarded, and the crowd has three of 4 x 4.
  expect(second?.fragments).toBe(8000 + 800 + 100 + 48);
  const ofCanvas = overdraw.largest.filter(({ target }) => target === 1);
  expect(Object.fromEntries(ofCanvas.map(({ node, fragments }) => [node, fragments]))).toEqual({
    "Scene/wall": 8000,
    "Scene/hidden": 0,
    "Scene/glass": 800,
    "Scene/fence": 100,
    "Scene/crowd": 48,
  });
});

const pixiGame = `import { Application, Graphics } from "engine";
const app = new Application();
await app.init({ width: 100, height: 80, preference: "webgl", antialias: false });
document.body.append(app.canvas);
app.stage.addChild(new Graphics().rect(0, 0, 50, 40).fill(0xff0000));
app.stage.addChild(new Graphics().rect(10, 10, 20, 10).fill({ color: 0x00ff00, alpha: 0.5 }));
app.stage.addChild(new Graphics().rect(90, 70, 40, 40).fill(0x0000ff));`;

it("counts what PixiJS draws, one shape above the other", async () => {
  await using folder = await bundledPage("pixi.js/dist/pixi.mjs", pixiGame);
  const overdraw = await overdrawOf(folder);
  expect(await overdrawOf(folder)).toEqual(overdraw);
  expect(overdraw.targets).toMatchObject([
    { kind: "canvas", fragments: 2000 + 200 + 100, coveredPixels: 2000 + 100, mostPerPixel: 2 },
  ]);
  expect(overdraw.gaps).toEqual([]);
});

const withGaps = `<!doctype html><canvas width="64" height="64"></canvas><canvas></canvas><script>
const [canvas, other] = document.querySelectorAll("canvas");
const gl = canvas.getContext("webgl2");
function build(fragment) {
  const program = gl.createProgram();
  const vertex = "#version 300 es\\nvoid main() { gl_Position = vec4(0, 0, 0.5, 1); gl_PointSize = 6.0; }";
  for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, "#version 300 es\\n" + fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return program;
}
const plain = build("out highp vec4 colour; void main() { colour = vec4(1); }");
const hidden = build("#define RESULT out\\nRESULT highp vec4 colour; void main() { colour = vec4(1); }");
const framebuffer = gl.createFramebuffer();
gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
for (const [format, point] of [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT16, gl.DEPTH_ATTACHMENT]]) {
  gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
  gl.renderbufferStorage(gl.RENDERBUFFER, format, 64, 64);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, gl.getParameter(gl.RENDERBUFFER_BINDING));
}
gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
const source = "let gl; " + build + "onmessage = ({ data }) => { gl = data.getContext('webgl2');" +
  "gl.useProgram(build('out highp vec4 colour; void main() { colour = vec4(1); }')); requestAnimationFrame(tick); };" +
  "function tick() { requestAnimationFrame(tick); gl.drawArrays(gl.POINTS, 0, 2); }";
const offscreen = other.transferControlToOffscreen();
new Worker(URL.createObjectURL(new Blob([source]))).postMessage(offscreen, [offscreen]);
requestAnimationFrame(function tick() {
  requestAnimationFrame(tick);
  gl.useProgram(plain);
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.enable(gl.DEPTH_TEST);
  gl.drawArrays(gl.POINTS, 0, 1);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.drawArrays(gl.POINTS, 0, 1);
  gl.useProgram(hidden);
  gl.drawArrays(gl.POINTS, 0, 1);
});
</script>`;

it("says how many draws it could not count, or only by a depth that it does not know", async () => {
  await using folder = await page(withGaps);
  const { targets, gaps } = await overdrawOf(folder);
  expect(targets.map(({ kind, width, fragments }) => [kind, width, fragments])).toEqual([
    // Of the worker.
    ["canvas", 300, 72],
    ["framebuffer", 64, 36],
    ["canvas", 64, 36],
  ]);
  expect(gaps).toEqual([
    { gap: "shader", count: 1 },
    { gap: "kept-depth", count: 1 },
  ]);
});

it("says that the commands of a 2D canvas are not counted", async () => {
  await using folder = await page(`<!doctype html><canvas></canvas><script>
const context = document.querySelector("canvas").getContext("2d");
requestAnimationFrame(function tick(now) {
  requestAnimationFrame(tick);
  context.fillRect(now % 100, 0, 10, 10);
});
</script>`);
  expect(await overdrawOf(folder)).toMatchObject({
    ...{ draws: 0, fragments: 0, targets: [] },
    gaps: [{ gap: "canvas-2d", count: 1 }],
  });
});
