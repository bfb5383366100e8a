import type { RunReport } from "../../src/formats/report.ts";
import type { Verdict } from "../../src/formats/verdict.ts";
import { frameToLookAt } from "./frame-to-look-at.ts";

/**
 * The worst frames of a run, ascending: those that took longest, and those that exceed a limit. If nothing was timed or
 * exceeded, the one that draws the most.
 */
export function framesToShow(
  report: Pick<RunReport, "worstFrames" | "metrics">,
  verdict: Pick<Verdict, "lines">,
): readonly number[] {
  const exceeding = verdict.lines.flatMap(({ metric, reason }) => {
    const { frame } = report.metrics[metric];
    return reason === "exceeded" && frame !== null ? [frame] : [];
  });
  const worst = [...report.worstFrames.map(({ frame }) => frame), ...exceeding];
  const drawing = frameToLookAt(report, verdict, true);
  const frames = worst.length > 0 || drawing === null ? worst : [drawing.frame];
  return [...new Set(frames)].toSorted((a, b) => a - b);
}
