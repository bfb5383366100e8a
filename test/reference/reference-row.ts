/** One row of a table of the format reference. */
export interface ReferenceRow {
  /** Its name in the reference: a field, a value, an operation, or the number of an error. */
  readonly key: string;
  /** The row in our own words. */
  readonly says: string;
  /** The tests that show it: a file, ` > `, and a title as in the file. One of the titles contains the key. */
  readonly tests: readonly string[];
}

/** A row whose table gives a field its type, bounds and default. */
export interface FieldRow extends Omit<ReferenceRow, "tests"> {
  /** Values that the field accepts. */
  readonly good: readonly unknown[];
  /** Values that it rejects. Bounds are just inside and just outside. */
  readonly bad: readonly unknown[];
  readonly isRequired?: true;
  /** The value that a run sees if the file omits the field. */
  readonly initial?: unknown;
  /** Further tests, of the field's effect. */
  readonly tests?: readonly string[];
}

/** A table of fields, and a valid manifest with everything that they are nested in. */
export interface FieldTable {
  readonly title: string;
  /** The object that the fields belong to, such as `roots[]`; empty for the manifest itself. */
  readonly path: string;
  readonly document: object;
  readonly rows: readonly FieldRow[];
}

/** A table of the reference, as the docs show it. */
export interface ReferenceTable {
  readonly title: string;
  readonly rows: readonly ReferenceRow[];
}

/** Path of a field in its file, such as `roots[].zOrder`. */
export function pathOf({ path }: FieldTable, { key }: FieldRow): string {
  return path === "" ? key : `${path}.${key}`;
}
