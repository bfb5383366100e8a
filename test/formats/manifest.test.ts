import { describe, expect, it } from "vitest";
import { validateManifest } from "../../src/formats/manifest.ts";
import { isAbout, loadFormatCases } from "./format-cases.ts";

const minimal = {
  manifestVersion: 2,
  name: "Demo",
  version: "1.0.0",
  engine: { version: "0.3.0" },
  roots: [{ id: "main", adapter: "threejs" }],
};

function validate(change: object): ReturnType<typeof validateManifest> {
  return validateManifest(JSON.stringify({ ...minimal, ...change }));
}

function codesAt(validation: ReturnType<typeof validateManifest>): readonly string[] {
  const errors = validation.ok ? [] : validation.errors;
  return [...errors, ...validation.warnings].map(({ code, pointer }) => `${code} ${pointer}`);
}

function withAdapter(adapter: unknown, rest: object = {}): object {
  return { roots: [{ id: "main", adapter, ...rest }] };
}

describe("validateManifest", () => {
  it.each(loadFormatCases("manifest"))("$id: $why", ({ source, valid, error }) => {
    const validation = validateManifest(source);
    expect(validation.ok).toBe(valid);
    if (validation.ok || error === undefined) return;
    const matching = validation.errors.filter(
      ({ pointer, code, message }) => pointer === error.pointer && isAbout(`${code} ${message}`, error.about),
    );
    expect(matching, JSON.stringify(validation.errors)).toHaveLength(1);
  });

  it("returns the author's file as written, without defaults and in its own order", () => {
    const text = `{"roots":[{"adapter":"react","id":"a"}],"version":"1","name":"n","manifestVersion":2,"engine":{"version":"1.0.0"}}`;
    const validation = validateManifest(text);
    expect(validation.ok && JSON.stringify(validation.value)).toBe(text);
  });

  it("keeps a map's property called __proto__ and checks its value", () => {
    const withLabels = (labels: string): string =>
      JSON.stringify({ ...minimal, authoring: { hierarchy: { rootLabels: {} } } }).replace(
        `"rootLabels":{}`,
        `"rootLabels":${labels}`,
      );
    const kept = validateManifest(withLabels(`{"__proto__":"x"}`));
    expect(kept.ok && JSON.stringify(kept.value.authoring)).toBe(`{"hierarchy":{"rootLabels":{"__proto__":"x"}}}`);
    expect(codesAt(validateManifest(withLabels(`{"__proto__":1}`)))).toContain(
      "wrong-type /authoring/hierarchy/rootLabels/__proto__",
    );
  });

  it("points at the line and column of the offending value, and at the name of an unknown property", () => {
    const validation = validateManifest(
      '{\r\n  "manifestVersion": 2,\n  "nmae": "D",\r  "version": 7,\n "engine": {"version": "1.0.0"}, "roots": []}',
    );
    const places = validation.ok ? [] : validation.errors.map(({ code, line, column }) => `${code} ${line}:${column}`);
    expect(places).toEqual(["unknown-property 3:3", "wrong-type 4:14", "out-of-range 5:43"]);
  });

  it("suggests the property that was probably meant", () => {
    const validation = validate({ budget: { maxDrawCall: 3 } });
    expect(validation.ok ? [] : validation.errors.map((error) => [error.suggestion, error.message])).toEqual([
      ["maxDrawCalls", `Unknown property "maxDrawCall". Did you mean "maxDrawCalls"?`],
    ]);
  });

  it("reports one error for an adapter with two forms, whatever else is wrong inside", () => {
    const validation = validate(withAdapter({ module: 1, surface: "x", ingest: { strategy: "no" } }));
    expect(codesAt(validation)).toEqual(["invalid-adapter /roots/0/adapter"]);
  });

  it("reports one error for an adapter without a form and suggests the nearest", () => {
    const validation = validate(withAdapter("three"));
    expect(validation.ok ? [] : validation.errors.map((error) => error.suggestion)).toEqual(["threejs"]);
    expect(codesAt(validate(withAdapter(5)))).toEqual(["invalid-adapter /roots/0/adapter"]);
  });

  it("rejects a duplicate root id at the later one", () => {
    const roots = ["a", "b", "a"].map((id) => ({ id, adapter: "react" }));
    expect(codesAt(validate({ roots }))).toEqual(["duplicate-id /roots/2/id"]);
  });

  it("finds a duplicate id beside an error of the schema", () => {
    const roots = ["a", "a"].map((id) => ({ id, adapter: "react", loop: "manual" }));
    expect(codesAt(validate({ roots }))).toContain("duplicate-id /roots/1/id");
  });

  it.each([
    ["threejs", { local: "first-party", hosted: "unsupported" }, []],
    [
      { module: "a.ts", surface: "react" },
      { local: "first-party" },
      ["tier-above-ceiling /roots/0/capabilities/local"],
    ],
    [{ module: "a.ts", surface: "react" }, { local: "shared" }, []],
    [
      { surface: "pixijs", ingest: { strategy: "deduped" } },
      { hosted: "deduped" },
      ["tier-above-ceiling /roots/0/capabilities/hosted"],
    ],
    [{ surface: "pixijs", ingest: { strategy: "deduped" } }, { hosted: "opaque-embed" }, []],
    [
      { surface: "pixijs", ingest: { strategy: "shared" } },
      { local: "first-party" },
      ["tier-above-ceiling /roots/0/capabilities/local"],
    ],
  ])("compares the tiers of adapter %j that declares %j with its ceilings", (adapter, capabilities, expected) => {
    expect(codesAt(validate(withAdapter(adapter, { capabilities })))).toEqual(expected);
  });

  it.each([[{}], [{ bundleUrl: "https://x/y.js", entryHtml: "i.html" }]])(
    "asks iframe-reachable for exactly one source, given %j",
    (sources) => {
      const adapter = { surface: "pixijs", ingest: { strategy: "iframe-reachable", ...sources } };
      expect(codesAt(validate(withAdapter(adapter)))).toEqual(["iframe-source /roots/0/adapter/ingest"]);
    },
  );

  it("accepts a scene only on default adapters, and not beside an entry", () => {
    const custom = { module: "a.ts", surface: "react" };
    expect(codesAt(validate(withAdapter(custom, { scene: "a.vscn.json" })))).toEqual([
      "scene-not-allowed /roots/0/scene",
    ]);
    expect(codesAt(validate(withAdapter("react", { scene: "a.vscn.json", entry: "a.ts" })))).toEqual([
      "scene-and-entry /roots/0/entry",
    ]);
  });

  it("warns about values that are valid but unusual", () => {
    const validation = validate({
      ...withAdapter({ surface: "pixijs", ingest: { strategy: "shared", bundleUrl: "u" } }),
      appId: "my game",
      authoring: { hierarchy: { rootLabels: { mian: "Main" }, groups: [{ id: "g", label: "G", roots: ["other"] }] } },
    });
    expect(validation.ok).toBe(true);
    expect(codesAt(validation).toSorted()).toEqual([
      "app-id-form /appId",
      "ingest-field-ignored /roots/0/adapter/ingest/bundleUrl",
      "unknown-root /authoring/hierarchy/groups/0/roots/0",
      "unknown-root /authoring/hierarchy/rootLabels/mian",
    ]);
  });

  it("rejects duplicate group ids", () => {
    const groups = [1, 2].map(() => ({ id: "g", label: "G", roots: ["main"] }));
    expect(codesAt(validate({ authoring: { hierarchy: { groups } } }))).toEqual([
      "duplicate-id /authoring/hierarchy/groups/1/id",
    ]);
  });
});
