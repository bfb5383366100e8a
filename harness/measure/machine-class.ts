import type { ReportEnvironment, RunReport } from "../../src/formats/report.ts";

/** Times are comparable only if these are equal: the processor, the number of cores, and the browser build. */
export function machineClassOf(
  environment: Pick<ReportEnvironment, "cpuModel" | "cpuCount" | "platform" | "arch" | "browserVersion">,
): string {
  const { cpuModel, cpuCount, platform, arch, browserVersion } = environment;
  return `${cpuModel} x ${String(cpuCount)}, ${platform} ${arch}, ${browserVersion}`;
}

/** The machine class that a report's times belong to: of a calibrated report, the reference machine. */
export function timesClassOf({ environment, calibration }: Pick<RunReport, "environment" | "calibration">): string {
  if (calibration === null) return machineClassOf(environment);
  const { name, workload, workloadMs } = calibration;
  return `as of ${name} (workload ${String(workload)}: ${String(workloadMs)} ms)`;
}
