import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import {
  definitionsOf,
  describeFormat,
  editorSchemaOf,
  formatNames,
  type JsonSchema,
} from "../../src/formats/json-schema.ts";
import { validateManifest } from "../../src/formats/manifest.ts";
import { resolveManifest } from "../../src/formats/resolve-manifest.ts";
import { fullDocuments } from "./full-documents.ts";

/** Paths of properties and items without a description, at any depth. */
function findSilent(part: JsonSchema | boolean, path: string): readonly string[] {
  if (typeof part === "boolean") return [];
  const inside = Object.entries(part.properties ?? {}).flatMap(([name, property]) => [
    ...(typeof property === "object" && property.description === undefined && property.$ref === undefined
      ? [`${path}/${name}`]
      : []),
    ...findSilent(property, `${path}/${name}`),
  ]);
  const others = [part.oneOf ?? [], part.anyOf ?? [], part.items ?? [], part.additionalProperties ?? []].flat();
  return [...inside, ...others.flatMap((other) => findSilent(other, `${path}/*`))];
}

function findOpen(part: JsonSchema | boolean, path: string): readonly string[] {
  if (typeof part === "boolean") return [];
  const isOpen = part.properties !== undefined && part.additionalProperties !== false;
  const inside = Object.entries(part.properties ?? {}).flatMap(([name, property]) =>
    findOpen(property, `${path}/${name}`),
  );
  const others = [part.oneOf ?? [], part.anyOf ?? [], part.items ?? [], part.additionalProperties ?? []].flat();
  return [...(isOpen ? [path] : []), ...inside, ...others.flatMap((other) => findOpen(other, `${path}/*`))];
}

describe("the JSON Schema of every format", () => {
  it.each(formatNames)("describes every field of %s, and closes every object", (name) => {
    const schema = describeFormat(name);
    const parts = [schema, ...Object.values(definitionsOf(schema) ?? {})];
    expect(parts.flatMap((part, index) => findSilent(part, String(index)))).toEqual([]);
    expect(parts.flatMap((part, index) => findOpen(part, String(index)))).toEqual([]);
  });

  it.each(formatNames)("is a strict draft-07 schema of %s that accepts a full document", (name) => {
    const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(editorSchemaOf(name));
    expect(fullDocuments[name].map((document) => accepts(document))).toEqual(fullDocuments[name].map(() => true));
  });

  it("reports a mistake in a binding for its own type alone", () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
      editorSchemaOf("input-map"),
    );
    const bindings = [{ type: "gamepad_axis", axis: "0", direction: "positive" }];
    validate({ version: 1, actions: { a: { valueType: "digital", bindings } } });
    const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
    expect(errors.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([
      "/actions/a/bindings/0/axis must be number",
    ]);
  });

  it("asks editors for a value type that validation would fill in", () => {
    const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(editorSchemaOf("input-map"));
    expect(accepts({ version: 1, actions: { a: { bindings: [] } } })).toBe(false);
  });

  it("includes units and defaults in the descriptions that editors show", () => {
    const { properties } = definitionsOf(editorSchemaOf("scn2d"))?.["node"]?.allOf?.[0]?.then?.valueOf() as JsonSchema;
    expect(properties?.["x"]).toMatchObject({
      description: "Horizontal position in the parent. Unit: px. Default: 0.",
      default: 0,
    });
  });

  it("contains the defaults of a root that resolving fills in", () => {
    const text = JSON.stringify({
      manifestVersion: 2,
      name: "n",
      version: "1",
      engine: { version: "1.0.0" },
      roots: [{ id: "a", adapter: { surface: "pixijs", ingest: { strategy: "shared" } } }],
    });
    const validation = validateManifest(text);
    const resolution = validation.ok ? resolveManifest(validation.value, "local") : null;
    const root = resolution?.ok === true ? resolution.value.roots[0] : undefined;
    const { zOrder, pausable, loop } = partAt("properties/roots/items").properties ?? {};
    expect([zOrder, pausable, loop]).toMatchObject([
      { default: root?.zOrder },
      { default: root?.pausable },
      { default: root?.loop },
    ]);
    const ingest = root?.adapter.kind === "ingest" ? root.adapter.ingest : null;
    expect(
      partAt("properties/roots/items/properties/adapter/anyOf/2/properties/ingest/properties/captureTimeoutMs"),
    ).toMatchObject({
      default: ingest?.captureTimeoutMs,
    });
  });
});

function partAt(path: string): JsonSchema {
  const part = path.split("/").reduce<unknown>((at, name) => Reflect.get(Object(at), name), describeFormat("manifest"));
  return part as JsonSchema;
}
