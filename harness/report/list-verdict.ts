import { isFrameTime, metricDefinitions } from "../../src/formats/metrics.ts";
import type { ProfiledFunction } from "../../src/formats/cpu-profile.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { Verdict, VerdictLine, VerdictStatus } from "../../src/formats/verdict.ts";
import { summariseBaseline } from "./list-baseline.ts";
import {
  describeFactor,
  formatFigure,
  formatHeadroom,
  formatInterval,
  formatPart,
  formatRunName,
} from "../../src/formats/format-figures.ts";
import { shortPosition } from "./list-profile.ts";
import { nameOf } from "./list-work.ts";
import { margin, paintOfStatus, type ListStyle } from "./list-style.ts";
import { plainText, wrapBehind } from "./text-layout.ts";

/** The verdict in one sentence. It comes last, because people read the last line on the screen. */
export function renderVerdict({ report, verdict }: ReportFile, style: ListStyle): readonly string[] {
  const badge = badgeText(verdict, report.baseline !== null);
  return renderConclusion({ badge, status: verdict.status, sentence: summariseVerdict(report, verdict) }, style);
}

/** A badge in the colour of its status, and a sentence. */
export function renderConclusion(
  conclusion: { readonly badge: string; readonly status: VerdictStatus; readonly sentence: string },
  { paint, columns }: ListStyle,
): readonly string[] {
  const badge = ` ${conclusion.badge} `;
  const opening = `${margin}${badge} `;
  const [first = "", ...others] = wrapBehind(opening, conclusion.sentence, columns);
  const sentence = (line: string): string => paint.bold(line);
  const coloured = paint.bold(paint.inverse(paintOfStatus(conclusion.status, paint)(badge)));
  return [`${margin}${coloured} ${sentence(first.slice(opening.length))}`, ...others.map(sentence)];
}

/** A verdict in one word. */
export function badgeText({ status, lines }: Verdict, isCompared = false): string {
  switch (status) {
    case "pass":
      return lines.length === 0 && !isCompared ? "DONE" : "PASS";
    case "fail":
      return "FAIL";
    case "inconclusive":
      return "INCONCLUSIVE";
  }
}

/** The verdict in one sentence, without its badge. */
export function summariseVerdict(report: RunReport, verdict: Verdict): string {
  if (verdict.cause === "nondeterminism") return summariseDivergence(report);
  if (verdict.cause === "game") {
    const failure = report.notices.find((notice) => notice.severity === "failure");
    return `the game failed: ${plainText(failure?.message ?? "")}`;
  }
  const compared = summariseBaseline(report.baseline);
  if (compared === null) return summariseBudget(report, verdict);
  if (verdict.cause === "regression") return [compared, ...describeFailures(report, verdict.lines)].join("; ");
  return verdict.lines.length === 0 ? compared : `${compared}; ${summariseBudget(report, verdict)}`;
}

function summariseBudget(report: RunReport, { status, lines }: Verdict): string {
  switch (status) {
    case "pass":
      return summarisePass(report, lines);
    case "fail":
      return [...describeFailures(report, lines), ...blame(report, lines), ...blameAllocations(report, lines)].join(
        "; ",
      );
    case "inconclusive":
      return summariseInconclusive(report, lines);
  }
}

/** The function that took the most time, if a time limit is exceeded. */
function blame({ profile }: RunReport, lines: readonly VerdictLine[]): readonly string[] {
  const isOfTime = lines.some(({ reason, metric }) => reason === "exceeded" && isFrameTime(metric));
  if (profile === null || !isOfTime) return [];
  // Unlike a function, the work of the browser and of the harness cannot be changed.
  const first = profile.functions.find(({ owner }) => owner === "game" || owner === "library") ?? profile.functions[0];
  if (first === undefined) return [];
  return [`${placeOf(first)} takes ${formatPart(first.selfMs, profile.frameMs)} of a frame`];
}

