import type { Calibration, MetricResult, RunReport } from "./report.ts";

/** Formats milliseconds with three decimals and the unit. Does not depend on the locale. */
export function formatMs(valueMs: number): string {
  return `${valueMs.toFixed(3)} ms`;
}

/** Formats a whole number with a comma between thousands. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Formats the mean of a count with one decimal, if it has any. */
export function formatMean(mean: number): string {
  const [whole = "", tenths = "0"] = mean.toFixed(1).split(".");
  return tenths === "0" ? formatCount(Number(whole)) : `${formatCount(Number(whole))}.${tenths}`;
}

/** Formats bytes with the largest unit of which there is one: `4.2 MB` is 4,200,000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${size < 100 ? size.toFixed(1) : formatCount(Math.round(size))} ${unit}`;
}

/** Formats a figure with its unit. */
export function formatFigure(value: number, unit: MetricResult["unit"]): string {
  switch (unit) {
    case "ms":
      return formatMs(value);
    case "count":
      return formatCount(value);
    case "bytes":
      return formatBytes(value);
  }
}

/** How a calibrated run's machine compares with the reference, as a sentence without its full stop. */
export function describeFactor({ name, factor, low, high, isTrusted }: Calibration): string {
  if (factor === null) return `no run was timed, so there is nothing to convert to ${name}`;
  const interval = low === null || high === null ? "" : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  const opening = `this machine takes ${factor.toFixed(2)} times as long as ${name}${interval}`;
  if (isTrusted) return `${opening}; times are as of ${name}`;
  if (low === null) return `${opening}; one timed run is not enough to convert times`;
  return `${opening}; outside 0.5 to 2, times cannot be converted`;
}

/** `4.120 to 4.350` for a timed metric, `3 to 7` for a count; empty if there is no interval, or if it has no width. */
export function formatInterval({ low, high, unit }: MetricResult): string {
  if (low === null || high === null || low === high) return "";
  return unit === "ms" ? `${low.toFixed(3)} to ${high.toFixed(3)}` : `${formatCount(low)} to ${formatCount(high)}`;
}

/**
 * The rest of the budget in per cent of it, rounded down, so that a slightly exceeded budget prints as -0.1 % and not
 * as 0.0 %. Empty for a budget of zero.
 */
export function formatHeadroom(value: number, budget: number): string {
  if (budget === 0) return "";
  const tenths = Math.floor(((budget - value) / budget) * 1000);
  return `${(tenths / 10).toFixed(1)} %`;
}

/** A share as a change: `+3.1 %`. */
export function formatShare(share: number): string {
  const percent = (100 * share).toFixed(1);
  return `${share >= 0 ? "+" : ""}${percent} %`;
}

/** A part of a total in per cent with one decimal: `3.1 %`. */
export function formatPart(part: number, total: number): string {
  return `${(total === 0 ? 0 : (part / total) * 100).toFixed(1)} %`;
}

/** The name of a run in a sentence: `timed run 2`. */
export function formatRunName(report: RunReport, index: number): string {
  const run = report.runs[index];
  return run === undefined ? `run ${String(index + 1)}` : `${run.pass} run ${String(run.repeat + 1)}`;
}
