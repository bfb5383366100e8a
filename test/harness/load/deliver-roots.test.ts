import { describe, expect, it } from "vitest";
import type { DeliveryContext } from "../../../src/formats/capability-tiers.ts";
import { loadProject, type Project } from "../../../harness/load/load-project.ts";
import { createGameFolder, manifestOf } from "../fixtures/game-folder.ts";

async function load(roots: readonly object[], context: DeliveryContext): Promise<Project> {
  await using folder = await createGameFolder({
    "framegate.game.json": manifestOf({ roots }),
    ".env.production": "",
    "dist/index.html": "<!doctype html>",
    "src/main.ts": "export function setup() {}",
    "vite.config.ts": "export default {};",
  });
  return await loadProject(".", { cwd: folder.path, tape: null, context });
}

const entry = "src/main.ts";

describe("a root that declares itself unsupported", () => {
  const roots = [
    { root: { id: "main", adapter: "threejs", entry, capabilities: { hosted: "unsupported" } } },
    {
      // A page on its own, which never gets roots.
      root: {
        id: "main",
        adapter: { surface: "threejs", ingest: { strategy: "opaque-embed", entryHtml: "dist/index.html" } },
        capabilities: { hosted: "unsupported" },
      },
    },
  ];

  it.each(roots)("is refused only in that context, at the declaration: $root.adapter", async ({ root }) => {
    await expect(load([root], "local")).resolves.toMatchObject({ delivery: { context: "local" } });
    await expect(load([root], "hosted")).rejects.toMatchObject({
      code: "tier-unsupported",
      exitCode: 2,
      message: 'Root "main" declares that it is unsupported in the context hosted.',
      where: expect.stringMatching(/framegate\.game\.json:\d+:\d+$/u) as string,
    });
  });
});

describe("a deduped root", () => {
  const deduped = (fields: object, surface = "threejs"): object => ({
    id: "main",
    entry,
    adapter: { surface, ingest: { strategy: "deduped", ...fields } },
  });

  it("is built with a bundler, and falls back to its page without one", async () => {
    const roots = [deduped({ entryHtml: "dist/index.html" })];
    expect((await load(roots, "local")).target.kind).toBe("manifest");
    const { target } = await load(roots, "hosted");
    expect(target).toMatchObject({
      kind: "page",
      declared: { manifest: { roots: [{ tier: "opaque-embed", adapter: { ingest: { degradedFrom: "deduped" } } }] } },
    });
  });

  it.each([
    ["has no page", deduped({})],
    ["is of React, which has no page to embed", deduped({ entryHtml: "dist/index.html" }, "react")],
  ])("that %s is refused without a bundler", async (_what, root) => {
    await expect(load([root], "hosted")).rejects.toMatchObject({
      code: "hosted-page-missing",
      exitCode: 2,
      where: expect.stringMatching(/framegate\.game\.json:\d+:\d+$/u) as string,
    });
  });
});

it("lists a game's files for a bundler, where there is none", async () => {
  const roots = [{ id: "main", adapter: "threejs", entry }];
  expect((await load(roots, "local")).delivery.ignoredFiles).toEqual([]);
  expect((await load(roots, "hosted")).delivery.ignoredFiles).toEqual([".env.production", "vite.config.ts"]);
});
