import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BaselineComparison } from "../../src/formats/baseline.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { bundledPage } from "./engine-pages.ts";
import {
  type CostKind,
  plantCost,
  plantedGames,
  plantedNames,
  plantedRounds,
  plantedTokens,
  tokensOfRound,
} from "./planted-costs.ts";
import { reportOf, runJson } from "./run-command.ts";

const frames = 30;

async function compare(current: string, baseline: string, ...flags: readonly string[]): Promise<Compared> {
  const counted = ["--frames", String(frames), "--warmup", "0", "--repeat", "0"];
  const args = ["perf", current, "--baseline", baseline, ...counted, "--no-scan"];
  const result = await runJson([...args, ...flags]);
  const { report, verdict } = reportOf(result);
  if (report.baseline === null) throw new Error(`There is no comparison: ${result.stderr}`);
  return { baseline: report.baseline, status: verdict.status, said: result.stderr.replaceAll(/\s+/gu, " ") };
}

interface Compared {
  readonly baseline: BaselineComparison;
  readonly status: string;
  /** On one line. */
  readonly said: string;
}

async function comparePlanted(name: string, kind: CostKind): Promise<Compared> {
  const game = plantedGames.find((one) => one.name.includes(name));
  if (game === undefined) throw new Error(`No game is called ${name}.`);
  await using planted = await plantCost(game, kind);
  return await compare(planted.current, planted.baseline);
}

// `npm run bench:cause` plants all of them into every game.
describe("a cost planted into an unmodified page of an engine", () => {
  it.each(["cannon's pile", "p2's box"])("is named if it is a slower function, with its share: %s", async (name) => {
    const { baseline, status, said } = await comparePlanted(name, "slower");
    expect(status).toBe("fail");
    expect(said).toContain(`most of it in ${plantedNames.slower} (`);
    const [first] = baseline.functions;
    expect(first?.name).toBe(plantedNames.slower);
    // The loop, and some tokens around it.
    const perFrame = ((first?.current ?? 0) - (first?.baseline ?? 0)) / frames;
    expect(perFrame).toBeGreaterThanOrEqual(plantedTokens);
    expect(perFrame).toBeLessThan(plantedTokens + 100);
  });

  it.each(["cannon's pile", "p2's box"])("is named if it draws the scene once more: %s", async (name) => {
    const { baseline, said } = await comparePlanted(name, "pass");
    expect(said).toMatch(/draw calls \+100\.0 % .* most of it by drawAgain \(/u);
    expect(baseline.functions[0]?.name).toBe(plantedNames.pass);
    const draws = baseline.columns.find(({ count }) => count === "drawCalls");
    expect(draws?.current).toBe(2 * (draws?.baseline ?? 0));
  });

  it("is named if it uploads a texture by itself", async () => {
    const { baseline, said } = await comparePlanted("p2's box", "upload");
    expect(said).toMatch(/texture upload new .* most of it by refreshTexture \(/u);
    expect(baseline.draws?.functions[0]?.current.textureUploadBytes).toBe(4 * 256 * 256);
  });

  it("is named if it marks a texture that the engine uploads with the next picture", async () => {
    const { baseline, said } = await comparePlanted("cannon's pile", "upload");
    expect(said).toMatch(/; the game's new code is refreshTexture \(.*, and most of the growth is by render \(/u);
    expect(baseline.functions[0]?.name).toBe(plantedNames.upload);
    expect(baseline.draws?.functions[0]).toMatchObject({
      name: "render",
      current: { textureUploadBytes: 4 * 256 * 256 },
    });
  });
});

it("a texture that a game marks is named by its node, and by the function that marks it", async () => {
  const { said } = await comparePlanted("examples/arena", "upload");
  expect(said).toMatch(
    /texture upload new .*; the game's new code is refreshTexture \(src\/scenery\.ts:.*, and most of the growth is for Scene\/Group\/Mesh/u,
  );
});

/** A scene of three.js, whose minifier gives other names after an edit. */
const scene = (planted: string, call: string): string => `import * as THREE from "engine";
const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera();
const renderer = new THREE.WebGLRenderer();
document.body.append(renderer.domElement);
for (let index = 0; index < 20; index += 1) scene.add(new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial()));
${planted}
function frame() {
  requestAnimationFrame(frame);
  scene.rotation.y += 0.1;
  ${call}
  renderer.render(scene, camera);
}
requestAnimationFrame(frame);`;

it("a slower function of a minified bundle is named by its place, and nothing else differs", async () => {
  const engine = "three/build/three.module.js";
  const rounds = plantedRounds / 10;
  const planted = `function burnTime() {
  let sum = 0;
  for (let round = 0; round < ${String(rounds)}; round += 1) sum = (sum * 31 + round) % 1000003;
  return sum;
}`;
  await using before = await bundledPage(engine, scene("", ""));
  await using after = await bundledPage(engine, scene(planted, "scene.name = String(burnTime());"));
  const [now, then] = [after, before].map(({ path }) => join(path, "index.html")) as [string, string];
  const { baseline } = await compare(now, then);
  const [first, ...others] = baseline.functions;
  expect(first?.position).toMatch(/^bundle\.js:\d+:\d+$/u);
  expect(((first?.current ?? 0) - (first?.baseline ?? 0)) / frames / (tokensOfRound * rounds)).toBeCloseTo(1, 2);
  const growth = others.map((each) => Math.abs(each.current - each.baseline));
  expect(Math.max(0, ...growth)).toBeLessThan(50 * frames);
});

it("a function that sorts, which is hardly any code, is named by its time", async () => {
  const planted = "function sortAll() { return numbers.toSorted()[0]; }";
  const page = (more: string, call: string): string => `<!doctype html><canvas></canvas><script>
const numbers = Array.from({ length: 20000 }, (_, index) => (index * 7919) % 20011);
const context = document.querySelector("canvas").getContext("2d");
${more}
let at = 0;
function frame() {
  requestAnimationFrame(frame);
  at = (at + 1) % 100;
  ${call}
  context.fillRect(at, 0, 1, 1);
}
requestAnimationFrame(frame);
</script>`;
  await using games = await createGameFolder({
    "package.json": {},
    ...{ "before/index.html": page("", ""), "after/index.html": page(planted, "sortAll();") },
  });
  const [now, then] = ["after", "before"].map((name) => join(games.path, name, "index.html")) as [string, string];
  const flags = ["--why", "--time-limit", "1", "--max-work-growth", "1000"];
  const { baseline } = await compare(now, then, ...flags);
  expect(baseline.work).toBe("more");
  const [first] = baseline.functionTimes;
  expect(first).toMatchObject({ name: "sortAll", owner: "game", baselineMs: 0 });
  // Next to nothing else is done.
  expect(first?.part).toBeGreaterThan(0.8);
});
