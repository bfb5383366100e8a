import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunReport } from "../../src/formats/report.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { createGameFolder, type GameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { bundledPage, classicPage } from "./engine-pages.ts";
import { reportOf, runCommand, runJson } from "./run-command.ts";

const short = ["--frames", "30", "--warmup", "0", "--repeat", "0"];

/** Adds ten nodes one by one, every second one with an id. At the end, four leave, two of them with an id. */
const spawn = `let count = 0;
function spawnOn(world, make) {
  count += 1;
  if (count <= 10) {
    const node = make(count);
    node.userData = { hp: count % 4, ...(count % 2 === 0 ? { entityId: count === 2 ? 0 : count } : {}) };
    world.add(node);
  }
  if (count === 20) for (const node of world.children.slice(0, 4)) world.remove(node);
}
`;

// Clearing the console drops the objects that were logged to it.
const threeGame = `console.clear();
${spawn}
const scene = new THREE.Scene(), unseen = new THREE.Scene(), camera = new THREE.PerspectiveCamera();
camera.position.z = 5;
unseen.add(new THREE.Group());
const renderer = new THREE.WebGLRenderer();
document.body.append(renderer.domElement);
const geometry = new THREE.BoxGeometry(), material = new THREE.MeshBasicMaterial();
function make(index) {
  const node = new THREE.Mesh(geometry, material);
  node.name = index % 2 === 0 ? "enemy-even" : "friend";
  return node;
}
function frame() {
  requestAnimationFrame(frame);
  spawnOn(scene, make);
  scene.rotation.y += 0.1;
  renderer.render(scene, camera);
}
requestAnimationFrame(frame);`;

const pixiGame = `${spawn}
function play(app, label) {
  document.body.append(app.canvas ?? app.view);
  const world = { add: (node) => app.stage.addChild(node), remove: (node) => app.stage.removeChild(node), children: app.stage.children };
  app.ticker.add(() => {
    spawnOn(world, (index) => {
      const node = new PIXI.Graphics();
      node[label] = index % 2 === 0 ? "enemy-even" : "friend";
      return node;
    });
    app.stage.x += 1;
  });
}
`;
const pixi7Game = `${pixiGame}play(new PIXI.Application({ width: 64, height: 64 }), "name");`;
const pixi8Game = `${pixiGame}const app = new PIXI.Application();
app.init({ width: 64, height: 64, preference: "webgl" }).then(() => play(app, "label"));`;

async function run(
  folder: GameFolder,
  ...more: readonly string[]
): Promise<ReportFile & { readonly exitCode: number | null }> {
  const result = await runJson(["perf", join(folder.path, "index.html"), ...short, ...more]);
  return { ...reportOf(result), exitCode: result.exitCode };
}

function countsOf({ metrics }: RunReport): object {
  const { maxEntities, entitiesPeak, nodesPeak } = metrics;
  return { end: maxEntities.value, peak: entitiesPeak.value, nodes: nodesPeak.value };
}

