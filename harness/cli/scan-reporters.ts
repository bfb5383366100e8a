import type { ScanReport } from "../../scanner/index.ts";
import { FramegateError } from "../errors.ts";
import { markCommands } from "../report/terminal-text.ts";
import type { ScanFlags } from "./scan-flags.ts";

type ReporterName = "list" | "json" | "sarif" | "github" | "junit";

const reporterNames: readonly ReporterName[] = ["list", "json", "sarif", "github", "junit"];

/** A report to make, and where it goes. */
export interface ScanReporter {
  readonly name: ReporterName;
  /** Null for the terminal, where the list goes to stderr and every other report to stdout. */
  readonly file: string | null;
}

/**
 * The reports that the flags ask for; by default a list. Throws `usage` for an unknown name, and if two reports would be
 * mixed on stdout.
 */
export function planReporters({ reporter = [], json, output }: ScanFlags): readonly ScanReporter[] {
  const asked = reporter.map(readReporter);
  const named: readonly ScanReporter[] = json === true ? [...asked, { name: "json", file: null }] : asked;
  const unplaced = named.filter(({ name, file }) => name !== "list" && file === null);
  if (unplaced.length > 1) {
    const names = unplaced.map(({ name }) => name).join(" and ");
    throw usage(`${names} cannot both go to ${output ?? "stdout"}. Give each its file: --reporter sarif=scan.sarif`);
  }
  if (output !== undefined && unplaced.length === 0)
    throw usage("--output needs a --reporter other than list, or --json.");
  if (named.length === 0) return [{ name: "list", file: null }];
  const placed = named.map((one) =>
    one.name === "list" || one.file !== null ? one : { ...one, file: output ?? null },
  );
  // With all reports in files, people still want to see the list; a report on stdout is for a program.
  const isQuiet = placed.some(({ name, file }) => name === "list" || file === null);
  return isQuiet ? placed : [{ name: "list", file: null }, ...placed];
}

/** Renders a report for programs, which is not harmless yet. */
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

function readReporter(text: string): ScanReporter {
  const [, named = text, file = null] = /^([^=]*)=([^]+)$/.exec(text) ?? [];
  const name = reporterNames.find((one) => one === named);
  if (name === undefined) throw usage(`There is no reporter "${named}". Reporters: ${reporterNames.join(", ")}.`);
  return { name, file };
}

function usage(problem: string): FramegateError {
  return new FramegateError("usage", { problem, command: "framegate scan" });
}
