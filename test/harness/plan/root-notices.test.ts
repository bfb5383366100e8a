import { describe, expect, it } from "vitest";
import { deliverRoots } from "../../../harness/load/deliver-roots.ts";
import { rootNotices } from "../../../harness/plan/root-notices.ts";
import { validateManifest } from "../../../src/formats/manifest.ts";
import { resolveManifest } from "../../../src/formats/resolve-manifest.ts";
import type { Delivery, RunPlan } from "../../../src/formats/run-plan.ts";
import { manifestOf } from "../fixtures/game-folder.ts";

const local: Delivery = { context: "local", ignoredFiles: [] };

function noticesOf(change: object, { query = "", delivery = local } = {}): readonly string[] {
  const written = validateManifest(JSON.stringify(manifestOf(change)));
  if (!written.ok) throw new Error(JSON.stringify(written.errors));
  const resolved = resolveManifest(written.value, delivery.context);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.errors));
  const manifest = deliverRoots(resolved.value, delivery.context, { path: "framegate.game.json", text: "{}" });
  // Only these three fields of a plan matter.
  const plan = { query, target: { kind: "manifest", manifest }, delivery } as unknown as RunPlan;
  return rootNotices(plan, "0.3.0").map(({ code, message }) => `${code}: ${message}`);
}

describe("the notices of a manifest", () => {
  it("are none for a game of this version whose roots are driven", () => {
    expect(noticesOf({})).toEqual([]);
  });

  it("name a different version that the engine is pinned to", () => {
    expect(noticesOf({ engine: { version: "0.2.9" } })).toEqual([
      expect.stringMatching(
        /^engine-version: The manifest is pinned to version 0\.2\.9 of the engine, and this is 0\.3\.0\./u,
      ),
    ]);
  });

  it("name a root that drives itself, and a server that no run starts", () => {
    const roots = [{ id: "main", adapter: "threejs", entry: "src/main.ts", loop: "self-driven" }];
    expect(noticesOf({ roots, server: { room: "lobby" } })).toEqual([
      expect.stringContaining('self-driven-root: Root "main"'),
      expect.stringContaining('server-not-started: The server of room "lobby"'),
    ]);
  });

  it("say that the debug bridge is missing, if it is requested but not allowed", () => {
    const query = "?framegate-debug=1";
    expect(noticesOf({}, { query })).toEqual([expect.stringContaining('"allowInProduction": true')]);
    expect(noticesOf({ debug: { allowInProduction: true } }, { query })).toEqual([]);
    expect(noticesOf({}, { query: "?framegate-debug=0" })).toEqual([]);
  });

  it("name a root that falls back without a bundler, and its unread files", () => {
    const ingest = { strategy: "deduped", entryHtml: "dist/index.html" };
    const roots = [{ id: "main", adapter: { surface: "threejs", ingest } }];
    expect(noticesOf({ roots })).toEqual([]);
    const delivery: Delivery = { context: "hosted", ignoredFiles: ["vite.config.ts"] };
    expect(noticesOf({ roots }, { delivery })).toEqual([
      expect.stringMatching(/^tier-degraded: Root "main" is deduped, .* falls back to opaque-embed/u),
      expect.stringMatching(/^bundler-file-ignored: .*vite\.config\.ts was not read/u),
    ]);
  });

  it("name a tier declared below the adapter's best", () => {
    const roots = [{ id: "main", adapter: "threejs", entry: "a.ts", capabilities: { local: "opaque-embed" } }];
    expect(noticesOf({ roots })).toEqual([
      'tier-below-ceiling: Root "main" declares the tier opaque-embed for the context local, and its adapter can reach first-party.',
    ]);
    expect(noticesOf({ roots }, { delivery: { ...local, context: "hosted" } })).toEqual([]);
  });
});
