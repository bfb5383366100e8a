import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/input/input-error.ts";
import type { Diagnostic } from "../../src/formats/diagnostics.ts";
import { validateManifest } from "../../src/formats/manifest.ts";
import { resolveManifest, type ResolveOptions } from "../../src/formats/resolve-manifest.ts";
import { createRandomTrap } from "../../src/page/prelude/randomness/random-trap.ts";
import { managerOf } from "../core/input/live-manager.ts";

type Root = Readonly<Record<string, unknown>>;

/** Codes and pointers of all mistakes in a manifest with these roots, including those of resolving it. */
function tell(roots: readonly Root[], options: ResolveOptions = {}, rest: object = {}): readonly string[] {
  const engine = { version: "0.3.0" };
  const text = JSON.stringify({ manifestVersion: 2, name: "Demo", version: "1.0.0", engine, roots, ...rest });
  const validation = validateManifest(text);
  if (!validation.ok) return validation.errors.map(write);
  const resolution = resolveManifest(validation.value, "local", options);
  return (resolution.ok ? resolution.warnings : resolution.errors).map(write);
}

function write({ severity, code, pointer }: Diagnostic): string {
  return `${severity} ${code} ${pointer}`;
}

function ingested(surface: string, ingest: object): Root {
  return { id: "main", adapter: { surface, ingest: { strategy: "iframe-reachable", ...ingest } } };
}

function codeOfThrown(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    return thrown instanceof InputError ? thrown.code : String(thrown);
  }
  return "nothing";
}

describe("the ten errors of the reference have names", () => {
  it("1: a getter that does not match the action's value type throws", () => {
    const manager = managerOf({ jump: { valueType: "digital", bindings: [] } });
    expect(codeOfThrown(() => manager.getScalar("jump"))).toBe("action-type-mismatch");
  });

  it("2: two roots share an id", () => {
    const root = { id: "main", adapter: "react" };
    expect(tell([root, root])).toEqual(["error duplicate-id /roots/1/id"]);
  });

  it("3: a declared tier is above the adapter's ceiling", () => {
    const root = { id: "main", adapter: { module: "a.ts", surface: "react" }, capabilities: { hosted: "first-party" } };
    expect(tell([root])).toEqual(["error tier-above-ceiling /roots/0/capabilities/hosted"]);
  });

  it.each([[{}], [{ bundleUrl: "https://x/y.js", entryHtml: "i.html" }]])(
    "4: iframe-reachable has neither or both of its sources: %j",
    (sources) => {
      expect(tell([ingested("pixijs", sources)])).toEqual(["error iframe-source /roots/0/adapter/ingest"]);
    },
  );

  it("5: no mount is wired for entryHtml under iframe-reachable", () => {
    const errors = tell([ingested("threejs", { entryHtml: "i.html" })]);
    expect(errors).toEqual(["error entry-html-not-wired /roots/0/adapter/ingest/entryHtml"]);
  });

  it("6: pixiModuleUrl is not supported on a threejs root", () => {
    const errors = tell([ingested("threejs", { bundleUrl: "https://x/y.js", pixiModuleUrl: "https://x/pixi.js" })]);
    expect(errors).toEqual(["error pixi-module-url-not-supported /roots/0/adapter/ingest/pixiModuleUrl"]);
  });

  it("7: an extra dependency is neither registered nor installed", () => {
    const root = ingested("pixijs", { bundleUrl: "https://x/y.js", extraDeps: ["nowhere"] });
    expect(tell([root], { isResolvable: () => false })).toEqual([
      "error extra-dependency-not-found /roots/0/adapter/ingest/extraDeps/0",
    ]);
  });

  it("8: a bundle that inlines its runtime falls back to an embed, which is reported", () => {
    const root = ingested("pixijs", { bundleUrl: "https://x/y.js" });
    expect(tell([root], { inlinedRuntimes: ["main"] })).toEqual([
      "warning runtime-inlined /roots/0/adapter/ingest/bundleUrl",
    ]);
    expect(tell([root], { inlinedRuntimes: ["another"] })).toEqual([]);
  });

  it("9: unseeded randomness in a gameplay frame is reported once per call site, and never throws", () => {
    const trap = createRandomTrap(globalThis);
    trap.onDraw("Math.random");
    trap.setStep(3);
    for (let draw = 0; draw < 5; draw += 1) trap.onDraw("Math.random");
    expect(trap.sites().map(({ api, step }) => `${api} ${step}`)).toEqual(["Math.random 3"]);
  });

  it("10: a value violates the schema", () => {
    const root = { id: "main", adapter: "react", loop: "manual", layer: 1 };
    expect(tell([root], {}, { editorPort: 80 })).toEqual([
      "error invalid-value /roots/0/loop",
      "error unknown-property /roots/0/layer",
      "error out-of-range /editorPort",
    ]);
  });
});
