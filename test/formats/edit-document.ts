import type { JsonPath } from "../../src/formats/json-document.ts";

/** A path in a document and the value there. */
export interface Place {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** Every value of a document, the document itself first. */
export function listPlaces(value: unknown, path: JsonPath = []): readonly Place[] {
  const inside = entriesOf(value).flatMap(([name, member]) => listPlaces(member, [...path, name]));
  return [{ path, value }, ...inside];
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item] as const);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/**
 * Copies a document with another value at a path, or without the property for `undefined`. Objects outside of the path
 * are shared, names keep their order, and every name becomes an own property.
 */
export function replaceAt(document: unknown, path: JsonPath, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(document)) {
    return document.flatMap((item: unknown, index) => {
      if (index !== first) return [item];
      const replaced = replaceAt(item, rest, value);
      return replaced === undefined ? [] : [replaced];
    });
  }
  const entries = entriesOf(document).map(
    ([name, member]) => [name, name === first ? replaceAt(member, rest, value) : member] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** Copies a document with another name for the property at a path, at the same position. */
export function renameAt(document: unknown, path: JsonPath, name: string): unknown {
  const parent = path.slice(0, -1);
  const object = listPlaces(document).find(
    (place) => place.path.length === parent.length && place.path.every((part, index) => part === parent[index]),
  );
  const entries = entriesOf(object?.value).map(([own, value]) => [own === path.at(-1) ? name : own, value] as const);
  return replaceAt(document, parent, Object.fromEntries(entries));
}
