import { expect, it } from "vitest";
import { namedHosts } from "../../../harness/plan/named-hosts.ts";
import { validateManifest } from "../../../src/formats/manifest.ts";
import { resolveManifest } from "../../../src/formats/resolve-manifest.ts";
import { manifestOf } from "../fixtures/game-folder.ts";

function hostsOf(ingest: object): readonly string[] {
  const adapter = { surface: "pixijs", ingest: { strategy: "iframe-reachable", ...ingest } };
  const validation = validateManifest(JSON.stringify(manifestOf({ roots: [{ id: "main", adapter }] })));
  if (!validation.ok) throw new Error("The manifest is not valid.");
  const resolved = resolveManifest(validation.value, "local");
  if (!resolved.ok) throw new Error("The manifest cannot be resolved.");
  return namedHosts(resolved.value);
}

it("are those of this machine, from every field that holds a URL, each once", () => {
  expect(
    hostsOf({
      bundleUrl: "http://localhost:5173/game.js",
      baseHref: "http://127.0.0.1:8080/",
      assetBaseUrl: "http://[::1]:9000/assets",
      pixiModuleUrl: "https://localhost/pixi.mjs",
      assets: { "a/": "http://localhost:5173/a/", "b/": "/b/", "c/": "c/" },
    }),
  ).toEqual(["localhost:5173", "127.0.0.1:8080", "[::1]:9000", "localhost:443"]);
});

it.each([
  "http://example.com/a.js",
  "http://127.0.0.1.example.com/a.js",
  "file:///etc/passwd",
  "//localhost/a",
  "localhost",
])("is not that of %s", (bundleUrl) => {
  expect(hostsOf({ bundleUrl })).toEqual([]);
});

it("are none without a manifest", () => {
  expect(namedHosts(null)).toEqual([]);
});
