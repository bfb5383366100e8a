export { FramegateError, type ErrorCode } from "./errors.ts";
export { judgeReport } from "./judge/judge-report.ts";
export { type LoadOptions, loadProject, type Project } from "./load/load-project.ts";
export type { PerfOptions } from "./plan/perf-options.ts";
export { planRuns } from "./plan/plan-runs.ts";
export { type PerfContext, type PerfProgress, type PerfResult, runPerf } from "./run-perf.ts";
export type { ReportFile } from "../src/formats/report-file.ts";
export type { RunReport } from "../src/formats/report.ts";
export type { Verdict } from "../src/formats/verdict.ts";
