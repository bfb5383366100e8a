import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/formats/diagnostics.ts";
import { validateInputMap } from "../../src/formats/input-map.ts";
import { validateManifest } from "../../src/formats/manifest.ts";
import { resolveManifest } from "../../src/formats/resolve-manifest.ts";
import { pathOf } from "./reference-row.ts";
import { fieldTables, testNameOf } from "./reference-tables.ts";

const rows = fieldTables.flatMap((table) =>
  table.rows.map((row) => [testNameOf(table, row), { ...table, ...row, steps: stepsOf(pathOf(table, row)) }] as const),
);

/** Steps of a path in a document; each list is entered at its first item. */
function stepsOf(path: string): readonly string[] {
  return path.replaceAll("[]", ".0").split(".");
}

function valueAt(document: unknown, steps: readonly string[]): unknown {
  return steps.reduce((value, step): unknown => Reflect.get(Object(value), step), document);
}

/** A copy of the document with another value at the path, or without the field for undefined. */
function change(document: object, steps: readonly string[], value: unknown): object {
  const copy = structuredClone(document);
  const parent: object = Object(valueAt(copy, steps.slice(0, -1)));
  const field = steps.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(parent, field);
  else Reflect.set(parent, field, value);
  return copy;
}

function errorsOf(file: "manifest" | "input map", document: object): readonly Diagnostic[] {
  const text = JSON.stringify(document);
  const validation = file === "manifest" ? validateManifest(text) : validateInputMap(text);
  return validation.ok ? [] : validation.errors;
}

function resolve(document: object): unknown {
  const validation = validateManifest(JSON.stringify(document));
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  const resolution = resolveManifest(validation.value, "local");
  if (!resolution.ok) throw new Error(JSON.stringify(resolution.errors));
  return resolution.value;
}

describe("a field of the reference", () => {
  it.each(rows)("%s", (_name, { file, steps, document, good, bad, isRequired = false, initial }) => {
    const pointer = `/${steps.join("/")}`;
    const parent = pointer.slice(0, pointer.lastIndexOf("/"));
    for (const value of good) expect(errorsOf(file, change(document, steps, value)), JSON.stringify(value)).toEqual([]);
    for (const value of bad) {
      const errors = errorsOf(file, change(document, steps, value));
      expect(errors.length, JSON.stringify(value)).toBeGreaterThan(0);
      expect(errors.filter((error) => !error.pointer.startsWith(pointer))).toEqual([]);
    }
    const withoutIt = change(document, steps, undefined);
    expect(errorsOf(file, withoutIt).map((error) => error.pointer)).toEqual(isRequired ? [parent] : []);
    if (initial !== undefined) expect(valueAt(resolve(withoutIt), steps)).toEqual(initial);
  });
});

describe("a form of an adapter", () => {
  const judge = (adapter: unknown): boolean => {
    const engine = { version: "1.0.0" };
    const roots = [{ id: "main", adapter }];
    return errorsOf("manifest", { manifestVersion: 2, name: "R", version: "1", engine, roots }).length === 0;
  };
  const ingest = { strategy: "shared" };

  it("adapter form: default", () => {
    expect(["threejs", "pixijs", "react", "three", "Threejs", ""].filter(judge)).toEqual([
      "threejs",
      "pixijs",
      "react",
    ]);
  });

  it("adapter form: custom", () => {
    expect(judge({ module: "a.ts", surface: "react" })).toBe(true);
    expect(
      [{ module: "a.ts" }, { module: "a.ts", surface: "dom" }, { module: "a.ts", surface: "react", x: 1 }].filter(
        judge,
      ),
    ).toEqual([]);
  });

  it("adapter form: ingest", () => {
    expect(judge({ surface: "react", ingest })).toBe(true);
    expect(
      [
        { ingest },
        { surface: "react" },
        { surface: "react", ingest, module: "a.ts" },
        { surface: "react", ingest, x: 1 },
      ].filter(judge),
    ).toEqual([]);
  });
});
