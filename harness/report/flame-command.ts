import { isFrameTime } from "../../src/formats/metrics.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { profileCommand } from "./reproduce-command.ts";

/**
 * The frame to look at, and the command that opens its flame chart: the worst frame if a time exceeds its limit or the
 * run was profiled, else the one that exceeds another limit. Null without such a frame.
 */
export function flameCommand(file: ReportFile): { readonly frame: number; readonly command: string } | null {
  const frame = frameOf(file);
  return frame === null ? null : { frame, command: profileCommand(file.report, frame) };
}

/** The same as a line. */
export function describeFlameCommand(file: ReportFile): string | null {
  const found = flameCommand(file);
  return found === null ? null : `Flame chart of frame ${String(found.frame)}: ${found.command}`;
}

function frameOf({ report, verdict }: ReportFile): number | null {
  const exceeded = verdict.lines.filter(
    ({ status, value, budget }) => status !== "pass" && value !== null && value > budget,
  );
  const worst = report.worstFrames[0]?.frame ?? null;
  if (worst !== null && exceeded.some(({ metric }) => isFrameTime(metric))) return worst;
  const counted = exceeded.map(({ metric }) => report.metrics[metric].frame).find((frame) => frame !== null);
  return counted ?? (report.profile === null ? null : worst);
}
