import { errorCatalogue } from "./error-catalogue.ts";
import type { ErrorEntry, ErrorExit } from "./error-entry.ts";
import { exitCodes } from "./exit-codes.ts";

/** The code of an error. The table in errors.md says what each one means. */
export type ErrorCode = keyof typeof errorCatalogue;

type FactsOf<Code extends ErrorCode> = (typeof errorCatalogue)[Code] extends ErrorEntry<infer Facts> ? Facts : never;

/** An error that a user can act on: a stable code, a message, a hint and an exit code, all from one table. */
export class FramegateError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  /** The exit code of the command line. */
  readonly exitCode: (typeof exitCodes)[ErrorExit];
  readonly hint: string;
  /** URL, file:line:column or frame; null if unknown. */
  readonly where: string | null;

  /** @internal */
  constructor(code: Code, facts: FactsOf<Code>, options?: { readonly cause?: unknown }) {
    // The compiler cannot match a table entry, indexed by a type parameter, with its facts.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    const definition = errorCatalogue[code] as unknown as ErrorEntry<FactsOf<Code>>;
    super(definition.message(facts), options);
    this.name = "FramegateError";
    this.code = code;
    this.exitCode = exitCodes[definition.exit];
    this.hint = definition.hint(facts);
    this.where = definition.where?.(facts) ?? null;
  }
}

/** A catalogue entry for the documentation, with `{name}` in place of each fact. */
export interface ErrorDescription {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly hint: string;
}

/** All errors, in catalogue order. */
export function describeErrors(): readonly ErrorDescription[] {
  // An object with every possible fact fits every entry.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  const entries = Object.entries(errorCatalogue) as unknown as readonly (readonly [string, ErrorEntry<object>])[];
  const facts = new Proxy({}, { get: (_target, name) => `{${String(name)}}` });
  return entries.map(([code, { exit, message, hint }]) => ({
    code,
    exitCode: exitCodes[exit],
    message: message(facts),
    hint: hint(facts),
  }));
}

/** Narrows the type, too. A plain `instanceof` would lose the code's type. */
export function isFramegateError(thrown: unknown): thrown is FramegateError {
  return thrown instanceof FramegateError;
}

/** Whether the game itself failed, not the command or the machine. */
export function isGameFailure(thrown: unknown): thrown is FramegateError {
  return isFramegateError(thrown) && thrown.exitCode === exitCodes.game;
}

/** Text of any thrown value, as a reason inside a message. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
