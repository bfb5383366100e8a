import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { definitionsOf, describeFormat, type JsonSchema } from "../../src/formats/json-schema.ts";
import { pathOf } from "./reference-row.ts";
import { fieldTables, referenceTables, testNameOf } from "./reference-tables.ts";
import { renderRowDocs, splitTest } from "./row-docs.ts";
import { gives, readTestTitles } from "./test-titles.ts";

const fieldTests = fieldTables.flatMap((table) => table.rows.map((row) => testNameOf(table, row)));
const titlesByFile = new Map<string, readonly string[]>();

function titlesIn(file: string): readonly string[] {
  const titles = titlesByFile.get(file) ?? readTestTitles(file);
  titlesByFile.set(file, titles);
  return titles;
}

function exists(test: string): boolean {
  const { file, title } = splitTest(test);
  const isOfField = file === "test/reference/field-rows.test.ts" && fieldTests.includes(title);
  return isOfField || titlesIn(file).some((written) => gives(written, title));
}

it("docs/reference-rows.md is what `npm run docs` would write", () => {
  expect(readFileSync(join(packageRoot, "docs/reference-rows.md"), "utf8")).toBe(renderRowDocs(referenceTables));
});

it.each(referenceTables)("every row of $title names tests that exist, one of them by its key", ({ rows }) => {
  expect(rows.flatMap(({ tests }) => tests).filter((test) => !exists(test))).toEqual([]);
  expect(rows.filter(({ key, tests }) => !tests.some((test) => splitTest(test).title.includes(key)))).toEqual([]);
});

it("gives the test of each field a name of its own", () => {
  expect(new Set(fieldTests).size).toBe(fieldTests.length);
});

it("has a row for every field of both formats and every type of binding, and no other", () => {
  const manifest = pathsIn(describeFormat("manifest"), "");
  const map = describeFormat("input-map");
  const { action, binding } = definitionsOf(map) ?? {};
  const inputMap = [...pathsIn(map, ""), ...pathsIn(action ?? {}, "actions.act")];
  const documented = (file: string): ReadonlySet<string> =>
    new Set(fieldTables.filter((table) => table.file === file).flatMap((t) => t.rows.map((row) => pathOf(t, row))));
  expect([...documented("manifest")].sort()).toEqual([...new Set(manifest)].sort());
  expect([...documented("input map")].sort()).toEqual([...new Set(inputMap)].sort());
  const types = (binding?.oneOf ?? []).map((form) => Object(Object(form.properties)["type"])["const"] as unknown);
  expect(referenceTables.find(({ title }) => title === "Bindings")?.rows.map(({ key }) => key)).toEqual(types);
});

/** Paths of all properties, at any depth; `[]` is an item of a list. Maps have no paths of their own. */
function pathsIn(part: JsonSchema | boolean, path: string): readonly string[] {
  if (typeof part === "boolean") return [];
  const own = Object.entries(part.properties ?? {}).flatMap(([name, property]) => {
    const below = path === "" ? name : `${path}.${name}`;
    return [below, ...pathsIn(property, below)];
  });
  const items = part.items === undefined ? [] : [part.items].flat().flatMap((item) => pathsIn(item, `${path}[]`));
  return [...own, ...items, ...(part.anyOf ?? []).flatMap((form) => pathsIn(form, path))];
}
