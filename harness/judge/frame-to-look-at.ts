import { countTable } from "../../src/formats/frame-counts.ts";
import { type DrawCountName, drawCountNames } from "../../src/formats/frame-draws.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { Verdict } from "../../src/formats/verdict.ts";

/** A frame whose draws are broken down. */
export interface FrameToLookAt {
  readonly frame: number;
  /** The count that makes it the one to look at. */
  readonly first: DrawCountName;
}

/**
 * The frame whose draws are broken down: the one that exceeds a limit of draws or uploads; if `always`, otherwise the
 * one that draws the most. Null if there is none.
 */
export function frameToLookAt(
  { metrics }: Pick<RunReport, "metrics">,
  { lines }: Pick<Verdict, "lines">,
  always: boolean,
): FrameToLookAt | null {
  const isExceeded = (name: DrawCountName): boolean =>
    lines.some(({ metric, reason }) => metric === countTable[name].metric && reason === "exceeded");
  const isDrawn = (name: DrawCountName): boolean => always && (metrics[countTable[name].metric].value ?? 0) > 0;
  const first = drawCountNames.find(isExceeded) ?? drawCountNames.find(isDrawn);
  const frame = first === undefined ? null : metrics[countTable[first].metric].frame;
  return first === undefined || frame === null ? null : { frame, first };
}
