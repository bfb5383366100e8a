import { describe, expect, it } from "vitest";
import { SourceMapGenerator } from "source-map-js";
import { createStackPositions } from "../../../harness/capture/stack-positions.ts";
import { createGameFolder, type GameFolder } from "../fixtures/game-folder.ts";

const site = "http://game.framegate.localhost";

describe("the frames of a stack, without source maps", () => {
  const positions = createStackPositions(null, null);

  it.each([
    ["a function", `    at spawn (${site}/pong.js:3:9)`, "spawn"],
    ["a method", `    at Ball.move [as step] (${site}/pong.js:3:9)`, "Ball.move [as step]"],
    ["a constructor", `    at new Ball (${site}/pong.js:3:9)`, "Ball"],
    ["an async function", `    at async load (${site}/pong.js:3:9)`, "load"],
    ["no function", `    at ${site}/pong.js:3:9`, ""],
    ["no async function", `    at async ${site}/pong.js:3:9`, ""],
  ])("are told for %s", (_what, line, functionName) => {
    expect(positions.frames(line)).toEqual([{ functionName, position: "pong.js:3:9", owner: "game" }]);
  });

  it.each([
    "Error: at the start of a message",
    "    at Array.forEach (<anonymous>)",
    "    at async Promise.all (index 0)",
    "    at eval (eval at spawn (http://x/y.js:1:2), <anonymous>:1:1)",
    "",
  ])("leave out %o, which has no position", (line) => {
    expect(positions.frames(line)).toEqual([]);
  });

  it("come innermost first, without queries, which may differ in every run", () => {
    const stack = `Error: broken\n    at inner (${site}/a.js?v=2:1:2)\n    at outer (blob:${site}/1-2:3:4)`;
    expect(positions.frames(stack).map(({ position }) => position)).toEqual(["a.js:1:2", `blob:${site}/1-2:3:4`]);
    const inUrls = "Error\n    at about:srcdoc:1:39\n    at draw (data:text/javascript,onmessage=f:2:5)";
    expect(positions.frames(inUrls).map(({ position }) => position)).toEqual([
      ...["about:srcdoc:1:39", "data:text/javascript,…:2:5"],
    ]);
  });

  it("name the page of a folder's address, and other hosts in full", () => {
    const position = (url: string): string => positions.frame("f", url, 3, 9).position;
    expect(position(`${site}/?level=1`)).toBe("index.html:3:9");
    expect(position(`${site}/dist/`)).toBe("dist/index.html:3:9");
    expect(position("https://cdn.test/lib/?v=2")).toBe("https://cdn.test/lib/?v=2:3:9");
  });

  it("tell Framegate's own scripts from the game's", () => {
    const own = [`${site}/framegate/embed-host.js`, "pptr:evaluate;x"].map(
      (url) => positions.frame("f", url, 1, 1).owner,
    );
    expect(own).toEqual(["framegate", "framegate"]);
    expect(positions.frame("f", `${site}/game.js`, 1, 1).owner).toBe("game");
  });
});

describe("the frames of a stack, with source maps", () => {
  it("are positions in the sources, relative to the game", async () => {
    await using folder = await createBuild("framegate/game-1.js", "../../game/src/spawn.ts");
    const positions = createStackPositions(`${folder.path}/build`, `${folder.path}/game`);
    expect(positions.frames(`    at s (${site}/framegate/game-1.js:10:5)`)).toEqual([
      { functionName: "spawn", position: "src/spawn.ts:88:14", owner: "game" },
    ]);
  });

  it("belong to a library where the source lies in node_modules", async () => {
    await using folder = await createBuild("framegate/libraries-1.js", "../../game/node_modules/three/src/Scene.js");
    const positions = createStackPositions(`${folder.path}/build`, `${folder.path}/game`);
    expect(positions.frame("s", `${site}/framegate/libraries-1.js`, 10, 5)).toMatchObject({
      position: "node_modules/three/src/Scene.js:88:14",
      owner: "library",
    });
  });

  it.each(["framegate/framegate-1.js", "framegate/host.js"])(
    "belong to Framegate in its own chunk %s",
    async (script) => {
      await using folder = await createBuild(script, "../../dist/src/page/host.js");
      const positions = createStackPositions(`${folder.path}/build`, `${folder.path}/game`);
      expect(positions.frame("s", `${site}/${script}`, 10, 5).owner).toBe("framegate");
    },
  );

  it.each([
    ["there is none", {}],
    ["it is not JSON", { "build/framegate/game-1.js.map": "{" }],
    ["it is no map", { "build/framegate/game-1.js.map": "[]" }],
  ])("stay as reported by the browser if %s", async (_what, files) => {
    await using folder = await createGameFolder(files);
    const positions = createStackPositions(`${folder.path}/build`, `${folder.path}/game`);
    expect(positions.frame("s", `${site}/framegate/game-1.js`, 10, 5).position).toBe("framegate/game-1.js:10:5");
  });

  it("stay as reported by the browser at a position that the map lacks", async () => {
    await using folder = await createBuild("framegate/game-1.js", "../../game/src/spawn.ts");
    const positions = createStackPositions(`${folder.path}/build`, `${folder.path}/game`);
    expect(positions.frame("s", `${site}/framegate/game-1.js`, 1, 1).position).toBe("framegate/game-1.js:1:1");
  });
});

/** A build with one script, whose line 10 column 5 was line 88 column 14 of `source`. */
async function createBuild(script: string, source: string): Promise<GameFolder> {
  const map = new SourceMapGenerator({ file: script });
  map.addMapping({ generated: { line: 10, column: 4 }, original: { line: 88, column: 13 }, source, name: "spawn" });
  return await createGameFolder({ [`build/${script}.map`]: map.toString() });
}
