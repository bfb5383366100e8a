import type { Diagnostic } from "../../formats/diagnostics.ts";

/** The kinds of `InputError`. */
export type InputErrorCode =
  | "action-type-mismatch"
  | "binding-type-mismatch"
  | "invalid-map"
  | "no-map"
  | "non-finite-input"
  | "unknown-action"
  | "unknown-source";

/** A wrong call of the input manager. `code` is stable; the message is for people. */
export class InputError extends Error {
  readonly code: InputErrorCode;
  /** The name that was probably meant; null if none is close. */
  readonly suggestion: string | null;
  /** The mistakes in an invalid map; empty for other errors. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(
    code: InputErrorCode,
    message: string,
    facts: { readonly suggestion?: string | null; readonly diagnostics?: readonly Diagnostic[] } = {},
  ) {
    const suggestion = facts.suggestion ?? null;
    super(suggestion === null ? message : `${message} Did you mean ${JSON.stringify(suggestion)}?`);
    this.name = "InputError";
    this.code = code;
    this.suggestion = suggestion;
    this.diagnostics = facts.diagnostics ?? [];
  }
}
