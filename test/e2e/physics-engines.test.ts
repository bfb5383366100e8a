import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GameFolder } from "../harness/fixtures/game-folder.ts";
import { bundledPage, classicPage } from "./engine-pages.ts";
import { reportOf, runJson } from "./run-command.ts";

const frames = 100;
const short = ["--frames", String(frames), "--warmup", "0", "--repeat", "1"];

/** Steps a world once per frame, and draws. Throws if the page can see that it is being timed. */
function steppedBy(step: string): string {
  return `const context = document.body.appendChild(document.createElement("canvas")).getContext("2d");
let x = 0;
requestAnimationFrame(function frame() {
  ${step}
  context.fillRect(x++ % 300, 0, 1, 1);
  const entries = [...performance.getEntriesByType("mark"), ...performance.getEntriesByName("framegate.physics")];
  if (entries.length > 0) throw new Error("It sees marks.");
  requestAnimationFrame(frame);
});`;
}

const cannonGame = (step: string): string => `const world = new CANNON.World();
world.gravity.set(0, -10, 0);
for (let index = 0; index < 20; index += 1) {
  const body = new CANNON.Body({ mass: 1, position: new CANNON.Vec3(0, index, 0) });
  body.addShape(new CANNON.Sphere(0.5));
  world.addBody(body);
}
${steppedBy(step)}`;

const matterGame = `const engine = Matter.Engine.create();
for (let index = 0; index < 20; index += 1) Matter.Composite.add(engine.world, Matter.Bodies.circle(index, index, 5));
${steppedBy("Matter.Engine.update(engine, 1000 / 60);")}`;

const planckGame = `const world = new planck.World({ gravity: new planck.Vec2(0, -10) });
for (let index = 0; index < 20; index += 1) {
  world.createBody({ type: "dynamic", position: new planck.Vec2(0, index) }).createFixture(new planck.Circle(0.5), 1);
}
${steppedBy("world.step(1 / 60);")}`;

const p2Game = `const world = new p2.World({ gravity: [0, -10] });
for (let index = 0; index < 20; index += 1) {
  const body = new p2.Body({ mass: 1, position: [0, index] });
  body.addShape(new p2.Circle({ radius: 0.5 }));
  world.addBody(body);
}
${steppedBy("world.step(1 / 60);")}`;

const rapierGame = `import RAPIER from "engine";
await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -10, z: 0 });
for (let index = 0; index < 20; index += 1) {
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, index, 0));
  world.createCollider(RAPIER.ColliderDesc.ball(0.5), body);
}
${steppedBy("world.step();")}`;

const bundled = async (file: string, source: string): Promise<GameFolder> => await bundledPage(file, source);

describe("the physics of an unmodified page", () => {
  it.each([
    ["cannon", "a script", () => classicPage("cannon/build/cannon.min.js", cannonGame("world.step(1 / 60);"))],
    [
      "cannon-es",
      "a bundle",
      // A step that calls another step.
      () =>
        bundled("cannon-es/dist/cannon-es.js", `import * as CANNON from "engine";${cannonGame("world.fixedStep();")}`),
    ],
    ["matter-js", "a script", () => classicPage("matter-js/build/matter.min.js", matterGame)],
    ["matter-js", "a bundle", () => bundled("matter-js/build/matter.js", `import Matter from "engine";${matterGame}`)],
    ["planck", "a bundle", () => bundled("planck/dist/planck.mjs", `import * as planck from "engine";${planckGame}`)],
    ["p2", "a script", () => classicPage("p2/build/p2.min.js", p2Game)],
    ["rapier", "a bundle", () => bundled("@dimforge/rapier3d-compat/dist/rapier.mjs", rapierGame)],
  ] as const)("is timed in every frame: %s in %s", async (engine, _where, makePage) => {
    await using folder = await makePage();
    const result = await runJson(["perf", join(folder.path, "index.html"), ...short]);
    const { report } = reportOf(result);
    expect(result.exitCode, result.stderr).toBe(0);
    expect(report.physicsEngines).toEqual([engine]);
    const physicsMs = report.perFrame.physicsMs ?? [];
    expect(physicsMs).toHaveLength(frames);
    expect(Math.min(...physicsMs)).toBeGreaterThan(0);
    expect(physicsMs.filter((ms, frame) => ms > (report.perFrame.wallMs[frame] ?? 0))).toEqual([]);
    expect(report.metrics.physicsMsP95).toMatchObject({ reason: null, unit: "ms" });
  });

  it.each([
    ["no engine", "", "no known physics engine was found on the main thread of the page"],
    ["an engine that it does not use", '<script src="engine.js"></script>', "none of the steps of p2 ran in a frame"],
  ])("is not measured with %s, and a budget on it fails by name", async (_what, script, reason) => {
    await using engine = await classicPage("p2/build/p2.min.js", "");
    await engine.write({ "index.html": `<!doctype html><body>${script}<script>${steppedBy("")}</script>` });
    const budget = ["--assert-budget", "--budget", "physicsMsP95=4"];
    const result = await runJson(["perf", join(engine.path, "index.html"), ...short, ...budget]);
    expect(result.exitCode).toBe(1);
    const { report, verdict } = reportOf(result);
    expect(report.metrics.physicsMsP95).toMatchObject({ value: null, reason });
    expect(verdict.lines).toMatchObject([{ metric: "physicsMsP95", status: "fail", reason: "not-measured" }]);
    expect(result.stderr).toContain("physics p95 could not be measured");
  });

  it("is a metric of its own in a worker, whose time is not the main thread's", async () => {
    await using engine = await classicPage("p2/build/p2.min.js", "");
    await engine.write({
      "worker.js":
        'importScripts("engine.js"); const world = new p2.World(); onmessage = () => { world.step(1 / 60); postMessage(0); };',
      "index.html": `<!doctype html><body><script>const worker = new Worker("worker.js");
${steppedBy("worker.postMessage(0);")}</script>`,
    });
    const budget = ["--assert-budget", "--budget", "physicsMsP95=4", "--budget", "workerPhysicsMsP95=1000"];
    const result = await runJson(["perf", join(engine.path, "index.html"), ...short, ...budget]);
    const { report, verdict } = reportOf(result);
    expect(result.exitCode).toBe(1);
    expect(report).toMatchObject({ physicsEngines: [], workerPhysicsEngines: ["p2"] });
    expect(report.perFrame.physicsMs).toBeNull();
    // Nothing was posted before frame 0.
    expect(Math.min(...(report.perFrame.workerPhysicsMs ?? []).slice(1))).toBeGreaterThan(0);
    expect(verdict.lines).toMatchObject([
      { metric: "physicsMsP95", status: "fail", reason: "not-measured" },
      { metric: "workerPhysicsMsP95", budget: 1000, status: expect.not.stringMatching("fail") as string },
    ]);
    expect(report.metrics.physicsMsP95.reason).toContain("the physics of p2 runs in a worker");
  });
});
