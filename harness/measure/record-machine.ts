import { sampleStandardDeviation } from "simple-statistics";
import type { MachineRecord } from "../../src/formats/machine.ts";
import { roundShare } from "./calibration.ts";
import { median } from "./quantile.ts";
import { roundMs } from "./round-figures.ts";

/** The figures of a machine from the CPU milliseconds of the workload in each browser, at least two. */
export function recordMachine(rounds: readonly number[]): Pick<MachineRecord, "workloadMs" | "spread" | "rounds"> {
  const workloadMs = median(rounds);
  const spread = sampleStandardDeviation([...rounds]) / workloadMs;
  return { workloadMs: roundMs(workloadMs), spread: roundShare(spread), rounds };
}
