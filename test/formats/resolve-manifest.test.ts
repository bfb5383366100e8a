import { describe, expect, it } from "vitest";
import { validateManifest, type ResolvedManifest } from "../../src/formats/manifest.ts";
import { resolveManifest, type ResolveOptions } from "../../src/formats/resolve-manifest.ts";
import type { DeliveryContext } from "../../src/formats/capability-tiers.ts";
import type { Validation } from "../../src/formats/diagnostics.ts";
import { isAbout, loadFormatCases } from "./format-cases.ts";

function resolve(
  text: string,
  context: DeliveryContext = "local",
  options: ResolveOptions = {},
): Validation<ResolvedManifest> {
  const validation = validateManifest(text);
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return resolveManifest(validation.value, context, options);
}

function manifestOf(adapter: unknown, rest: object = {}): string {
  const roots = [{ id: "main", adapter }];
  return JSON.stringify({
    manifestVersion: 2,
    name: "Demo",
    version: "1.0.0",
    engine: { version: "0.3.0" },
    roots,
    ...rest,
  });
}

function codesOf(validation: Validation<ResolvedManifest>): readonly string[] {
  return validation.ok ? [] : validation.errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

describe("resolveManifest", () => {
  it.each(
    loadFormatCases("manifest").flatMap((entry) =>
      entry.resolveError === undefined || entry.resolveError === null
        ? []
        : [{ ...entry, expected: entry.resolveError }],
    ),
  )("$id: $why", ({ source, expected }) => {
    const validation = resolve(source);
    const matching = (validation.ok ? [] : validation.errors).filter(
      ({ pointer, code, message }) => pointer === expected.pointer && isAbout(`${code} ${message}`, expected.about),
    );
    expect(matching).toHaveLength(1);
  });

  it("fills in every default", () => {
    expect(resolve(manifestOf("threejs"))).toEqual({
      ok: true,
      warnings: [],
      value: {
        name: "Demo",
        version: "1.0.0",
        appId: null,
        engineVersion: "0.3.0",
        editorPort: null,
        roots: [
          {
            id: "main",
            adapter: { kind: "default", name: "threejs" },
            scene: null,
            entry: null,
            zOrder: 0,
            pausable: true,
            loop: "gated",
            tier: "first-party",
          },
        ],
        resolution: { width: 1280, height: 720 },
        determinism: { seededRandom: false, defaultSeed: null },
        budget: null,
        declaresResolution: false,
        allowProductionDebug: false,
        server: null,
        authoring: null,
        learn: null,
      },
    });
  });

  it("keeps a seed of zero and a root that is not pausable", () => {
    const roots = [{ id: "main", adapter: "react", pausable: false }];
    const resolved = resolve(manifestOf("react", { roots, determinism: { seededRandom: true, defaultSeed: 0 } }));
    expect(resolved.ok && resolved.value.determinism.defaultSeed).toBe(0);
    expect(resolved.ok && resolved.value.roots[0]?.pausable).toBe(false);
  });

  it("prefers a declared tier to the one derived from the delivery context", () => {
    const adapter = { surface: "pixijs", ingest: { strategy: "deduped" } };
    const tierIn = (context: DeliveryContext, capabilities: object): string | undefined => {
      const resolved = resolve(manifestOf(adapter, { roots: [{ id: "main", adapter, capabilities }] }), context);
      return resolved.ok ? resolved.value.roots[0]?.tier : undefined;
    };
    expect([tierIn("local", {}), tierIn("hosted", {}), tierIn("hosted", { hosted: "unsupported" })]).toEqual([
      "deduped",
      "opaque-embed",
      "unsupported",
    ]);
  });

  it.each([
    [{ surface: "pixijs", ingest: { strategy: "opaque-embed" } }, "entry-html-missing /roots/0/adapter/ingest"],
    [
      { surface: "react", ingest: { strategy: "opaque-embed", entryHtml: "i.html" } },
      "strategy-not-supported /roots/0/adapter/ingest/strategy",
    ],
    [
      { surface: "react", ingest: { strategy: "shared", pixiModuleUrl: "u" } },
      "pixi-module-url-not-supported /roots/0/adapter/ingest/pixiModuleUrl",
    ],
    [
      { surface: "react", ingest: { strategy: "shared", captureTimeoutMs: 0 } },
      "not-above-zero /roots/0/adapter/ingest/captureTimeoutMs",
    ],
  ])("rejects %j with its own error code", (adapter, expected) => {
    expect(codesOf(resolve(manifestOf(adapter)))).toEqual([expected]);
  });

  it("reports each size that is not above 0", () => {
    const errors = resolve(manifestOf("react", { resolution: { width: 0, height: -1 } }));
    expect(codesOf(errors)).toEqual(["not-above-zero /resolution/width", "not-above-zero /resolution/height"]);
  });

  it("reports an extra dependency that cannot be resolved", () => {
    const ingest = { strategy: "iframe-reachable", bundleUrl: "https://x/y.js", extraDeps: ["known", "unknown"] };
    const text = manifestOf({ surface: "pixijs", ingest });
    const errors = resolve(text, "local", { isResolvable: (specifier) => specifier === "known" });
    expect(codesOf(errors)).toEqual(["extra-dependency-not-found /roots/0/adapter/ingest/extraDeps/1"]);
  });
});
