import type { Tape } from "../../src/formats/tape.ts";

/**
 * Text of a tape file, one line per event, so that a long tape is readable and two can be diffed. Ends in a line break.
 */
export function tapeText({ events, ...head }: Tape): string {
  const fields = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${spacedJson(value)},\n`);
  const lines = events.map((event) => `    ${spacedJson(event)}`);
  return `{\n${fields.join("")}  "events": ${lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`}\n}\n`;
}

/** JSON on one line, with blanks. */
function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{ ${properties.map(([name, inner]) => `${JSON.stringify(name)}: ${spacedJson(inner)}`).join(", ")} }`;
}
