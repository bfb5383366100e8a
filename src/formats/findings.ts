import type { Diagnostic } from "./diagnostics.ts";
import { nameStartAt, nodeAt, toPointer, type JsonPath } from "./json-document.ts";
import type { JsonNode } from "./json-text.ts";

/** A mistake in a document, before it becomes a diagnostic. */
export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly path: JsonPath;
  /** The position to report: the property's name, its value, or an offset of the text. */
  readonly at: "name" | "value" | number;
  readonly message: string;
  readonly suggestion?: string;
}

/** An error in a value. */
export function errorAt(path: JsonPath, code: string, message: string): Finding {
  return { code, severity: "error", path, at: "value", message };
}

/** A warning about a value that is valid but unusual. */
export function warningAt(path: JsonPath, code: string, message: string): Finding {
  return { code, severity: "warning", path, at: "value", message };
}

/** Adds the text that was probably meant, if there is one. */
export function suggesting(finding: Finding, suggestion: string | null): Finding {
  if (suggestion === null) return finding;
  return { ...finding, message: `${finding.message} Did you mean ${JSON.stringify(suggestion)}?`, suggestion };
}

/**
 * A property that its object does not have, reported at its name.
 * @param known All names of the object, listed if no name is close.
 */
export function unknownProperty(path: JsonPath, nearest: string | null, known: readonly string[] = []): Finding {
  const hint = nearest === null ? ` Known here: ${known.join(", ")}.` : "";
  const message = `Unknown property ${JSON.stringify(path.at(-1))}.${hint}`;
  return suggesting({ ...errorAt(path, "unknown-property", message), at: "name" }, nearest);
}

/** Converts findings to diagnostics, in the order of the text, with lines and columns. */
export function toDiagnostics(text: string, root: JsonNode, findings: readonly Finding[]): readonly Diagnostic[] {
  if (findings.length === 0) return [];
  const lineStarts = findLineStarts(text);
  return findings
    .map((finding) => ({ finding, offset: offsetOf(root, finding) }))
    .sort((left, right) => left.offset - right.offset)
    .map(({ finding, offset }) => toDiagnostic(finding, lineStarts, offset));
}

/** A diagnostic at an offset of a text that is not JSON, and so has no tree. */
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

/** Index of the line of an offset. A binary search, because a file can have a mistake in every line. */
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
