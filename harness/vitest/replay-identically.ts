import { resolve } from "node:path";
import type { MatcherState } from "vitest";
import type { ReplayReport } from "../../src/formats/replay-report.ts";
import { FramegateError } from "../errors.ts";
import { loadProject } from "../load/load-project.ts";
import { planReplay } from "../plan/plan-replay.ts";
import { renderDivergence } from "../report/describe-divergence.ts";
import { renderListBelowVerdict } from "../report/list.ts";
import { renderReplay, renderSurroundings } from "../report/replay-text.ts";
import { onOneLine } from "../report/terminal-text.ts";
import { runReplay } from "../run-replay.ts";
import { runVerify, type VerifyResult } from "../run-verify.ts";
import { acceptResult } from "./accept-result.ts";
import { type Matched, matchVerdict, messageOf } from "./matched.ts";

/** Location of a replay's game, if it differs from the run's. The defaults are those of `runGame`. */
export interface ReplayedGame {
  /** Folder, manifest or HTML file. Default: as named by the run. */
  readonly game?: string;
  /** Folder whose files the game can read. Default: the smallest that contains everything the page refers to. */
  readonly root?: string;
  /** Folder that paths are relative to. Default: the working directory. */
  readonly cwd?: string;
}

/** Vitest does not tell a matcher that its test has timed out. */
const neverAborted = new AbortController().signal;

/** The matcher `toReplayIdentically`. */
export async function replayIdentically(
  this: MatcherState,
  received: unknown,
  where: ReplayedGame = {},
): Promise<Matched> {
  const { report, verdict } = acceptResult(received, "toReplayIdentically");
  // The runs of one gate are repeats of each other, too.
  if (verdict.cause === "nondeterminism" || verdict.cause === "game") {
    return {
      pass: matchVerdict(verdict, "nondeterminism", this),
      message: messageOf((options) => renderListBelowVerdict({ report, verdict }, options), this),
    };
  }
  if (report.replay === null) throw new FramegateError("report-not-replayable", { path: `of ${report.target}` });
  const project = await loadProject(where.game ?? report.target, {
    cwd: resolve(where.cwd ?? "."),
    tape: report.tape?.file ?? null,
    allowOrphan: true,
    root: where.root ?? null,
    context: report.context,
    signal: neverAborted,
  });
  const plan = planReplay(project, report);
  const context = { env: process.env, signal: neverAborted, onEvent: () => undefined };
  const replayed = await runReplay(report, report.replay, plan, context);
  const verified = replayed.identical ? null : await runVerify(plan, 2, context);
  return {
    pass: replayed.identical,
    message: messageOf(() => describeReplay(replayed, verified), this),
  };
}

/**
 * A replay shows where the first difference is. If two launches differ as well, they show why; otherwise the
 * environment's differences are listed.
 */
function describeReplay(replayed: ReplayReport, verified: VerifyResult | null): string {
  const found = renderReplay(replayed);
  if (replayed.identical) return found;
  const divergence = verified?.report.divergence ?? null;
  if (divergence === null) return `${found}${renderSurroundings(replayed.surroundings)}`;
  const lines = ["fresh browsers differ, too", ...renderDivergence(divergence, ["one has", "other has"])];
  return `${found}${lines.map(onOneLine).join("\n")}\n`;
}
