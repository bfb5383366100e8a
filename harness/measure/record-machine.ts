import { sampleStandardDeviation } from "simple-statistics";
import type { MachineRecord } from "../../src/formats/machine.ts";
import { median } from "./quantile.ts";

/** The figures of a machine from the CPU milliseconds of the workload in each browser, at least two. */
export function recordMachine(rounds: readonly number[]): Pick<MachineRecord, "workloadMs" | "spread" | "rounds"> {
  const workloadMs = median(rounds);
  const spread = sampleStandardDeviation([...rounds]) / workloadMs;
  return { workloadMs: round(workloadMs), spread: round(spread), rounds };
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
