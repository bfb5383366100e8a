import type { Diagnostic } from "./diagnostics.ts";
import { nameStartAt, nodeAt, toPointer, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";

/** A mistake at a place of a document, before it becomes a diagnostic. */
export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly path: JsonPath;
  /** Where to point: at the property's name, at its value, or at an offset of the text. */
  readonly at: "name" | "value" | number;
  readonly message: string;
  readonly suggestion?: string;
}

/** A mistake at a value. */
export function errorAt(path: JsonPath, code: string, message: string): Finding {
  return { code, severity: "error", path, at: "value", message };
}

/** Something odd at a value that is legal all the same. */
export function warningAt(path: JsonPath, code: string, message: string): Finding {
  return { code, severity: "warning", path, at: "value", message };
}

/** Adds what the author probably meant, where something is known. */
export function suggesting(finding: Finding, suggestion: string | null): Finding {
  if (suggestion === null) return finding;
  return { ...finding, message: `${finding.message} Did you mean ${JSON.stringify(suggestion)}?`, suggestion };
}

/**
 * A property that its object does not take, pointed at by its name.
 * @param known The names that the object takes, told where none of them was probably meant.
 */
export function unknownProperty(path: JsonPath, nearest: string | null, known: readonly string[] = []): Finding {
  const hint = nearest === null ? ` Known here: ${known.join(", ")}.` : "";
  const message = `Unknown property ${JSON.stringify(path.at(-1))}.${hint}`;
  return suggesting({ ...errorAt(path, "unknown-property", message), at: "name" }, nearest);
}

/** Diagnostics in the order of the text, with lines and columns. */
export function toDiagnostics(text: string, root: JsonNode, findings: readonly Finding[]): readonly Diagnostic[] {
  if (findings.length === 0) return [];
  const lineStarts = findLineStarts(text);
  return findings
    .map((finding) => ({ finding, offset: offsetOf(root, finding) }))
    .sort((left, right) => left.offset - right.offset)
    .map(({ finding, offset }) => toDiagnostic(finding, lineStarts, offset));
}

/** A diagnostic at an offset of a text that has no tree, because it is not JSON. */
export function syntaxDiagnostic(text: string, offset: number, message: string): Diagnostic {
  const finding = errorAt([], "json-syntax", message);
  return toDiagnostic(finding, findLineStarts(text), offset);
}

function offsetOf(root: JsonNode, { path, at }: Finding): number {
  if (typeof at === "number") return at;
  return at === "name" ? nameStartAt(root, path) : (nodeAt(root, path)?.start ?? root.start);
}

function toDiagnostic(finding: Finding, lineStarts: readonly number[], offset: number): Diagnostic {
  const { code, severity, path, message, suggestion } = finding;
  const lineIndex = findLine(lineStarts, offset);
  const column = offset - (lineStarts[lineIndex] ?? 0) + 1;
  const place = { line: lineIndex + 1, column };
  return {
    code,
    severity,
    pointer: toPointer(path),
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...place,
  };
}

/** Index of the line in which an offset lies. By halves: a file can have as many mistakes as lines. */
function findLine(lineStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function findLineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (match) => match.index + match[0].length)];
}
