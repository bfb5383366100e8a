import { expect, it } from "vitest";
import { writePageManifest } from "../../../harness/scaffold/page-manifest.ts";
import { validateManifest } from "../../../src/formats/manifest.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

const page = {
  name: 'A "page"',
  entryHtml: "dist/index.html",
  surface: "pixijs",
  budget: { maxDrawCalls: 3 },
} as const;

it("writes a strictly valid manifest", async () => {
  await using folder = await createGameFolder();
  const { path, text } = writePageManifest(folder.path, page);
  expect(path).toBe("framegate.game.json");
  expect(validateManifest(text)).toMatchObject({ ok: true, warnings: [], value: { name: 'A "page"' } });
  expect(text).not.toContain("$schema");
});

it("refers to its schema if it is installed", async () => {
  const schema = "node_modules/framegate/schemas/manifest.json";
  await using folder = await createGameFolder({ [schema]: "{}" });
  expect(JSON.parse(writePageManifest(folder.path, page).text)).toHaveProperty("$schema", `./${schema}`);
});
