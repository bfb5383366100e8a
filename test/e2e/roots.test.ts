import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { readPng } from "./read-png.ts";
import { type JsonResult, reportOf, runJson } from "./run-command.ts";

const short = ["--frames", "20", "--warmup", "0", "--repeat", "0"];

async function run(game: string): Promise<JsonResult> {
  return await runJson(["perf", game, ...short]);
}

/** The values of the exact metrics of a game. */
async function countsOf(game: string): Promise<Readonly<Record<string, number | null>>> {
  const result = await run(game);
  expect(result.exitCode, result.stderr).toBe(0);
  const { metrics } = reportOf(result).report;
  const exact = ["maxDrawCalls", "maxTriangles", "maxEntities"] as const;
  return Object.fromEntries(exact.map((id) => [id, metrics[id].value]));
}

describe("a scene file", () => {
  it("is shown by a three.js root, through the scene's own camera, and its tagged nodes are entities", async () => {
    const counts = await countsOf("test/games/roots/scene-3d.game.json");
    expect(counts).toEqual({ maxDrawCalls: 3, maxTriangles: 36, maxEntities: 2 });
  });

  it("is shown by a PixiJS root, with its pictures, shapes and texts", async () => {
    const counts = await countsOf("test/games/roots/scene-2d.game.json");
    expect(counts["maxEntities"]).toBe(3);
    expect(counts["maxDrawCalls"]).toBeGreaterThan(0);
    // 2 for the duck, 2 for the text, and more for the shapes.
    expect(counts["maxTriangles"]).toBeGreaterThan(4);
  });

  it.each([
    { adapter: "threejs", scene: "a.scn2d.json", hint: ".vscn.json" },
    { adapter: "react", scene: "a.vscn.json", hint: "no scene file" },
  ])("of the wrong kind for $adapter is refused by name", async ({ adapter, scene, hint }) => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ adapter, scene }),
      [scene]: { version: 1, children: [] },
    });
    const result = await run(folder.path);
    expect(result.exitCode).toBe(2);
    expect(result.json.error).toMatchObject({ code: "scene-mismatch", hint: expect.stringContaining(hint) as string });
  });

  it("with a mistake is refused with the place of the mistake", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ adapter: "pixijs", scene: "a.scn2d.json" }),
      "a.scn2d.json": '{\n  "version": 1,\n  "children": [{ "type": "sprit" }]\n}\n',
    });
    const result = await run(folder.path);
    expect(result.exitCode).toBe(2);
    expect(result.json.error).toMatchObject({
      code: "file-invalid",
      where: expect.stringMatching(/:3:\d+$/u) as string,
    });
  });
});

describe("a context that is lost and restored", () => {
  it("comes back between the same frames in every run, and three.js and PixiJS draw with it again", async () => {
    await using out = await createGameFolder();
    const result = await runJson([
      ...["perf", "test/games/roots/loses-context.game.json", "--frames", "20", "--warmup", "0", "--repeat", "0"],
      ...["--screenshot", "4", "--screenshot", "15", "--out", out.path],
    ]);
    expect(result.exitCode, result.stderr).toBe(0);
    const { divergence, perFrame, notices } = reportOf(result).report;
    // The state contains the frames in which the events arrived.
    expect(divergence).toBeNull();
    expect(notices.map(({ code }) => code)).toContain("context-restored");
    // While the contexts are lost three.js makes no draw calls, and those of PixiJS have no effect.
    expect(perFrame.drawCalls).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    const pictures = readdirSync(out.path, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".png"),
    );
    expect(pictures).toHaveLength(2);
    for (const name of pictures) {
      const picture = readPng(readFileSync(join(out.path, name)));
      // The centres of the box and of the square.
      expect([picture.at(160, 90), picture.at(60, 90)], name).toEqual([
        [0x88, 0xcc, 0xff],
        [0xff, 0, 0],
      ]);
    }
  });
});

describe("the loop of a root", () => {
  it("may be the root's own: it draws in its animation frames, and the adapter draws nothing beside", async () => {
    expect(await countsOf("test/games/roots/draws-itself.game.json")).toMatchObject({
      maxDrawCalls: 1,
      maxTriangles: 12,
    });
  });

  it("runs the systems of a root that drives itself, and draws after them", async () => {
    const result = await run("test/games/roots/systems-of-its-own.game.json");
    expect(result.exitCode, result.stderr).toBe(0);
    const { report } = reportOf(result);
    expect(report.metrics.maxDrawCalls.value).toBe(1);
    expect(report.notices.map(({ code }) => code)).toContain("self-driven-root");
  });
});

