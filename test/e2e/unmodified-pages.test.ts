import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { RunReport } from "../../src/formats/report.ts";
import { createGameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { bundledPage, packageFile } from "./engine-pages.ts";
import { reportOf, runJson } from "./run-command.ts";

/** Runs an unmodified page. The two count passes of the command prove that it is deterministic. */
async function run(page: string, frames: number): Promise<RunReport> {
  const result = await runJson(["perf", page, "--frames", String(frames), "--warmup", "0", "--repeat", "0"]);
  expect(result.exitCode, result.stderr).toBe(0);
  const { report } = reportOf(result);
  expect(report.divergence).toBeNull();
  expect(report.perFrame.stateHash).toHaveLength(frames);
  return report;
}

function drawnIn({ perFrame }: RunReport, frame: number): object {
  return { drawCalls: perFrame.drawCalls?.[frame], triangles: perFrame.triangles?.[frame] };
}

// The counts come from measurements of the same pages in another browser and at another size.
describe("a page that knows nothing of Framegate", () => {
  it("runs with three.js and cannon, and draws more and more", async () => {
    const report = await run("node_modules/cannon/demos/pile.html", 101);
    expect(report.served).toEqual({ folder: "..", because: "../build/cannon.js" });
    expect(drawnIn(report, 50)).toEqual({ drawCalls: 13, triangles: 1296 });
    expect(drawnIn(report, 100)).toEqual({ drawCalls: 30, triangles: 3200 });
  });

  it("runs with an old PixiJS and p2", async () => {
    const report = await run("node_modules/p2/demos/topDownVehicle.html", 60);
    expect(drawnIn(report, 50)).toEqual({ drawCalls: 4, triangles: 18 });
  });

  it("runs with a 2D canvas and p2, without draw calls", async () => {
    const { perFrame } = await run("node_modules/p2/examples/canvas/asteroids.html", 60);
    expect(perFrame.drawCalls).toBeNull();
    expect(new Set(perFrame.stateHash).size).toBe(60);
  });

  it("runs with an old PixiJS, and draws a box in one call", async () => {
    const report = await run("node_modules/p2/examples/pixijs/box.html", 51);
    expect(drawnIn(report, 50)).toEqual({ drawCalls: 1, triangles: 4 });
  });

  // A seed and a virtual clock for the page alone would not make it repeat.
  it("steps its physics in a worker, on the page's clock", async () => {
    const onCanvas = await run("node_modules/p2/examples/canvas/worker.html", 51);
    expect(new Set(onCanvas.perFrame.stateHash).size).toBeGreaterThan(20);
    const inWebgl = await run("node_modules/cannon/examples/worker.html", 51);
    expect(new Set(inWebgl.perFrame.triangles).size).toBeGreaterThan(1);
  });

  it("has the features of a window of its own, such as the layout of the keyboard", async () => {
    await using folder = await createGameFolder({
      "index.html": `<!doctype html><p>0</p><script>
        Promise.all([navigator.keyboard.getLayoutMap(), navigator.xr.isSessionSupported("immersive-vr")]);
        let frame = 0;
        requestAnimationFrame(function draw() {
          document.querySelector("p").textContent = String((frame += 1));
          requestAnimationFrame(draw);
        });
      </script>`,
    });
    // A rejected promise would fail the run.
    await run(join(folder.path, "index.html"), 10);
  });

  it.each([
    ["Breakout", 20],
    ["8-Ball", 1],
  ])("is one bundle with planck, which draws only what has changed: %s", async (example, drawnAtLeast) => {
    const text = readFileSync(packageFile(`planck/example/${example}.ts`), "utf8");
    const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext } });
    await using folder = await bundledPage("planck/dist/planck-with-testbed.mjs", outputText, { name: "planck" });
    const { perFrame } = await run(join(folder.path, "index.html"), 51);
    const operations = perFrame.canvasOperations ?? [];
    expect(operations.filter((count) => count > 0).length).toBeGreaterThanOrEqual(drawnAtLeast);
    expect(operations.filter((count) => count === 0).length).toBeGreaterThan(0);
  });
});

describe("a page with a content security policy of its own", () => {
  it("runs without a warning or a failed request that is not its own", async () => {
    await using folder = await createGameFolder({
      "index.html": `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'self'">
        <canvas></canvas><script src="game.js"></script>`,
      "game.js": `const context = document.querySelector("canvas").getContext("2d");
        requestAnimationFrame(function frame(now) {
          context.fillRect(now % 300, 0, 9, 9);
          requestAnimationFrame(frame);
        });`,
    });
    const { notices, metrics } = await run(join(folder.path, "index.html"), 5);
    expect(notices.filter(({ code }) => code !== "browser")).toEqual([]);
    expect(metrics.bootFailedRequests.value).toBe(0);
  });
});

describe("a custom module that loads its physics from another host", () => {
  it.each(["Rapier", "Jolt"])("fails with the URL that it requested: %s", async (engine) => {
    const physics = JSON.stringify(packageFile(`three/examples/jsm/physics/${engine}Physics.js`));
    await using folder = await createGameFolder({
      "framegate.game.json": manifestOf({ roots: [{ id: "main", adapter: { module: "a.js", surface: "threejs" } }] }),
      "a.js": `import { ${engine}Physics } from ${physics};
        export default { surface: "threejs", async mount() { await ${engine}Physics(); return {}; } };`,
    });
    const { exitCode, json } = await runJson(["perf", folder.path, "--frames", "5", "--repeat", "0"]);
    expect([exitCode, json.error?.code]).toEqual([5, "entry-threw"]);
    expect(json.error?.message).toMatch(/https:\/\/cdn\.\S+/u);
    expect(json.error?.hint).toContain("A run has no network");
  });
});
