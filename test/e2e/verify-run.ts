import type { VerifyReport } from "../../src/formats/verify-report.ts";
import { type CommandOptions, type CommandResult, runCommand } from "./run-command.ts";

/** The result of a verification. */
export interface VerifyRun extends CommandResult {
  readonly report: VerifyReport;
}

/** Runs `framegate verify --json` and parses what it prints. */
export async function runVerify(args: readonly string[], options: CommandOptions = {}): Promise<VerifyRun> {
  const result = await runCommand(["verify", ...args, "--json"], options);
  // The tests check its content.
  const report = JSON.parse(result.stdout) as VerifyReport;
  return { ...result, report };
}

/** The frames in which each part has changed, of those that have. */
export function changesOf({ parts }: VerifyReport): Readonly<Record<string, number>> {
  return Object.fromEntries(
    parts.filter(({ changedFrames }) => changedFrames > 0).map(({ name, changedFrames }) => [name, changedFrames]),
  );
}