describe("an entry", () => {
  it("may export its setup as the default", async () => {
    expect(await countsOf("test/games/roots/default-export.game.json")).toEqual({
      ...{ maxDrawCalls: 1, maxTriangles: 12, maxEntities: 1 },
    });
  });
});

describe("a custom adapter", () => {
  it("mounts a renderer that Framegate does not know, and counts its draws and entities", async () => {
    const counts = await countsOf("examples/fireflies");
    expect(counts).toEqual({ maxDrawCalls: 1, maxTriangles: 0, maxEntities: 400 });
  });

  it.each([
    { what: "without an adapter", module: "export const start = 1;", reason: "it exports start" },
    {
      what: "for another surface",
      module: 'export default { surface: "pixijs", mount() {} };',
      reason: 'its surface is "pixijs", and the manifest\'s is "threejs"',
    },
    {
      what: "that mounts a number",
      module: 'export default { surface: "threejs", mount: () => 3 };',
      reason: "its mount() returned a number",
    },
  ])("$what is refused by name", async ({ module, reason }) => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ adapter: { module: "adapter.js", surface: "threejs" } }),
      "adapter.js": module,
    });
    const result = await run(folder.path);
    expect(result.exitCode).toBe(5);
    expect(result.json.error).toMatchObject({
      code: "adapter-invalid",
      message: expect.stringContaining(reason) as string,
    });
  });

  it("that throws is reported with its own file and line", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ adapter: { module: "adapter.js", surface: "threejs" } }),
      "adapter.js": 'export default {\n  surface: "threejs",\n  mount() { throw new Error("no such engine"); },\n};\n',
    });
    const result = await run(folder.path);
    expect(result.exitCode).toBe(5);
    expect(result.json.error).toMatchObject({
      code: "entry-threw",
      message: expect.stringContaining("no such engine") as string,
      where: expect.stringContaining("adapter.js:3:") as string,
    });
  });

  it.each([
    { when: "before the first frame", reads: 0, code: "frame-threw" },
    // Once before the 20 frames of the run, and once after each.
    { when: "at the end of the run", reads: 21, code: undefined },
  ])("is blamed for a state that it cannot read $when", async ({ reads, code }) => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifest({ adapter: { module: "adapter.js", surface: "threejs" } }),
      "adapter.js": `let reads = 0;
        export default {
          surface: "threejs",
          mount: () => ({ state() { if (reads++ === ${String(reads)}) throw new Error("no state"); } }),
        };`,
    });
    const result = await runJson(["perf", folder.path, "--frames", "20", "--warmup", "0", "--repeat", "0"]);
    expect(result.exitCode, result.stderr).toBe(5);
    expect(result.json.error?.code).toBe(code);
    expect(result.stderr).toContain("no state");
    if (code !== undefined) expect(result.json.error?.where).toContain("adapter.js:4:");
  });

  it.each(["../adapter.js", "linked/adapter.js"])("outside of the project is refused: %s", async (module) => {
    await using outside = await createGameFolder({ "adapter.js": "export default {};" });
    await using folder = await createGameFolder({
      "game/framegate.game.json": manifest({ adapter: { module, surface: "threejs" } }),
      "adapter.js": "export default {};",
    });
    symlinkSync(outside.path, join(folder.path, "game/linked"));
    const result = await run(join(folder.path, "game"));
    expect(result.exitCode).toBe(2);
    expect(result.json.error).toMatchObject({ code: "outside-project" });
  });

  it("behind a symbolic link of the project itself is accepted", async () => {
    await using folder = await createGameFolder();
    mkdirSync(join(folder.path, "real"));
    cpSync(join(packageRoot, "examples/fireflies"), join(folder.path, "real"), { recursive: true });
    symlinkSync("real", join(folder.path, "game"));
    const result = await run(join(folder.path, "game"));
    expect(result.exitCode, result.stderr).toBe(0);
  });
});

function manifest(root: object): object {
  return {
    manifestVersion: 2,
    name: "Roots",
    version: "1.0.0",
    engine: { version: "0.1.0" },
    roots: [{ id: "main", ...root }],
    resolution: { width: 320, height: 180 },
  };
}
