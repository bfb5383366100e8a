import type { ReportFile } from "../../src/formats/report-file.ts";
import { exitCodes } from "../exit-codes.ts";

/** Whether the verdict is bad but the exit code is good, because the budget was not asserted. */
export function isOnlySaid({ verdict }: ReportFile, exitCode: number): boolean {
  return exitCode === exitCodes.pass && verdict.cause === "budget" && verdict.status === "fail";
}

/** Printed below a red verdict that exits with 0. */
export const gateAdvice =
  "The exit code is 0, because a budget only informs. With --assert-budget it is a gate, and exits with 1.\n";
