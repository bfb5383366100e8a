import { createColors } from "picocolors";
import { isFramegateError } from "../errors.ts";
import { stringifyJson } from "../report/json.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";

export interface ErrorTextOptions {
  readonly json: boolean;
  readonly verbose: boolean;
}

/** Prints an error: for people on stderr, and with `--json` as one object on stdout. Stacks only with `--verbose`. */
export function renderError(thrown: unknown, io: CommandIo, options: ErrorTextOptions): void {
  const error = describe(thrown);
  if (options.json) io.stdout.write(stringifyJson({ error }));
  const paint = createColors(wantsColour(io.stderr, io.env));
  // Most messages contain the place.
  const place = error.where === null || error.message.includes(error.where) ? null : error.where;
  const lines = [
    `${paint.red(paint.bold("error"))} ${paint.dim(error.code)}: ${error.message}`,
    ...(place === null ? [] : [`  ${paint.dim("at")} ${place}`]),
    `  ${paint.cyan(error.hint)}`,
    ...(options.verbose ? [stackOf(thrown)] : []),
  ];
  io.stderr.write(`${lines.join("\n")}\n`);
}

interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly where: string | null;
  readonly hint: string;
}

function describe(thrown: unknown): DescribedError {
  if (isFramegateError(thrown))
    return { code: thrown.code, message: thrown.message, where: thrown.where, hint: thrown.hint };
  return {
    code: "internal",
    message: thrown instanceof Error ? thrown.message : String(thrown),
    where: null,
    hint: "This is a fault in Framegate. Run again with --verbose and report what it prints.",
  };
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "";
  const own = thrown.stack ?? thrown.message;
  return thrown.cause === undefined ? own : `${own}\ncaused by ${stackOf(thrown.cause)}`;
}
