import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { packageFile } from "./engine-pages.ts";

/** A game of this repository or of an engine's package, into which a cost can be planted. */
export interface PlantedGame {
  readonly name: string;
  /** Folder that is copied. */
  readonly folder: string;
  /** Path of the game in it: a page, or empty for a folder with a manifest. */
  readonly page: string;
  /** Changes of both copies. */
  readonly common: readonly Edit[];
  readonly edits: Readonly<Record<CostKind, readonly Edit[]>>;
  /** Pixels of the texture that is uploaded. */
  readonly pixels: number;
}

/** A cost that a pull request could add to every frame. */
export type CostKind = "slower" | "pass" | "upload";

/** Replaces the first occurrence of a text in a file. */
interface Edit {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/** The name of the planted code. */
export const plantedNames: Readonly<Record<CostKind, string>> = {
  slower: "burnTime",
  pass: "drawAgain",
  upload: "refreshTexture",
};

/** Rounds of the planted loop in each frame. */
export const plantedRounds = 300_000;

// `sum = sum * 31 + round % 1000003`: V8 counts how often the block of a loop runs, and its head once.
export const tokensOfRound = 9;

/** Tokens of the planted loop in each frame. */
export const plantedTokens = plantedRounds * tokensOfRound;

const burnTime = `function burnTime() {
  let sum = 0;
  for (let round = 0; round < ${String(plantedRounds)}; round += 1) sum = (sum * 31 + round) % 1000003;
  return sum;
}
`;

/** Changes of a file, in their order. */
function at(file: string, ...changes: readonly (readonly [text: string, by: string])[]): readonly Edit[] {
  return changes.map(([text, by]) => ({ file, text, by }));
}

const demo = "build/cannon.demo.js";
const box = "examples/pixijs/box.html";

export const plantedGames: readonly PlantedGame[] = [
  {
    ...{ name: "examples/arena", folder: join(packageRoot, "examples/arena"), page: "", pixels: 2048 * 2048 },
    common: [],
    edits: {
      slower: at(
        "src/hunters.ts",
        ["const hunterCount", `${burnTime}const hunterCount`],
        [
          "    for (const hunter of all) {\n      push.sub",
          "    burnTime();\n    for (const hunter of all) {\n      push.sub",
        ],
      ),
      pass: at(
        "src/world.ts",
        [
          '  ctx.systems.add("input"',
          '  function drawAgain(): void {\n    ctx.renderer.render(ctx.scene, ctx.camera);\n  }\n  ctx.systems.add("input"',
        ],
        ["    blasts.advance(ctx.time.dt);", "    blasts.advance(ctx.time.dt);\n    drawAgain();"],
      ),
      // The game only marks the texture: the engine uploads it with the next picture.
      upload: [
        ...at(
          "src/scenery.ts",
          [
            "const skyRadius",
            "export const floor: { refresh: () => void } = { refresh: () => undefined };\nconst skyRadius",
          ],
          [
            "  const lines = createFloorTexture();\n",
            "  const lines = createFloorTexture();\n  floor.refresh = function refreshTexture(): void {\n    lines.needsUpdate = true;\n  };\n",
          ],
        ),
        ...at(
          "src/world.ts",
          ["import { createScenery }", "import { createScenery, floor }"],
          ["    blasts.advance(ctx.time.dt);", "    blasts.advance(ctx.time.dt);\n    floor.refresh();"],
        ),
      ],
    },
  },
  {
    ...{ name: "examples/swarm", folder: join(packageRoot, "examples/swarm"), page: "", pixels: 512 * 512 },
    common: at(
      "src/lantern.ts",
      ["import { Container, Sprite }", "import { Container, Sprite, Texture }"],
      ['import type { Texture } from "pixi.js";\n', ""],
      [
        '  tagEntity(container, "lantern");\n',
        `  tagEntity(container, "lantern");
  const picture = document.createElement("canvas");
  picture.width = picture.height = 512;
  const shine = new Sprite({ texture: Texture.from(picture), alpha: 0.1 });
  container.addChild(shine);
`,
      ],
    ),
    edits: {
      slower: at(
        "src/lantern.ts",
        ["interface Place", `${burnTime}interface Place`],
        ["    velocity.x +=", "    burnTime();\n    velocity.x +="],
      ),
      pass: at(
        "src/sea.ts",
        [
          '  ctx.systems.add("prePhysics"',
          '  function drawAgain(): void {\n    ctx.renderer.render(ctx.stage);\n  }\n  ctx.systems.add("prePhysics"',
        ],
        ["    stones.update();", "    stones.update();\n    drawAgain();"],
      ),
      upload: at(
        "src/lantern.ts",
        [
          "  function update(seconds",
          "  function refreshTexture(): void {\n    shine.texture.source.update();\n  }\n\n  function update(seconds",
        ],
        ["    core.scale.set(", "    refreshTexture();\n    core.scale.set("],
      ),
    },
  },
  {
    ...{
      name: "cannon's pile, three.js 68",
      folder: packageFile("cannon"),
      page: "demos/pile.html",
      pixels: 256 * 256,
    },
    common: at(demo, [
      "    function render(){\n",
      `    var planted;
    function showPlanted(){
        if (planted || !that.scene) return;
        planted = new THREE.DataTexture(new Uint8Array(256 * 256 * 4), 256, 256, THREE.RGBAFormat);
        planted.needsUpdate = true;
        var backdrop = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.MeshBasicMaterial({ map: planted }));
        backdrop.name = "backdrop";
        backdrop.frustumCulled = false;
        that.scene.add(backdrop);
    }
    function render(){
        showPlanted();
`,
    ]),
    edits: {
      slower: at(demo, [
        "    function updateVisuals(){\n",
        `${burnTime}    function updateVisuals(){\n        burnTime();\n`,
      ]),
      pass: at(demo, [
        "    function render(){\n",
        "    function drawAgain(){\n        renderer.render( that.scene, camera );\n    }\n    function render(){\n        drawAgain();\n",
      ]),
      upload: at(demo, [
        "    function render(){\n        showPlanted();\n",
        "    function refreshTexture(){\n        if (planted) planted.needsUpdate = true;\n    }\n    function render(){\n        showPlanted();\n        refreshTexture();\n",
      ]),
    },
  },
  {
    ...{ name: "p2's box, PixiJS 1", folder: packageFile("p2"), page: box, pixels: 256 * 256 },
    common: at(
      box,
      ["        var renderer,", "        var planted, renderer,"],
      [
        "            container.addChild(graphics);\n",
        `            container.addChild(graphics);
            var picture = document.createElement("canvas");
            picture.width = picture.height = 256;
            planted = PIXI.Texture.fromCanvas(picture);
            PIXI.createWebGLTexture(planted.baseTexture, renderer.gl);
`,
      ],
    ),
    edits: {
      slower: at(
        box,
        ["        // Animation loop\n", burnTime],
        ["            world.step(1/60);", "            world.step(1/60);\n            burnTime();"],
      ),
      pass: at(
        box,
        [
          "        // Animation loop\n",
          "        function drawAgain(){\n            renderer.render(stage);\n        }\n",
        ],
        ["            // Render scene\n", "            drawAgain();\n"],
      ),
      upload: at(
        box,
        [
          "        // Animation loop\n",
          "        function refreshTexture(){\n            PIXI.updateWebGLTexture(planted.baseTexture, renderer.gl);\n        }\n",
        ],
        ["            // Render scene\n", "            refreshTexture();\n"],
      ),
    },
  },
];

/** A game with and without a planted cost. Disposing of it removes both. */
export interface Planted extends AsyncDisposable {
  readonly baseline: string;
  readonly current: string;
}

/** Copies a game twice, and plants a cost into the second copy. */
export async function plantCost({ folder, page, common, edits }: PlantedGame, kind: CostKind): Promise<Planted> {
  const games = await createGameFolder({ "package.json": {} });
  symlinkSync(join(packageRoot, "node_modules"), join(games.path, "node_modules"));
  for (const name of ["before", "after"]) {
    cpSync(folder, join(games.path, name), { recursive: true });
    for (const edit of common) apply(edit, join(games.path, name));
  }
  for (const edit of edits[kind]) apply(edit, join(games.path, "after"));
  return {
    baseline: join(games.path, "before", page),
    current: join(games.path, "after", page),
    [Symbol.asyncDispose]: async () => {
      await games[Symbol.asyncDispose]();
    },
  };
}

/** True for the calls after which the planted work is done once more, by the Thue-Morse sequence: no period of a game follows it. */
export function isPlantedTurn(call: number): boolean {
  return call.toString(2).replaceAll("0", "").length % 2 === 1;
}

/** Makes half of the frames of a planted slower game do the work twice, by `isPlantedTurn` of their calls. */
export function plantInTurns({ page, edits }: PlantedGame, { current }: Planted): void {
  const [planted] = edits.slower;
  if (planted === undefined) throw new Error("There is no edit.");
  const call = "globalThis.plantedCall = (globalThis.plantedCall ?? -1) + 1";
  const text = `${plantedNames.slower}();`;
  const by = `${text} if ((${String(isPlantedTurn)})(${call})) ${text}`;
  apply({ file: planted.file, text, by }, current.slice(0, current.length - page.length));
}

function apply({ file, text, by }: Edit, folder: string): void {
  const path = join(folder, file);
  const source = readFileSync(path, "utf8");
  if (!source.includes(text)) throw new Error(`${file} has no ${JSON.stringify(text)}.`);
  writeFileSync(
    path,
    source.replace(text, () => by),
  );
}
