import { cpSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { readFileSync } from "node:fs";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { type JsonResult, reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "20", "--warmup", "0", "--repeat", "0"];
const games = join(packageRoot, "test/games/ingest");

async function run(game: string): Promise<JsonResult> {
  return await runJson(["perf", game, ...short]);
}

function countsIn(result: JsonResult): Readonly<Record<string, number | null>> {
  expect(result.exitCode, result.stdout.slice(0, 2000)).toBe(0);
  const { report } = reportOf(result);
  expect(report.divergence).toBeNull();
  const exact = ["maxDrawCalls", "maxTriangles", "maxEntities"] as const;
  return Object.fromEntries(exact.map((id) => [id, report.metrics[id].value]));
}

describe("an unmodified game", () => {
  it.each([
    { game: "shared", counts: { maxDrawCalls: 4, maxTriangles: 48, maxEntities: 4 } },
    { game: "shared-pixi", counts: { maxDrawCalls: 1, maxTriangles: 24, maxEntities: 3 } },
    { game: "shared-react", counts: { maxDrawCalls: null, maxTriangles: null, maxEntities: null } },
    { game: "reachable", counts: { maxDrawCalls: 4, maxTriangles: 48, maxEntities: 4 } },
    { game: "reachable-pixi", counts: { maxDrawCalls: 1, maxTriangles: 24, maxEntities: 3 } },
    // A box of the manifest's own root, a page of another origin, and four boxes of a shared game.
    { game: "mixed", counts: { maxDrawCalls: 6, maxTriangles: 61, maxEntities: 5 } },
  ])("is mounted, captured and counted: $game", async ({ game, counts }) => {
    expect(countsIn(await run(join(games, `${game}.game.json`)))).toEqual(counts);
  });

  it("with its runtime inlined falls back to an opaque embed, and the report says so", async () => {
    const result = await run(join(games, "inlined.game.json"));
    expect(countsIn(result)).toEqual({ maxDrawCalls: 1, maxTriangles: 1, maxEntities: null });
    const notice = reportOf(result).report.notices.find(({ code }) => code === "runtime-inlined");
    expect(notice?.message).toMatch(
      /never imports "three" \(in 33\d ms of its time there were 1 canvas \(300 x 150\)/u,
    );
    expect(reportOf(result).report.roots).toMatchObject([{ adapter: "iframe-reachable", tier: "opaque-embed" }]);
    expect(result.stderr).toContain("(threejs, iframe-reachable, tier opaque-embed below iframe-reachable)");
  });

  it("that imports its runtime after its first frames is captured from then on, which is said", async () => {
    const menu = `const context = document.body.appendChild(document.createElement("canvas")).getContext("2d");
let frame = 0;
requestAnimationFrame(function show() {
  context.fillRect(frame, 0, 1, 1);
  if (frame++ < 8) requestAnimationFrame(show);
  else import("./level.js");
});`;
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({
        ...{ strategy: "iframe-reachable", bundleUrl: "menu.js", bodyHtml: "<main id='app'></main>" },
      }),
      "menu.js": menu,
      "level.js": readFileSync(join(games, "src/unmodified-three.js")),
    });
    const result = await run(folder.path);
    // Its module draws at the end of the frame that imports it, and again in the next one.
    expect(countsIn(result)).toEqual({ maxDrawCalls: 4, maxTriangles: 48, maxEntities: 4 });
    const { report } = reportOf(result);
    const nodes = report.perFrame.sceneNodes?.map((count) => count > 0) ?? [];
    expect({ first: nodes.indexOf(true) > 5, last: nodes.at(-1) }).toEqual({ first: true, last: true });
    expect(report.roots).toMatchObject([{ tier: "iframe-reachable" }]);
    expect(report.notices.filter(({ code }) => code === "runtime-inlined")).toEqual([]);
    const notice = report.notices.find(({ code }) => code === "capture-late");
    expect(notice?.message).toMatch(/imported "three" 1\d\d ms after it had loaded/u);
  });

  it("that never draws with its runtime is not captured, and the error says what the page did instead", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ strategy: "shared", captureTimeoutMs: 300 }, { entry: "main.js" }),
      "main.js": 'const c = document.createElement("canvas"); c.width = 70; c.height = 50; document.body.append(c);',
    });
    const result = await run(folder.path);
    expect(result.exitCode).toBe(5);
    expect(result.json.error).toMatchObject({
      code: "capture-timeout",
      message: expect.stringMatching(/within 300 ms, but 1 canvas \(70 x 50\)/u) as string,
    });
  });

  it.each([
    { what: "a main module", ingest: { strategy: "shared" }, code: "entry-missing" },
    { what: "its bundle", ingest: { strategy: "iframe-reachable", bundleUrl: "a/b.js" }, code: "entry-not-found" },
    {
      what: "a further dependency",
      ingest: { strategy: "iframe-reachable", bundleUrl: "main.js", extraDeps: ["no-such-package"] },
      code: "manifest-unresolvable",
    },
    { what: "a known stub", ingest: { strategy: "shared", domStubs: ["screen"] }, code: "manifest-unresolvable" },
  ])("without $what is refused by name", async ({ ingest, code }) => {
    await using folder = await createGameFolder({ "framegate.game.json": manifest(ingest), "main.js": "" });
    const result = await run(folder.path);
    expect(result.exitCode).toBe(2);
    expect(result.json.error).toMatchObject({ code });
  });
});

