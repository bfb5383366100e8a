import { relative, resolve } from "node:path";

/** What the bundler found wrong with a game, in plain text. */
export interface BuildError {
  readonly reason: string;
  /** `src/main.ts:2:17` relative to the game; null where the bundler does not say. */
  readonly where: string | null;
}

/** Reads what Vite threw. Its places differ by who threw, but what it prints always has the first one in brackets. */
export function readBuildError(thrown: unknown, gameDir: string): BuildError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // Colours of the bundler's own message would end up in JSON and logs; its stack says nothing about the game.
  const reason = message
    .replace(/\u001b\[[0-9;]*m/gu, "")
    .replace(/^ +at .*\n?/gmu, "")
    .trim();
  const [, printed, line, column] = /\[ (.+):(\d+):(\d+) \]/u.exec(reason) ?? [];
  if (printed !== undefined) {
    // Printed relative to where the command runs, which is not where the game lies.
    return { reason, where: `${relative(gameDir, resolve(printed))}:${String(line)}:${String(column)}` };
  }
  const [, importer] = /failed to resolve import ".*" from "(.+)"/u.exec(reason) ?? [];
  if (importer !== undefined) return { reason, where: relative(gameDir, importer) };
  return { reason, where: placeOf(thrown, gameDir) };
}

/** Plugins that throw their own errors have the position in `loc`, with columns from 0. */
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