describe("the scene graph of an unmodified page", () => {
  it.each([
    ["three.js r113", () => classicPage("three-r113/build/three.min.js", threeGame), "three", "113"],
    [
      "three.js r187, bundled",
      () => bundledPage("three/build/three.module.js", `import * as THREE from "engine";${threeGame}`),
      "three",
      "187",
    ],
    [
      "PixiJS 7, bundled, which announces itself to nobody",
      () => bundledPage("pixi-7/dist/pixi.mjs", `import * as PIXI from "engine";${pixi7Game}`),
      "pixi",
      null,
    ],
    ["PixiJS 8", () => classicPage("pixi.js/dist/pixi.min.js", pixi8Game), "pixi", "8.22.0"],
  ] as const)("is counted in every frame: %s", async (_name, makePage, name, version) => {
    await using folder = await makePage();
    const { report, exitCode } = await run(folder);
    expect(exitCode).toBe(0);
    expect(report.divergence).toBeNull();
    expect(countsOf(report)).toEqual({ end: 3, peak: 5, nodes: 11 });
    expect(report.scene).toMatchObject({ engines: [{ name, version, worlds: 1 }], nodes: 7, entities: 3 });
    const nodes = report.perFrame.sceneNodes ?? [];
    expect(nodes.slice(0, 10)).toEqual(nodes.slice(0, 10).toSorted((left, right) => left - right));
    expect(nodes.at(-1)).toBe(7);
    expect(report.scene?.names.map((nodes) => nodes.name)).toEqual(["friend", "enemy-even"]);
  });

  it("is counted in a worker, too", async () => {
    await using folder = await classicPage("three-r113/build/three.min.js", "");
    await folder.write({
      "worker.js": `importScripts("engine.js");
onmessage = ({ data: canvas }) => {
  const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera();
  canvas.style = {};
  const renderer = new THREE.WebGLRenderer({ canvas });
  scene.add(new THREE.Group(), new THREE.Group());
  (function frame() { requestAnimationFrame(frame); scene.rotation.x += 1; renderer.render(scene, camera); })();
};`,
      "index.html": `<!doctype html><body><canvas></canvas><script>
const canvas = document.querySelector("canvas").transferControlToOffscreen();
new Worker("worker.js").postMessage(canvas, [canvas]);</script>`,
    });
    const { report } = await run(folder);
    expect(countsOf(report)).toEqual({ end: null, peak: null, nodes: 3 });
  });

  it("has the entities that selectors match", async () => {
    await using folder = await classicPage("three-r113/build/three.min.js", threeGame);
    const selectors = ["Mesh[name^=enemy]", "[userData.hp=3][name]"];
    const { report } = await run(folder, ...selectors.flatMap((selector) => ["--entities", selector]));
    // The five even nodes are enemies, and two of the others have 3 hp.
    expect(countsOf(report)).toEqual({ end: 4, peak: 7, nodes: 11 });
    expect(report.scene?.selectors).toEqual(selectors);
  });

  it("fails a budget by name where no node ever matches", async () => {
    await using folder = await classicPage("three-r113/build/three.min.js", threeGame);
    const budget = ["--assert-budget", "--budget", "entitiesPeak=4"];
    const { report, verdict, exitCode } = await run(folder, ...budget, "--entities", "Mesh[name^=enmy]");
    expect({ exitCode, entities: report.scene?.entities }).toEqual({ exitCode: 1, entities: null });
    expect(verdict.lines).toMatchObject([{ metric: "entitiesPeak", status: "fail", reason: "not-measured" }]);
    expect(report.metrics.entitiesPeak.reason).toContain("no node of three was an entity");
  });

  it("is held to a budget of its worst frame", async () => {
    await using folder = await classicPage("three-r113/build/three.min.js", threeGame);
    const budget = ["--budget", "entitiesPeak=4", "--budget", "nodesPeak=11", "--budget", "maxEntities=3"];
    const { verdict, exitCode } = await run(folder, "--assert-budget", ...budget);
    expect(exitCode).toBe(1);
    expect(verdict.lines).toMatchObject([
      { metric: "maxEntities", status: "pass" },
      { metric: "entitiesPeak", status: "fail", reason: "exceeded", value: 5 },
      { metric: "nodesPeak", status: "pass" },
    ]);
  });

  it("leaves the game as it is, state by state", async () => {
    const looking = `if (renderer.render.toString().includes("native code") || performance.getEntriesByType("mark").length > 0)
  throw new Error("It shows.");`;
    await using folder = await classicPage("three-r113/build/three.min.js", `${threeGame}\n${looking}`);
    const looked = await run(folder, "--seed", "5");
    // The same page as an opaque embed, whose scene graph is not read.
    const ingest = { strategy: "opaque-embed", entryHtml: "index.html" };
    const roots = [{ id: "game", adapter: { surface: "threejs", ingest } }];
    const resolution = { width: 1280, height: 720 };
    await folder.write({ "framegate.game.json": manifestOf({ engine: { version: "0.1.0" }, roots, resolution }) });
    const declared = reportOf(await runJson(["perf", folder.path, ...short, "--seed", "5"])).report;
    expect(looked.exitCode).toBe(0);
    expect(declared.scene).toBeNull();
    expect(declared.metrics.maxEntities).toMatchObject({ value: null });
    expect(looked.report.perFrame.stateHash).toEqual(declared.perFrame.stateHash);
  });

  it("is left alone in a game that uses the devtools hooks itself", async () => {
    const own = `window.__THREE_DEVTOOLS__ = new EventTarget();
let heard = 0;
__THREE_DEVTOOLS__.addEventListener("observe", () => { heard += 1; });`;
    const checking = "if (heard === 0) throw new Error('It heard nothing.');";
    await using folder = await classicPage("three-r113/build/three.min.js", `${own}\n${threeGame}\n${checking}`);
    const { report, exitCode } = await run(folder);
    expect(exitCode).toBe(0);
    expect(report.metrics.nodesPeak).toMatchObject({ value: null });
  });
});

describe("a page without a scene graph", () => {
  it("says what it draws with instead, and fails a budget of nodes by name", async () => {
    await using folder = await createGameFolder({ "package.json": {} });
    const drawing =
      "requestAnimationFrame(function frame() { context.fillRect(x++, 0, 1, 1); requestAnimationFrame(frame); });";
    const canvas = 'const context = document.querySelector("canvas").getContext("2d");';
    await folder.write({ "index.html": `<canvas></canvas><script>let x = 0; ${canvas} ${drawing}</script>` });
    const all = await runCommand([
      "perf",
      join(folder.path, "index.html"),
      ...short,
      "--assert-budget",
      "--budget",
      "nodesPeak=9",
    ]);
    expect(all.exitCode).toBe(1);
    expect(all.stderr).toContain("not applicable: the game never drew with WebGL or WebGPU; it draws on 2D canvases");
    expect(all.stderr).toMatch(/canvas operations, worst frame +[\d,]+ +exact, mean [\d,.]+/u);
    expect(all.stderr).toContain("not measured: no scene graph of a known engine was found");
    expect(all.stderr).toContain("scene nodes, worst frame could not be measured");
  });
});

describe("--entities", () => {
  it.each([
    ["Mesh[id=3]", '"id" is nothing that a node is asked for'],
    ["Mesh[name~=enemy]", '"~=" is no comparison'],
    ["Mesh[name=enemy", "a bracket or a quotation mark is not closed"],
    ["Mesh, Sprite", "it has a comma"],
  ])("refuses %s by what is wrong with it", async (selector, problem) => {
    const result = await runJson(["perf", "test/games/canvas-page/index.html", "--entities", selector]);
    expect(result.exitCode).toBe(2);
    expect(result.json.error).toMatchObject({ code: "bad-selector", message: expect.stringContaining(problem) });
  });

  it("is refused for a game of roots", async () => {
    const result = await runJson(["perf", "test/games/tumbling-boxes", "--entities", "Mesh"]);
    expect(result.exitCode).toBe(2);
    expect(result.json.error).toMatchObject({ code: "entities-declared" });
  });
});
