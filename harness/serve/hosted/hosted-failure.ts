import { relative, resolve } from "node:path";
import type { BuildFailure, Message } from "esbuild-wasm";
import { FramegateError } from "../../errors.ts";
import { refusalOf } from "./refusals.ts";

/** The error of a hosted build: a refusal with its own code, anything else as read by `buildFailed`. */
export function hostedFailure(thrown: unknown, gameDir: string): unknown {
  if (!isFailure(thrown)) return thrown;
  for (const message of thrown.errors) {
    const refusal = refusalOf(message);
    if (refusal === null) continue;
    const where = placeOf(message, gameDir) ?? gameDir;
    return new FramegateError("hosted-import", { ...refusal, where }, { cause: thrown });
  }
  const reason = thrown.errors.map((message) => render(message, gameDir)).join("\n\n");
  return new Error(reason, { cause: thrown });
}

function isFailure(thrown: unknown): thrown is BuildFailure {
  return thrown instanceof Error && Array.isArray(Reflect.get(thrown, "errors"));
}

function placeOf({ location }: Message, gameDir: string): string | null {
  if (location === null) return null;
  return `${relative(gameDir, resolve(gameDir, location.file))}:${String(location.line)}:${String(location.column + 1)}`;
}

/** A message with its line, formatted like Vite's bundler: relative to the working directory. */
function render({ text, location, notes }: Message, gameDir: string): string {
  const [, specifier] = /^Could not resolve "(.+)"$/u.exec(text) ?? [];
  if (location === null) return text;
  const { file, line, column, length, lineText } = location;
  const path = resolve(gameDir, file);
  const importer = specifier === undefined ? "" : ` in ${path}`;
  const number = String(line);
  const margin = " ".repeat(number.length);
  return [
    `${text}${importer}`,
    `${margin} ╭─[ ${relative(process.cwd(), path)}:${number}:${String(column + 1)} ]`,
    `${number} │ ${lineText}`,
    `${margin} │ ${" ".repeat(column)}${"^".repeat(Math.max(1, length))}`,
    ...notes.map(({ text: note }) => note),
  ].join("\n");
}