/** The function that allocates the most, of all frames or of the one that exceeds its limit. */
function blameAllocations({ allocations, metrics }: RunReport, lines: readonly VerdictLine[]): readonly string[] {
  const exceeded = lines.filter(({ reason }) => reason === "exceeded").map(({ metric }) => metric);
  if (allocations === null) return [];
  const { functions, frames, frameBytes } = allocations;
  if (exceeded.includes("allocatedBytesMean")) {
    const [most] = functions;
    return most === undefined ? [] : [`${placeOf(most)} allocates ${formatPart(most.selfBytes, frameBytes)} of it`];
  }
  if (!exceeded.includes("allocatedBytesMax")) return [];
  const worst = frames.find(({ frame }) => frame === metrics.allocatedBytesMax.frame);
  const most = functions[worst?.functions[0] ?? -1];
  if (worst === undefined || most === undefined) return [];
  const part = formatPart(worst.selfBytes[0] ?? 0, worst.bytes);
  return [`${placeOf(most)} allocates ${part} of it in frame ${String(worst.frame)}`];
}

function placeOf(each: Pick<ProfiledFunction, "name" | "position" | "owner">): string {
  return each.position === "" ? nameOf(each) : `${nameOf(each)} (${shortPosition(each.position)})`;
}

function summariseDivergence(report: RunReport): string {
  const { divergence, namedUses, seed } = report;
  if (divergence === null) return summariseUses(namedUses);
  if (divergence.column === "failure") {
    const failed = divergence.values[0] === "none" ? 1 : 0;
    const names = divergence.runs.map((run) => formatRunName(report, run));
    return `nondeterministic: ${names[failed] ?? ""} of seed ${String(seed.value)} failed, ${names[1 - failed] ?? ""} did not`;
  }
  const where = divergence.frame === null ? "at the end" : `in frame ${String(divergence.frame)}`;
  const runs = divergence.runs.map((run) => formatRunName(report, run)).join(" and ");
  return `nondeterministic: ${runs} of seed ${String(seed.value)} differ ${where}`;
}

/** In a strict run: all runs are equal, but the next may differ. */
function summariseUses([first, ...others]: RunReport["namedUses"]): string {
  if (first === undefined) return "nondeterministic";
  const { api, file, line, column } = first;
  const more = others.length === 0 ? "" : ` and ${String(others.length)} more`;
  return `the runs are equal, but ${api} cannot be repeated (${plainText(file)}:${String(line)}:${String(column)})${more}`;
}

function summarisePass(report: RunReport, lines: readonly VerdictLine[]): string {
  const [tightest] = [...lines].sort((left, right) => usedShare(right) - usedShare(left));
  if (tightest === undefined) return "measured; no budget is declared, so nothing was judged";
  const { label } = metricDefinitions[tightest.metric];
  const headroom = formatHeadroom(report.metrics[tightest.metric].value ?? 0, tightest.budget);
  if (headroom === "") return lines.length === 1 ? "the budget holds" : `all ${String(lines.length)} budgets hold`;
  const holds = lines.length === 1 ? "the budget holds" : `all ${String(lines.length)} budgets hold, the tightest`;
  return `${holds} with ${headroom} to spare: ${label}`;
}

function usedShare({ value, budget }: VerdictLine): number {
  return value === null || budget === 0 ? 0 : value / budget;
}

function describeFailures({ metrics }: RunReport, lines: readonly VerdictLine[]): readonly string[] {
  const failed = lines.filter(({ status }) => status === "fail");
  return failed.map(({ metric, value, budget }) => {
    const { label, unit } = metricDefinitions[metric];
    if (value !== null)
      return `${label}: ${formatFigure(value, unit)} is over the budget of ${formatFigure(budget, unit)}`;
    const { reason } = metrics[metric];
    return `${label} could not be measured${reason === null ? "" : ` (${reason})`}`;
  });
}

function summariseInconclusive(report: RunReport, lines: readonly VerdictLine[]): string {
  const { calibration } = report;
  const repeats = report.runs.filter((run) => run.times !== null).length;
  const open = lines.filter(({ status }) => status === "inconclusive");
  const described = open.map(({ metric, budget, reason }) => {
    const { label, unit } = metricDefinitions[metric];
    if (reason === "other-machine" && calibration !== null) return `${label}: ${describeFactor(calibration)}`;
    const interval = formatInterval(report.metrics[metric]);
    const limit = formatFigure(budget, unit);
    return interval === ""
      ? `${label}: one timed run cannot tell whether it is within ${limit}; use --repeat 5`
      : `${label}: the budget of ${limit} lies within ${interval}${unit === "ms" ? " ms" : ""}, the noise of ${String(repeats)} timed runs`;
  });
  return described.join("; ");
}
