import { harmlessText } from "./terminal-text.ts";

/**
 * JSON that people can read and compare: two spaces of indent, keys in their own order, lists of plain values on one
 * line (a column of 600 frames is one line). The same value gives the same bytes. Ends in a line break. Leaves out
 * undefined properties, as JSON does.
 *
 * @throws TypeError For a value that JSON does not have, such as NaN or infinity. A null in its place would be wrong.
 */
export function stringifyJson(value: unknown): string {
  // JSON does not escape every character that a terminal obeys.
  return harmlessText(`${stringify(value, "")}\n`);
}

function stringify(value: unknown, indent: string): string {
  if (Array.isArray(value)) return stringifyList(value, indent);
  if (typeof value === "object" && value !== null) return stringifyObject(value, indent);
  return stringifyPlain(value);
}

function stringifyPlain(value: unknown): string {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  throw new TypeError(`JSON has no ${typeof value === "number" ? String(value) : typeof value}.`);
}

function stringifyList(list: readonly unknown[], indent: string): string {
  if (list.every((item) => typeof item !== "object" || item === null))
    return `[${list.map(stringifyPlain).join(", ")}]`;
  const deeper = `${indent}  `;
  const items = list.map((item) => `${deeper}${stringify(item, deeper)}`);
  return `[\n${items.join(",\n")}\n${indent}]`;
}

function stringifyObject(object: object, indent: string): string {
  const deeper = `${indent}  `;
  const properties = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${deeper}${JSON.stringify(key)}: ${stringify(value, deeper)}`);
  return properties.length === 0 ? "{}" : `{\n${properties.join(",\n")}\n${indent}}`;
}
