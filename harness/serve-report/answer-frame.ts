import type { FrameAnswer, ServedBuild } from "../../src/formats/report-view.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { RunPlan } from "../../src/formats/run-plan.ts";
import type { Environment } from "../environment.ts";
import { FramegateError } from "../errors.ts";
import { loadRecorded, type RecordedGame } from "../load/load-recorded.ts";
import { blameBaseline, openBaseline } from "../open-baseline.ts";
import { baselineDefaults } from "../plan/baseline-options.ts";
import { planReplay } from "../plan/plan-replay.ts";
import { type RenderedFrame, renderFrames } from "../render-frames.ts";
import { pictureUrl } from "../report/html-view.ts";

/** The report whose frames are rendered, and where its game lies now. */
export interface ShownReport extends RecordedGame {
  readonly report: RunReport;
  readonly env: Environment;
}

/** A frame of one of the builds of a report. */
export interface AskedFrame {
  readonly build: ServedBuild;
  /** Measured frame. */
  readonly frame: number;
}

const changedNote =
  "The game has changed since the report: its state in this frame is another one. This picture may differ.";

/**
 * Repeats the run of a report to a frame, with the game or its baseline. The game is read again each time, because
 * somebody may be working on it.
 *
 * @throws FramegateError If the build cannot be loaded, built or run that far.
 */
export async function answerFrame({ build, frame }: AskedFrame, shown: ShownReport): Promise<FrameAnswer> {
  const { report } = shown;
  const plan = planReplay(await loadRecorded(report, shown), report);
  if (build === "baseline") return await answerBaseline(frame, plan, shown);
  const { png, stateHash } = await renderOne(plan, frame, shown);
  const isSame = stateHash === report.perFrame.stateHash[frame];
  return { state: "shown", url: pictureUrl(png), note: isSame ? null : changedNote };
}

async function answerBaseline(frame: number, plan: RunPlan, shown: ShownReport): Promise<FrameAnswer> {
  const { report, game, root, cwd, signal } = shown;
  const { kind = "report", name = "", commit = null } = report.baseline?.source ?? {};
  const refuse = (reason: string): FramegateError => new FramegateError("baseline-not-found", { name, reason });
  if (kind === "report") throw refuse("it was a stored report, and only a build can be run");
  // Otherwise the author of a report could make this machine run anything.
  if (report.options.includes("--baseline-build"))
    throw refuse("a command built it, and no command out of a report is run");
  // A branch may have moved on since.
  const options = { ...baselineDefaults, name: commit ?? name };
  await using opened = await openBaseline(options, { target: game ?? report.target, plan, cwd, root, signal });
  if (opened.build.kind === "report") throw refuse("there is a report in its place");
  const rendering = renderOne(opened.build.plan, frame, shown);
  const { png } = await blameBaseline(opened.source, rendering, signal);
  return { state: "shown", url: pictureUrl(png), note: null };
}

async function renderOne(plan: RunPlan, frame: number, shown: ShownReport): Promise<RenderedFrame> {
  const [rendered] = await renderFrames(plan, [frame], shown);
  if (rendered === undefined) throw new Error("A run to a frame ends with its picture.");
  return rendered;
}
