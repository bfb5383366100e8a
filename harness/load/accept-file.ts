import type { Diagnostic, Validation } from "../../src/formats/diagnostics.ts";
import { FramegateError } from "../errors.ts";
import { diagnosedFile, firstPosition, renderDiagnostic } from "./diagnostic-text.ts";

/** The content of a valid file. */
export interface Accepted<T> {
  readonly value: T;
  /** Warnings of its validation, as printed lines. */
  readonly warnings: readonly string[];
}

/**
 * Returns the value of a valid file.
 *
 * @throws FramegateError `file-invalid`, with every error as a printed line.
 */
export function acceptFile<T>(path: string, text: string, validation: Validation<T>): Accepted<T> {
  if (!validation.ok) throw new FramegateError("file-invalid", errorFacts(path, text, validation.errors));
  return { value: validation.value, warnings: renderDiagnostics(path, text, validation.warnings) };
}

/** The facts of a `FramegateError` for all errors of a file. */
export function errorFacts(
  path: string,
  text: string,
  errors: readonly Diagnostic[],
): { readonly path: string; readonly details: string; readonly count: number; readonly where: string } {
  return {
    path,
    details: renderDiagnostics(path, text, errors).join("\n"),
    count: errors.length,
    where: firstPosition(path, errors),
  };
}

/** Diagnostics as printed lines. */
export function renderDiagnostics(path: string, text: string, diagnostics: readonly Diagnostic[]): readonly string[] {
  const file = diagnosedFile(path, text);
  return diagnostics.map((diagnostic) => renderDiagnostic(file, diagnostic));
}
