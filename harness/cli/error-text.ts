import { isFramegateError } from "../errors.ts";
import { stringifyJson } from "../report/json.ts";
import { createPaint, cutText, onOneLine } from "../report/terminal-text.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";

export interface ErrorTextOptions {
  readonly json: boolean;
  readonly verbose: boolean;
}

/** Prints an error: for people on stderr, and with `--json` as one object on stdout. Stacks only with `--verbose`. */
export function renderError(thrown: unknown, io: CommandIo, options: ErrorTextOptions): void {
  if (options.json) io.stdout.write(stringifyJson({ error: describeError(thrown) }));
  io.stderr.write(renderErrorText(thrown, io, options));
}

/** Text of an error, for people. */
export function renderErrorText(thrown: unknown, io: CommandIo, options: Pick<ErrorTextOptions, "verbose">): string {
  const error = describeError(thrown);
  const paint = createPaint(wantsColour(io.stderr, io.env));
  // Most messages already contain the place.
  const place = error.where === null || error.message.includes(error.where) ? null : error.where;
  const lines = [
    `${paint.red(paint.bold("error"))} ${paint.dim(error.code)}: ${indentOthers(error.message)}`,
    ...(place === null ? [] : [`  ${paint.dim("at")} ${onOneLine(place)}`]),
    `  ${paint.cyan(onOneLine(error.hint))}`,
    ...(options.verbose ? [stackOf(thrown)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** An error as JSON. */
export interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly where: string | null;
  readonly hint: string;
}

/** Describes any thrown value as JSON. */
export function describeError(thrown: unknown): DescribedError {
  if (isFramegateError(thrown))
    return { code: thrown.code, message: cutMessage(thrown.message), where: thrown.where, hint: thrown.hint };
  return {
    code: "internal",
    message: cutMessage(thrown instanceof Error ? thrown.message : String(thrown)),
    where: null,
    hint: "This is a fault in Framegate. Run again with --verbose and report what it prints.",
  };
}

/** A game's exception may have millions of lines. */
function cutMessage(message: string): string {
  const lines = cutText(message, messageLengthMax).split("\n");
  const more = lines.length - messageLinesMax;
  return more <= 0
    ? lines.join("\n")
    : [...lines.slice(0, messageLinesMax), `... and ${String(more)} more lines`].join("\n");
}

const messageLengthMax = 20_000;
const messageLinesMax = 200;

/** Indents all but the first line, so that none looks like the start of another error. */
function indentOthers(message: string): string {
  return message.replaceAll("\n", "\n    ");
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "";
  const own = indentOthers(cutMessage(thrown.stack ?? thrown.message)).replaceAll(/^ {8}at /gmu, "    at ");
  return thrown.cause === undefined ? own : `${own}\ncaused by ${stackOf(thrown.cause)}`;
}
