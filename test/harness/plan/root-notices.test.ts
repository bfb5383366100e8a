import { describe, expect, it } from "vitest";
import { rootNotices } from "../../../harness/plan/root-notices.ts";
import { validateManifest } from "../../../src/formats/manifest.ts";
import { resolveManifest } from "../../../src/formats/resolve-manifest.ts";
import type { RunPlan } from "../../../src/formats/run-plan.ts";
import { manifestOf } from "../fixtures/game-folder.ts";

function noticesOf(change: object, query = ""): readonly string[] {
  const written = validateManifest(JSON.stringify(manifestOf(change)));
  if (!written.ok) throw new Error(JSON.stringify(written.errors));
  const resolved = resolveManifest(written.value, "local");
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.errors));
  // Of a plan only these two count.
  const plan = { query, target: { kind: "manifest", manifest: resolved.value } } as unknown as RunPlan;
  return rootNotices(plan, "0.3.0").map(({ code, message }) => `${code}: ${message}`);
}

describe("the notices of a manifest", () => {
  it("are none for a game of this version whose roots are driven", () => {
    expect(noticesOf({})).toEqual([]);
  });

  it("name another version that the engine is pinned to", () => {
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

  it("say that the debug bridge is not there, where it is asked for and not allowed", () => {
    expect(noticesOf({}, "?framegate-debug=1")).toEqual([expect.stringContaining('"allowInProduction": true')]);
    expect(noticesOf({ debug: { allowInProduction: true } }, "?framegate-debug=1")).toEqual([]);
    expect(noticesOf({}, "?framegate-debug=0")).toEqual([]);
  });
});
