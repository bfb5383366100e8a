import type { VerifyReport } from "../../src/formats/verify-report.ts";
import { type CommandOptions, type CommandResult, runCommand } from "./run-command.ts";

/** The result of a verification. */
export interface VerifyRun extends CommandResult {
  readonly report: VerifyReport;
}

/** Runs `framegate verify --json` and parses what it prints. */
export async function runVerify(args: readonly string[], options: CommandOptions = {}): Promise<VerifyRun> {
  const result = await runCommand(["verify", ...args, "--json"], options);
  // The tests check the contents.
  const report = JSON.parse(result.stdout) as VerifyReport;
  return { ...result, report };
}

/** In how many frames each part changed, for the parts that changed at all. */
export function changesOf({ parts }: VerifyReport): Readonly<Record<string, number>> {
  return Object.fromEntries(
    parts.filter(({ changedFrames }) => changedFrames > 0).map(({ name, changedFrames }) => [name, changedFrames]),
  );
}
