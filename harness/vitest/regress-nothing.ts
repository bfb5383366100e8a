import { resolve } from "node:path";
import type { MatcherState } from "vitest";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { differingParts, identityOfReport } from "../../src/formats/run-identity.ts";
import { validateReportFile } from "../../src/formats/validate-report.ts";
import { FramegateError } from "../errors.ts";
import { judgeReport } from "../judge/judge-report.ts";
import { acceptFile } from "../load/accept-file.ts";
import { readText } from "../load/read-text.ts";
import { compareStored, figuresOf } from "../measure/compare-stored.ts";
import { baselineDefaults } from "../plan/baseline-options.ts";
import { renderComparisonBelowVerdict } from "../report/list.ts";
import { acceptResult } from "./accept-result.ts";
import { type Matched, matchVerdict, messageOf } from "./matched.ts";

/** Tolerances of a comparison. The defaults are those of `framegate perf --baseline`. */
export interface RegressionOptions {
  /** Share by which a window of 60 frames may grow in an exact column, such as 0.02. */
  readonly maxWorkGrowth?: number;
  /** Fails a run that does the same work but takes longer. */
  readonly failsOnTime?: boolean;
}

/** The matcher `toRegressNothing`. */
export function regressNothing(
  this: MatcherState,
  received: unknown,
  baseline: ReportFile | string,
  options: RegressionOptions = {},
): Matched {
  const { report } = acceptResult(received, "toRegressNothing");
  const before = readBaseline(baseline);
  const differing = differingParts(identityOfReport(before.report), identityOfReport(report));
  if (differing.length > 0) {
    throw new FramegateError("reports-differ", { path: before.path, other: "this run", what: differing.join(", ") });
  }
  const { maxWorkGrowth = baselineDefaults.maxWorkGrowth, failsOnTime = baselineDefaults.failsOnTime } = options;
  const comparison = compareStored(
    before.report,
    { ...report, ...figuresOf(report) },
    { source: { kind: "report", name: before.name, commit: null }, maxWorkGrowth, failsOnTime },
  );
  const compared = { ...report, baseline: comparison };
  const file = { report: compared, verdict: judgeReport(compared, null) };
  return {
    pass: matchVerdict(file.verdict, "regression", this),
    message: messageOf((style) => renderComparisonBelowVerdict(file, style), this),
  };
}

interface ReadBaseline {
  readonly report: RunReport;
  /** For use within a sentence. */
  readonly name: string;
  /** For use in an error. */
  readonly path: string;
}

function readBaseline(baseline: ReportFile | string): ReadBaseline {
  if (typeof baseline !== "string") {
    const { report } = acceptResult(baseline, "The baseline of toRegressNothing");
    return { report, name: "the baseline", path: "The baseline" };
  }
  const path = resolve(baseline);
  const text = readText(path);
  return { report: acceptFile(path, text, validateReportFile(text)).value.report, name: baseline, path };
}
