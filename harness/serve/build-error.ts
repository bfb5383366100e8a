import { relative, resolve } from "node:path";

/** The bundler's error in a game, in plain text. */
export interface BuildError {
  readonly reason: string;
  /** `src/main.ts:2:17` relative to the game; null if the bundler does not say. */
  readonly where: string | null;
}

/**
 * Parses an error thrown by Vite. Its positions vary by plugin, but the printed text always has the first one in
 * brackets.
 */
export function readBuildError(thrown: unknown, gameDir: string): BuildError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // Colours in the bundler's message would end up in JSON and logs; its stack says nothing about the game.
  const reason = message
    .replace(/\u001b\[[0-9;]*m/gu, "")
    .replace(/^ +at .*\n?/gmu, "")
    .trim();
  const [, printed, line, column] = /\[ (.+):(\d+):(\d+) \]/u.exec(reason) ?? [];
  if (printed !== undefined) {
    // Printed relative to the working directory, not to the game.
    return { reason, where: `${relative(gameDir, resolve(printed))}:${String(line)}:${String(column)}` };
  }
  const [, importer] = /failed to resolve import ".*" from "(.+)"/u.exec(reason) ?? [];
  if (importer !== undefined) return { reason, where: relative(gameDir, importer) };
  return { reason, where: placeOf(thrown, gameDir) };
}

/** Plugins that throw their own errors have the position in `loc`, with zero-based columns. */
function placeOf(thrown: unknown, gameDir: string): string | null {
  const location = property(thrown, "loc");
  const file = property(location, "file") ?? property(thrown, "id");
  const line = property(location, "line");
  const column = property(location, "column");
  if (typeof file !== "string" || typeof line !== "number") return null;
  const path = relative(gameDir, file);
  return typeof column === "number" ? `${path}:${String(line)}:${String(column + 1)}` : `${path}:${String(line)}`;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
