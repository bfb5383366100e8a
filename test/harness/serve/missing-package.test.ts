import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { distDir } from "../../../harness/package-root.ts";
import { findMissingPackage } from "../../../harness/serve/missing-package.ts";
import type { Surface } from "../../../src/formats/manifest.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

const rootsOf = (name: Surface): Parameters<typeof findMissingPackage>[2] => [{ adapter: { kind: "default", name } }];

/** The bundler's message, word for word. */
const failed = (specifier: string, importer: string): string =>
  `[vite]: Rolldown failed to resolve import "${specifier}" from "${importer}".\nThis is most likely unintended`;

describe("a package that a build did not find", () => {
  it.each([
    ["howler", "howler"],
    ["three/addons/controls/OrbitControls.js", "three"],
    ["@dimforge/rapier3d", "@dimforge/rapier3d"],
    ["@dimforge/rapier3d/x/y.js", "@dimforge/rapier3d"],
  ])("by %s is %s", async (specifier, name) => {
    await using folder = await createGameFolder();
    const missing = findMissingPackage(failed(specifier, join(folder.path, "a.ts")), folder.path, rootsOf("pixijs"));
    expect(missing).toEqual({ name, adapter: null, installed: null });
  });

  it.each(["./enemy", "../enemy.ts", "/src/enemy.ts", "@/enemy", "~/enemy", "#enemy", "src/enemy", "installed/no.js"])(
    "is not reported for %s, which names no package, or an installed one",
    async (specifier) => {
      await using folder = await createGameFolder({ "src/a.ts": "", "node_modules/installed/package.json": {} });
      const reason = failed(specifier, join(folder.path, "src/a.ts"));
      expect(findMissingPackage(reason, folder.path, rootsOf("threejs"))).toBeNull();
    },
  );

  it("may be what the adapter needs, and then another adapter may be meant", async () => {
    await using folder = await createGameFolder({ "node_modules/three/package.json": {} });
    const reason = failed("pixi.js", join(distDir, "src/adapters/pixijs.js"));
    expect(findMissingPackage(reason, folder.path, rootsOf("pixijs"))).toEqual({
      name: "pixi.js",
      adapter: "pixijs",
      installed: "threejs",
    });
  });

  it("is not reported if the bundler complains about something else", () => {
    expect(findMissingPackage("Unexpected token", "/game", rootsOf("threejs"))).toBeNull();
  });
});
