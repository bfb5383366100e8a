import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Fault, FaultGroup, Place } from "../fault.ts";
import { rootsGame } from "../pages.ts";

const run = ["perf", ".", "--frames", "20", "--warmup", "0", "--repeat", "1", "--json"] as const;
const drawing = `import { Mesh, BoxGeometry, MeshBasicMaterial } from "three";
export function setup(ctx) {
  const mesh = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  ctx.camera.position.z = 4;
  ctx.scene.add(mesh);
  ctx.systems.add("gameLogic", () => { mesh.rotation.x += 0.1; });
}`;

/** A game with a Vite configuration that misbehaves. */
function configured(name: string, config: string, expected: Fault["expected"]): Fault {
  return {
    name,
    args: run,
    prepare: (place: Place) => {
      rootsGame(drawing)(place);
      place.write("vite.config.js", config);
    },
    expected,
  };
}

/** A game with an entry that does not build, or builds into something wrong. */
function entered(name: string, entry: string, expected: Fault["expected"]): Fault {
  return { name, args: run, prepare: rootsGame(entry), expected };
}

const passes = { exit: 0, code: null, withinMs: 25_000 } as const;
const fails = { exit: 2, code: "build-failed", withinMs: 20_000 } as const;
const missing = { ...fails, code: "package-missing" };

/** Builds of games, and configurations that run in the process of the command. */
export const buildFaults: FaultGroup = {
  title: "Builds, and configurations that run in Node",
  faults: [
    { name: "none: the game that the others disturb", args: run, prepare: rootsGame(drawing), expected: passes },
    configured("a configuration that throws", "throw new Error('no config today');", {
      ...fails,
      says: /no config today/u,
    }),
    configured("a configuration that throws no error", "throw null;", fails),
    configured("a configuration with a syntax error", "export default {", fails),
    configured(
      "a configuration that imports what is missing",
      "import 'nowhere-to-be-found'; export default {};",
      fails,
    ),
    configured("a configuration that throws a moment later", later("throw new Error('later');"), {
      ...fails,
      says: /later/u,
    }),
    configured("a configuration that rejects a moment later", later("Promise.reject(new Error('later'));"), {
      ...fails,
      says: /later/u,
    }),
    configured("a configuration that ends the process with 0", "process.exit(0);", {
      ...fails,
      says: /process\.exit/u,
    }),
    configured("a configuration that ends the process with 0, later", later("process.exit(0);"), {
      exit: [2, 70],
      code: ["build-failed", "internal"],
      withinMs: 20_000,
    }),
    configured("a configuration that aborts the process", "process.abort();", {
      exit: null,
      code: null,
      withinMs: 20_000,
    }),
    configured("a configuration that changes the folder", "process.chdir('/'); export default {};", passes),
    configured("a configuration that sets the exit code", "process.exitCode = 3; export default {};", passes),
    configured("a configuration that leaves a timer", "setInterval(() => {}, 1000); export default {};", passes),
    configured(
      "a configuration that leaves a server",
      "import { createServer } from 'node:http'; createServer().listen(0); export default {};",
      passes,
    ),
    configured(
      "a configuration that prints to the standard output",
      "process.stdout.write('noise'); console.log('noise'); export default {};",
      passes,
    ),
    configured(
      "a configuration that takes the signals",
      "process.on('SIGTERM', () => {}); process.on('uncaughtException', () => {}); export default {};",
      passes,
    ),
    configured(
      "a plugin that throws in its hook",
      "export default { plugins: [{ name: 'bad', transform() { throw new Error('bad hook'); } }] };",
      { ...fails, says: /bad hook/u },
    ),
    configured(
      "a plugin that changes the build's folder",
      "export default { build: { outDir: '/nowhere', emptyOutDir: true, minify: true } };",
      passes,
    ),
    configured("a configuration with a PostCSS that is missing", "export default { css: { postcss: './nowhere' } };", {
      exit: [0, 2],
      code: [null, "build-failed"],
      withinMs: 20_000,
    }),
    configured("an empty configuration", "", passes),
    configured(
      "a configuration that is a function which throws",
      "export default () => { throw new Error('f'); };",
      fails,
    ),
    entered("an entry with a syntax error", "export function setup( {", { ...fails, says: /main\.js:1/u }),
    entered("an entry that imports a missing file", "import './nowhere.js'; export function setup() {}", fails),
    entered(
      "an entry that imports a missing package",
      "import 'nowhere-to-be-found'; export function setup() {}",
      missing,
    ),
    entered(
      "an entry that imports what a package does not export",
      "import { Nope } from 'three'; export function setup() { Nope(); }",
      {
        exit: [2, 5],
        code: ["build-failed", "entry-threw"],
        withinMs: 20_000,
      },
    ),
    entered("an entry that imports itself", `import './main.js';\n${drawing}`, passes),
    entered("an entry that is empty", "", { exit: 5, code: "setup-missing", withinMs: 20_000 }),
    entered("an entry that is not text", "\u0000\u0001\u0002\uFFFD", fails),
    entered(
      "an entry that imports a Node module",
      "import fs from 'node:fs'; export function setup() { fs.readFileSync('x'); }",
      {
        exit: [2, 5],
        code: ["build-failed", "entry-threw"],
        withinMs: 20_000,
      },
    ),
    {
      name: "an entry that is a folder",
      args: run,
      prepare: (place) => {
        rootsGame(drawing, { roots: [{ id: "main", adapter: "threejs", entry: "src" }] })(place);
        place.write("src/index.js", drawing);
      },
      expected: { exit: [2, 0], code: ["entry-not-found", "build-failed", null], withinMs: 20_000 },
    },
    {
      name: "an entry outside of the game's folder",
      args: run,
      prepare: (place) => {
        rootsGame(drawing, { roots: [{ id: "main", adapter: "threejs", entry: "../outside.js" }] })(place);
      },
      expected: { exit: 2, code: ["entry-not-found", "file-invalid", "manifest-unresolvable"], withinMs: 20_000 },
    },
    {
      name: "an entry that is a link in a circle",
      args: run,
      prepare: (place) => {
        rootsGame(drawing, { roots: [{ id: "main", adapter: "threejs", entry: "a.js" }] })(place);
        symlinkSync("b.js", join(place.folder, "a.js"));
        symlinkSync("a.js", join(place.folder, "b.js"));
      },
      expected: { exit: 2, code: ["entry-not-found", "file-unreadable", "build-failed"], withinMs: 20_000 },
    },
    {
      name: "no packages beside the game",
      args: run,
      prepare: (place) => {
        rootsGame(drawing)(place);
        rmSync(join(place.folder, "node_modules"));
      },
      expected: { ...missing, says: /three/u },
    },
    {
      name: "the game is deleted while it is built",
      args: run,
      prepare: (place) => {
        rootsGame(drawing)(place);
        place.write("vite.config.js", "await new Promise((resolve) => setTimeout(resolve, 1500)); export default {};");
      },
      strike: {
        when: "building the game",
        act: ({ place }) => {
          for (const name of ["main.js", "framegate.game.json"]) rmSync(join(place.folder, name));
        },
      },
      expected: { exit: 2, code: "build-failed", withinMs: 20_000 },
    },
    {
      name: "the cache of builds is full of rubbish",
      args: run,
      prepare: (place) => {
        rootsGame(drawing)(place);
        place.write("../cache/builds/rubbish/x.json", "{");
        place.write("../cache/builds/x.partial", "");
      },
      expected: passes,
    },
  ],
};

function later(code: string): string {
  return `setTimeout(() => { ${code} }, 300); await new Promise((resolve) => setTimeout(resolve, 3000)); export default {};`;
}
