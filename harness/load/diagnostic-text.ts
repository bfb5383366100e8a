import type { Diagnostic } from "../../src/formats/diagnostics.ts";

const lineWidthMax = 100;

/**
 * Prints a diagnostic as compilers do: `file:line:column - error CODE: sentence`, then the line it stands in with a
 * caret below.
 */
export function renderDiagnostic(file: string, text: string, diagnostic: Diagnostic): string {
  const { code, severity, message, line, column } = diagnostic;
  const place = line === undefined || column === undefined ? file : `${file}:${String(line)}:${String(column)}`;
  const head = `${place} - ${severity} ${code}: ${message}`;
  const frame = line === undefined || column === undefined ? null : codeFrame(text, line, column);
  return frame === null ? head : `${head}\n${frame}`;
}

/** Position of the first diagnostic, as `file:line:column`. */
export function firstPosition(file: string, diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics;
  return first?.line === undefined ? file : `${file}:${String(first.line)}:${String(first.column ?? 1)}`;
}

function codeFrame(text: string, line: number, column: number): string | null {
  // Columns are counted behind a byte order mark.
  const source = text.replace(/^\uFEFF/u, "").split(/\r\n|\r|\n/u)[line - 1];
  if (source === undefined) return null;
  // A minified file is one long line: show the part around the place.
  const from = Math.max(0, column - 1 - Math.floor(lineWidthMax / 2));
  // Tabs would move the caret, and what else is no character of text would command the terminal.
  const shown = source.slice(from, from + lineWidthMax).replaceAll(/\p{Cc}/gu, " ");
  const number = String(line);
  const caret = " ".repeat(Math.max(0, column - 1 - from));
  return `  ${number} | ${shown}\n  ${" ".repeat(number.length)} | ${caret}^`;
}
