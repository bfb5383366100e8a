import type { ReportEnvironment } from "../../src/formats/report.ts";

/** What must be equal for times to be compared: the processor, how many of them, and the build of the browser. */
export function machineClassOf(environment: ReportEnvironment): string {
  const { cpuModel, cpuCount, platform, arch, browserVersion } = environment;
  return `${cpuModel} x ${String(cpuCount)}, ${platform} ${arch}, ${browserVersion}`;
}
