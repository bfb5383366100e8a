export { type BaselineEntry } from "./findings/baseline.ts";
export {
  type Finding,
  type Group,
  groups,
  type Notice,
  type NoticeKind,
  type Place,
  type RelatedPlace,
} from "./findings/finding.ts";
export type { ScannedGame } from "./find/find-game.ts";
export { renderGithub } from "./report/github.ts";
export { renderJson } from "./report/json.ts";
export { renderJunit } from "./report/junit.ts";
export type { ForeignKind, ForeignKindOf } from "./findings/foreign-kind.ts";
export { type ListOptions, renderList } from "./report/list.ts";
export { renderSarif } from "./report/sarif.ts";
export type { LineReader, ScanReport } from "./report/scan-report.ts";
export { runScan, type ScanOptions, type ScanResult } from "./run-scan.ts";
export { ScanError, type ScanProblem } from "./findings/scan-error.ts";
