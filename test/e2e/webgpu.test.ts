import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { bundledPage } from "./engine-pages.ts";
import { type JsonResult, reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "20", "--warmup", "0", "--repeat", "1"];

/** Some builds of Chromium, and some systems, offer no WebGPU adapter. */
function skipWithoutAdapter(context: TestContext, result: JsonResult): void {
  const hasNone = reportOf(result).report.notices.some(({ message }) => message.includes("No adapter of WebGPU."));
  context.skip(hasNone, "this browser offers no adapter of WebGPU");
}

const threeGame = `import * as THREE from "engine";
if ((await navigator.gpu?.requestAdapter()) == null) throw new Error("No adapter of WebGPU.");
const renderer = new THREE.WebGPURenderer();
await renderer.init();
if (renderer.backend.isWebGPUBackend !== true) throw new Error("It fell back to WebGL.");
renderer.setSize(200, 100);
document.body.append(renderer.domElement);
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(60, 2, 0.1, 100);
camera.position.z = 5;
for (let index = 0; index < 4; index += 1) {
  const box = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshNormalMaterial());
  box.position.x = index - 1.5;
  box.userData.entityId = index;
  scene.add(box);
}
const cubes = new THREE.InstancedMesh(new THREE.BoxGeometry(0.1, 0.1, 0.1), new THREE.MeshBasicMaterial(), 10);
for (let index = 0; index < 10; index += 1) cubes.setMatrixAt(index, new THREE.Matrix4().makeTranslation(index / 5 - 1, 1, 0));
scene.add(cubes);
renderer.setAnimationLoop(() => {
  scene.rotation.y += 0.01;
  renderer.render(scene, camera);
});`;

describe("a page that draws with WebGPU", () => {
  it("has exact draws and triangles in every frame, and the report names the drawing functions", async (context) => {
    const budget = ["--assert-budget", "--budget", "maxDrawCalls=4"];
    const result = await runJson(["perf", "test/games/webgpu-page/index.html", ...short, ...budget]);
    skipWithoutAdapter(context, result);
    const { report, verdict } = reportOf(result);
    expect(result.exitCode, result.stdout.slice(0, 2000)).toBe(1);
    expect(report.divergence).toBeNull();
    expect(new Set(report.perFrame.drawCalls)).toEqual(new Set([5]));
    expect(new Set(report.perFrame.triangles)).toEqual(new Set([15]));
    expect(new Set(report.perFrame.vertices)).toEqual(new Set([45]));
    expect(new Set(report.perFrame.stateHash).size).toBe(20);
    expect(verdict.lines).toMatchObject([{ metric: "maxDrawCalls", status: "fail", value: 5 }]);
    expect(report.draws).toMatchObject({ drawCalls: 5, triangles: 15 });
    // Three pipelines, and the first one again in the bundle.
    expect(new Set(report.perFrame.programSwitches)).toEqual(new Set([4]));
    expect(new Set(report.perFrame.framebufferSwitches)).toEqual(new Set([1]));
    expect(new Set(report.perFrame.bufferUploadBytes)).toEqual(new Set([16]));
    expect(new Set(report.perFrame.bufferBytes)).toEqual(new Set([16 + 12]));
    expect(new Set(report.perFrame.liveTextures)).toEqual(new Set([0]));
    const { uniformBytes, renderbufferBytes } = report.perFrame;
    expect({ uniformBytes, renderbufferBytes }).toEqual({ uniformBytes: null, renderbufferBytes: null });
    // One entry per calling line, most triangles first.
    expect(report.draws?.functions.map(({ name, triangles }) => [name, triangles])).toEqual(
      [10, 2, 2, 1, 0].map((triangles) => ["drawFrame", triangles]),
    );
  });

  it("through three.js has the counts that three.js reports, and its entities", async (context) => {
    await using folder = await bundledPage("three/build/three.webgpu.js", threeGame);
    const result = await runJson(["perf", join(folder.path, "index.html"), ...short]);
    skipWithoutAdapter(context, result);
    const { report } = reportOf(result);
    expect(result.exitCode, result.stdout.slice(0, 2000)).toBe(0);
    expect(report.divergence).toBeNull();
    // Four boxes, ten cubes in one draw, and the triangle that copies the picture to the canvas.
    expect(new Set(report.perFrame.drawCalls)).toEqual(new Set([6]));
    expect(new Set(report.perFrame.triangles)).toEqual(new Set([4 * 12 + 10 * 12 + 1]));
    expect(report.metrics).toMatchObject({ maxEntities: { value: 4 }, nodesPeak: { value: 6 } });
  });
});
