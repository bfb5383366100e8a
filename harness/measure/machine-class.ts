import type { ReportEnvironment } from "../../src/formats/report.ts";

/** Times are comparable only if these are equal: the processor, the number of cores, and the browser build. */
export function machineClassOf(environment: ReportEnvironment): string {
  const { cpuModel, cpuCount, platform, arch, browserVersion } = environment;
  return `${cpuModel} x ${String(cpuCount)}, ${platform} ${arch}, ${browserVersion}`;
}
