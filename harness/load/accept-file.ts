import type { Diagnostic, Validation } from "../../src/formats/diagnostics.ts";
import { FramegateError } from "../errors.ts";
import { diagnosedFile, firstPosition, renderDiagnostic } from "./diagnostic-text.ts";

/** A file's content, valid. */
export interface Accepted<T> {
  readonly value: T;
  /** What its validation warned about, as printed lines. */
  readonly warnings: readonly string[];
}

/**
 * The value of a valid file.
 *
 * @throws FramegateError `file-invalid`, with every error as a printed line.
 */
export function acceptFile<T>(path: string, text: string, validation: Validation<T>): Accepted<T> {
  if (!validation.ok) throw new FramegateError("file-invalid", errorFacts(path, text, validation.errors));
  return { value: validation.value, warnings: renderDiagnostics(path, text, validation.warnings) };
}

/** Every error of a file as an error of ours tells them. */
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
