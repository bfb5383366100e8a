import { judgeReport } from "../../../harness/judge/judge-report.ts";
import type { GameEnd } from "../../../harness/report/game-end.ts";
import type { BaselineComparison } from "../../../src/formats/baseline.ts";
import type { Budget } from "../../../src/formats/metrics.ts";
import type { ReportFile } from "../../../src/formats/report-file.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";

const samples = makeSamples(["count", "count", "timed", "timed", "timed", "timed", "timed"]);

/** A measured game under a budget. */
export function fileOf(budget: Budget, name = "Orchard Run"): ReportFile {
  const report = makeReport(samples, { budget });
  return { report: { ...report, game: { ...report.game, name } }, verdict: judgeReport(report, budget) };
}

const more: BaselineComparison = {
  source: { kind: "git", name: "main", commit: "3f2a1b9c" },
  columns: [
    {
      ...{ count: "work", baseline: 1000, current: 1100, firstDifference: 3 },
      worstWindow: { frames: [0, 59], growth: 0.12 },
    },
    { count: "drawCalls", baseline: 50, current: 50, firstDifference: null, worstWindow: null },
  ],
  loads: [],
  functions: [{ name: "grow", position: "src/sparks.ts:45:12", owner: "game", baseline: 100, current: 200 }],
  functionTimes: [],
  allocations: {
    ...{ baselineBytes: 9000, currentBytes: 12_000, minimumBytes: 64 },
    functions: [
      { name: "grow", position: "src/sparks.ts:45:12", owner: "game", baselineBytes: 1000, currentBytes: 4000 },
    ],
  },
  allocationsNote: null,
  draws: null,
  maxWorkGrowth: 0.02,
  work: "too-much",
  times: null,
  timesNote: "the work differs",
  failsOnTime: false,
};

/** A game that does more work than its baseline. */
export function regressedFile(): ReportFile {
  const report = { ...makeReport(samples, { budget: null }), baseline: more };
  return { report, verdict: judgeReport(report, null) };
}

/** A game that could not be run. */
export const failedEnd: GameEnd = {
  state: "failed",
  game: "games/c",
  title: "Cellar",
  exitCode: 2,
  code: "file-invalid",
  message: "The manifest is no JSON.",
};

/** One game of each kind. */
export const ends: readonly GameEnd[] = [
  { state: "ran", game: "games/a", exitCode: 0, file: fileOf({ maxDrawCalls: 160 }) },
  { state: "ran", game: "games/b", exitCode: 1, file: fileOf({ maxDrawCalls: 10, frameCpuMsP95: 99 }) },
  { state: "ran", game: "games/b2", exitCode: 0, file: fileOf({ maxDrawCalls: 10 }) },
  { state: "ran", game: "games/r", exitCode: 1, file: regressedFile() },
  failedEnd,
  { state: "not-run", game: "games/d", title: null },
];
