/** One mistake in a file. The line and column are present if the text is known. */
export interface Diagnostic {
  /** Stable kebab-case code, such as `unknown-property`. */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** RFC 6901 pointer of the offending value; the parent for a missing property; empty for the root. */
  readonly pointer: string;
  readonly message: string;
  /** The text that was probably meant, ready to replace the wrong text. */
  readonly suggestion?: string;
  /** One-based, counted in UTF-16 code units as editors do. */
  readonly line?: number;
  readonly column?: number;
}

/** The result of a pure validation: a value with possible warnings, or at least one error. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] };
