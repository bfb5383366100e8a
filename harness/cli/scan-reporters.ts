import type { ScanReport } from "../../scanner/index.ts";
import { markCommands } from "../report/terminal-text.ts";
import { type PlannedReporter, planReporters } from "./plan-reporters.ts";
import type { ScanFlags } from "./scan-flags.ts";

type ReporterName = "list" | "json" | "sarif" | "github" | "junit";

const names: readonly ReporterName[] = ["list", "json", "sarif", "github", "junit"];

/** A report of a scan. */
export type ScanReporter = PlannedReporter<ReporterName>;

/** Reports requested by a scan's flags. Throws `usage`. */
export function planScanReporters(flags: ScanFlags): readonly ScanReporter[] {
  return planReporters(flags, { names, command: "framegate scan" });
}

/** Renders a report for programs, which may still contain control characters. */
export async function renderScan(name: Exclude<ReporterName, "list">, report: ScanReport): Promise<string> {
  // Loaded one at a time: no scan needs them all, and some load more code than a scan does.
  switch (name) {
    case "json":
      return (await import("../../scanner/report/json.ts")).renderJson(report);
    case "sarif":
      return (await import("../../scanner/report/sarif.ts")).renderSarif(
        report,
        (await import("../package-root.ts")).packageVersion,
      );
    case "github":
      return markCommands((await import("../../scanner/report/github.ts")).renderGithub(report));
    case "junit":
      return (await import("../../scanner/report/junit.ts")).renderJunit(report);
  }
}
