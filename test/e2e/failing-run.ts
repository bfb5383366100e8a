import { expect } from "vitest";
import { runJson, type CommandOptions } from "./run-command.ts";

/** The fewest frames and runs that show a failure in one of the first fifty frames. */
export const short = ["--frames", "50", "--warmup", "0", "--repeat", "0"];

export interface Failure {
  readonly exitCode: number | null;
  readonly code: string | undefined;
  readonly message: string;
  readonly where: string | null;
}

/** Runs a game that must fail without a report, and returns the error. */
export async function fail(game: string, args: readonly string[] = [], options: CommandOptions = {}): Promise<Failure> {
  const { exitCode, json, reports, stderr } = await runJson(["perf", `test/games/${game}`, ...short, ...args], options);
  expect({ reports, keys: Object.keys(json) }, stderr).toEqual({ reports: [], keys: ["error"] });
  expect(stderr).toContain(String(json.error?.code));
  return { exitCode, code: json.error?.code, message: json.error?.message ?? "", where: json.error?.where ?? null };
}
