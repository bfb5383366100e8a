import { inputMapTables } from "./input-map-tables.ts";
import { manifestTables } from "./manifest-tables.ts";
import { otherTables } from "./other-tables.ts";
import type { FieldRow, FieldTable, ReferenceRow, ReferenceTable } from "./reference-row.ts";

const fieldRows = "test/reference/field-rows.test.ts";

/** Name of a field's test: its table and its key. */
export function testNameOf({ title }: FieldTable, { key }: FieldRow): string {
  return `${title}: ${key}`;
}

/** The tables of both files' fields, with the kind of the file. */
export const fieldTables: readonly (FieldTable & { readonly file: "manifest" | "input map" })[] = [
  ...inputMapTables.map((table) => ({ ...table, file: "input map" as const })),
  ...manifestTables.map((table) => ({ ...table, file: "manifest" as const })),
];

function withTests(table: FieldTable): ReferenceTable {
  return {
    title: table.title,
    rows: table.rows.map((row): ReferenceRow => {
      const own = `${fieldRows} > ${testNameOf(table, row)}`;
      return { key: row.key, says: row.says, tests: [own, ...(row.tests ?? [])] };
    }),
  };
}

function ofTable(title: string, key: string, says: string): ReferenceRow {
  return { key, says, tests: [`${fieldRows} > ${title}: ${key}`] };
}

/** Limits and versions of fields, tested just inside and outside each bound by the fields' tests. */
const repeated: readonly ReferenceTable[] = [
  {
    title: "Limits of fields",
    rows: [
      ofTable("Manifest", "editorPort", "1024 to 65535, both included."),
      ofTable("Manifest", "roots", "One item or more."),
      ofTable("Root", "zOrder", "A safe integer; 0 if left out."),
      ofTable("Determinism", "defaultSeed", "A safe integer."),
      ofTable("Group", "roots", "One item or more."),
      ofTable("Budget", "frameCpuMsP95", "Above 0."),
      ofTable("Budget", "physicsMsP95", "Above 0."),
      ofTable("Budget", "maxEntities", "0 to the greatest safe integer."),
      ofTable("Budget", "maxDrawCalls", "Above 0, to the greatest safe integer."),
      ofTable("Budget", "maxTriangles", "Above 0, to the greatest safe integer."),
      ofTable("Learn", "title", "One character or more."),
      ofTable("Learn", "summary", "One character or more."),
      ofTable("Learn", "features", "Each a kebab-case tag."),
    ],
  },
  {
    title: "Versions",
    rows: [
      ofTable("Manifest", "manifestVersion", "2 and no other."),
      ofTable("Input map", "version", "Any number."),
      ofTable("Engine pin", "version", "One exact SemVer version."),
      ofTable("Manifest", "version", "Any text, by which orphans are found."),
    ],
  },
];

/** Every table of the reference. */
export const referenceTables: readonly ReferenceTable[] = [...fieldTables.map(withTests), ...otherTables, ...repeated];
