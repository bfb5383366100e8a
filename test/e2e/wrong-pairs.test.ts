import { describe, expect, it } from "vitest";
import { createGameFolder, manifestOf } from "../harness/fixtures/game-folder.ts";
import { runCommand, runJson } from "./run-command.ts";

describe("a mismatch is named as a person would name it", () => {
  it("a package that is imported and not installed", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifestOf({ name: "Noisy" }),
      "src/main.ts": 'import { Howl } from "howler";\nexport function setup() { new Howl(); }',
    });
    const { exitCode, json } = await runJson(["perf"], { cwd: folder.path });
    expect([exitCode, json.error?.code]).toEqual([2, "package-missing"]);
    expect(json.error).toMatchObject({
      message: 'Noisy imports "howler", which is not installed.',
      where: "src/main.ts",
      hint: `Run \`npm install howler\` in ${folder.path}.`,
    });
  });

  it("an adapter without its library, beside the library of another adapter", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifestOf({ roots: [{ id: "main", adapter: "pixijs", entry: "src/main.ts" }] }),
      "src/main.ts": 'import { Graphics } from "pixi.js";\nexport function setup() { new Graphics(); }',
      "node_modules/three/package.json": { name: "three", version: "0.187.0" },
    });
    const { exitCode, json } = await runJson(["perf"], { cwd: folder.path });
    expect([exitCode, json.error?.code]).toEqual([2, "package-missing"]);
    expect(json.error?.hint).toContain("npm install pixi.js");
    expect(json.error?.hint).toContain("Or is the adapter threejs?");
  });

  it("an action that is read without an input map", async () => {
    await using folder = await createGameFolder({
      "framegate.game.json": manifestOf(),
      "src/main.ts": 'export function setup(ctx) { ctx.systems.add("gameLogic", () => ctx.input.isPressed("jump")); }',
    });
    const { exitCode, json } = await runJson(["perf", "--frames", "10"], { cwd: folder.path });
    expect([exitCode, json.error?.code]).toEqual([5, "frame-threw"]);
    expect(json.error?.message).toContain("no framegate.input.json");
    expect(json.error?.where).toMatch(/^src\/main\.ts:1:/u);
  });

  it.each([
    ["three", "threejs"],
    ["three.js", "threejs"],
    ["pixi", "pixijs"],
    ["pixi.js", "pixijs"],
  ])("the adapter %s, which is called %s", async (written, adapter) => {
    const ingest = { surface: written, ingest: { strategy: "opaque-embed", entryHtml: "index.html" } };
    for (const form of [written, ingest]) {
      await using folder = await createGameFolder({
        "framegate.game.json": manifestOf({ roots: [{ id: "main", adapter: form, entry: "src/main.ts" }] }),
      });
      const { exitCode, json } = await runJson(["perf"], { cwd: folder.path });
      expect([exitCode, json.error?.code]).toEqual([2, "file-invalid"]);
      expect(json.error?.message).toContain(`Did you mean "${adapter}"?`);
    }
  });

  it.each(["threejs", "pixijs", "pixi.js"])("the template %s, which is an adapter", async (template) => {
    await using folder = await createGameFolder();
    const { exitCode, stdout } = await runCommand(["init", "--template", template, "--json"], { cwd: folder.path });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ template: template.slice(0, template.startsWith("three") ? 5 : 4) });
  });

  it("a page of sources, which a bundler has not built", async () => {
    await using folder = await createGameFolder({
      "index.html": '<!doctype html><div id="app"></div><script type="module" src="/src/main.ts"></script>',
      "src/main.ts": "",
    });
    const { exitCode, json } = await runJson(["perf"], { cwd: folder.path });
    expect([exitCode, json.error?.code]).toEqual([2, "page-needs-bundler"]);
    expect(json.error?.hint).toContain("http://localhost:5173");
  });
});