describe("a bundle that throws while it is imported", () => {
  it("is reported with its own file and line, although its errors belong to another realm", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ strategy: "iframe-reachable", bundleUrl: "game.js" }),
      "game.js": 'import "three";\nthrow new RangeError("no level");\n',
    });
    const result = await run(folder.path);
    expect(result.exitCode).toBe(5);
    expect(result.json.error).toMatchObject({
      code: "entry-threw",
      message: expect.stringContaining("no level") as string,
      where: expect.stringContaining("game.js:2:") as string,
    });
  });
});

describe("a game built for PixiJS 7", () => {
  it("runs and is captured on the module of that version that the manifest names", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest(
        { strategy: "iframe-reachable", bundleUrl: "game.js", pixiModuleUrl: "vendor/pixi.mjs" },
        { surface: "pixijs" },
      ),
      "game.js": `
        import { Application, Graphics, VERSION } from "pixi.js";
        const app = new Application({ width: 320, height: 180 });
        document.body.appendChild(app.view);
        const square = new Graphics().beginFill(0xff8800).drawRect(0, 0, 50, 50).endFill();
        square.userData = { entityId: VERSION };
        app.stage.addChild(square);
        app.ticker.add(() => { square.x += 1; });`,
      "vendor/pixi.mjs": readFileSync(join(packageRoot, "node_modules/pixi-7/dist/pixi.mjs")),
    });
    expect(countsIn(await run(folder.path))).toEqual({ maxDrawCalls: 1, maxTriangles: 2, maxEntities: 1 });
  });
});

describe("copies of a runtime", () => {
  // Two packages named three: the project's and the game's.
  const files = {
    "main.js": 'import "./node_modules/game/index.js";',
    "node_modules/game/package.json": { name: "game", version: "1.0.0", type: "module" },
    "node_modules/game/index.js": readFileSync(join(games, "src/unmodified-three.js"), "utf8"),
  };

  it.each([
    { strategy: "deduped", exit: 0, code: undefined },
    { strategy: "shared", exit: 2, code: "runtime-duplicated" },
  ])("are one for a deduped game, and refused for a shared one: $strategy", async ({ strategy, exit, code }) => {
    const ingest = { strategy, domStubs: ["#app"] };
    await using folder = await createGameFolder({
      ...files,
      "framegate.game.json": manifest(ingest, { entry: "main.js" }, [
        { id: "own", adapter: "threejs", entry: "box.js" },
      ]),
      "box.js": readFileSync(join(games, "src/box.js"), "utf8"),
    });
    for (const place of ["node_modules/three", "node_modules/game/node_modules/three"])
      cpSync(join(packageRoot, "node_modules/three"), join(folder.path, place), {
        recursive: true,
        filter: (path) => !path.includes("/examples"),
      });
    const result = await run(folder.path);
    expect(result.exitCode, result.stdout.slice(0, 2000)).toBe(exit);
    expect(result.json.error?.code).toBe(code);
    // The game and the host share one instance of three.js, or the host's capture would be empty.
    if (exit === 0) expect(countsIn(result)["maxEntities"]).toBe(5);
  });
});

describe("a bundle of another server of this machine", () => {
  it("is loaded from there, with its assets and its dependencies", async () => {
    const asked: string[] = [];
    const bundle = `
      import { WebGLRenderer, Scene, PerspectiveCamera, Mesh, PlaneGeometry, MeshBasicMaterial, TextureLoader } from "three";
      import { plus } from "little";
      import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
      const renderer = new WebGLRenderer();
      document.querySelector("#stage").append(renderer.domElement);
      const scene = new Scene();
      const plane = new Mesh(mergeGeometries([new PlaneGeometry()]), new MeshBasicMaterial({ map: new TextureLoader().load("pictures/duck.png") }));
      plane.userData.entityId = plus(1, 2);
      scene.add(plane);
      const camera = new PerspectiveCamera();
      camera.position.z = 3;
      fetch("level.json").then((answer) => answer.json()).then(({ turn }) => {
        requestAnimationFrame(function frame() { plane.rotation.z += turn; renderer.render(scene, camera); requestAnimationFrame(frame); });
      });`;
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      if (request.url?.endsWith(".js") === true) response.setHeader("Content-Type", "text/javascript").end(bundle);
      else if (request.url?.endsWith(".json") === true) response.end(JSON.stringify({ turn: 0.1 }));
      else response.end(readFileSync(join(packageRoot, "test/games/roots/scenes/duck.png")));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? String(address.port) : ""}`;
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({
        strategy: "iframe-reachable",
        bundleUrl: `${origin}/dist/game.js`,
        baseHref: `${origin}/data/`,
        assetBaseUrl: `${origin}/assets/`,
        bodyHtml: "<div id='stage'></div>",
        extraDeps: ["little", "three/addons/utils/BufferGeometryUtils.js"],
      }),
      "node_modules/little/package.json": { name: "little", version: "1.0.0", type: "module", exports: "./main.js" },
      "node_modules/little/main.js": 'export { plus } from "./plus.js";',
      "node_modules/little/plus.js": "export const plus = (left, right) => left + right;",
    });
    const result = await run(folder.path);
    server.close();
    expect(countsIn(result)).toEqual({ maxDrawCalls: 1, maxTriangles: 2, maxEntities: 1 });
    expect(asked).toEqual(expect.arrayContaining(["/dist/game.js", "/data/level.json", "/assets/pictures/duck.png"]));
  });
});

interface RootChange {
  readonly entry?: string;
  readonly surface?: string;
}

function manifest(
  ingest: object,
  { surface = "threejs", ...root }: RootChange = {},
  others: readonly object[] = [],
): object {
  return {
    manifestVersion: 2,
    name: "Ingested",
    version: "1.0.0",
    engine: { version: "0.1.0" },
    roots: [{ id: "game", adapter: { surface, ingest }, ...root }, ...others],
    resolution: { width: 320, height: 180 },
  };
}
