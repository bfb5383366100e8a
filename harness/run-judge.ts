import type { Budget } from "../src/formats/metrics.ts";
import type { ReportFile } from "../src/formats/report-file.ts";
import type { RunReport } from "../src/formats/report.ts";
import { differingParts, identityOfReport } from "../src/formats/run-identity.ts";
import { FramegateError } from "./errors.ts";
import { judgeReport } from "./judge/judge-report.ts";
import { readReport } from "./load/read-report.ts";
import { mergeReports } from "./measure/merge-reports.ts";
import { differingFiles } from "./measure/merge-sweeps.ts";

/** How to judge stored reports. */
export interface JudgeOptions {
  /** Limits that add to the first report's, or override them. */
  readonly budget: Budget;
  /** Fails reports of runs that used an API whose results are not repeatable. */
  readonly strict: boolean;
}

/**
 * Judges stored reports again, without a browser. Several count as repeats of one run. The same files give the same
 * verdict, byte for byte.
 *
 * @param paths Absolute, at least one: of `report.json` files, or of folders as `readReport` accepts them.
 * @throws FramegateError `report-not-found`, `file-unreadable`, `file-invalid`, `reports-differ`, `no-budget`.
 */
export function runJudge(paths: readonly string[], { budget, strict }: JudgeOptions): ReportFile {
  const files = paths.map(readReport).map(({ path, file }) => ({ path, report: file.report }));
  const [first, ...others] = files;
  if (first === undefined) throw new Error("There is at least one report.");
  for (const other of others) requireSameRun(first, other);
  const limits = { ...first.report.budget, ...budget };
  if (Object.keys(limits).length === 0) throw new FramegateError("no-budget", { path: first.path });
  const merged = mergeReports(
    { ...first.report, budget: limits },
    others.map(({ report }) => report),
  );
  return { report: merged, verdict: judgeReport(merged, limits, strict) };
}

interface ReadReport {
  readonly path: string;
  readonly report: RunReport;
}

/** Throws `reports-differ` unless the two reports can count as repeats of one run. */
function requireSameRun(first: ReadReport, other: ReadReport): void {
  const differing = [
    ...(first.report.game.name === other.report.game.name ? [] : ["the game"]),
    ...(first.report.game.manifestHash === other.report.game.manifestHash ? [] : ["the manifest"]),
    ...differingParts(identityOfReport(first.report), identityOfReport(other.report)),
    ...(JSON.stringify(first.report.viewport) === JSON.stringify(other.report.viewport) ? [] : ["the viewport"]),
    ...differingFiles(first.report.replay?.files ?? [], other.report.replay?.files ?? []),
  ];
  if (differing.length === 0) return;
  throw new FramegateError("reports-differ", { path: other.path, other: first.path, what: differing.join(", ") });
}
