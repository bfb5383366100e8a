import { formatMs, formatPart } from "../formats/format-figures.ts";
import type { ReportView, ViewTimes } from "../formats/report-view.ts";
import { element, svgElement } from "./element.ts";
import { medianOf } from "./median.ts";

const width = 960;
const height = 220;
const inset = { left: 44, right: 28, top: 24, bottom: 30 } as const;
const binsOfTimes = 60;

/** The content of a histogram. */
export interface HistogramContent {
  readonly values: readonly number[];
  /** Ends of the axis. Values above the last one count in the last bin. */
  readonly range: readonly [lowest: number, highest: number];
  readonly binCount: number;
  /** The budget; null if there is none within the range. */
  readonly limit: number | null;
  /** A quantile with its interval; null if there is none. */
  readonly p95: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** The histogram in words. */
  readonly text: string;
  /** The thing that a bar counts, such as `frame`. */
  readonly noun: string;
  /** Text behind the last figure of the axis, such as ` ms`. */
  readonly unit: string;
  /** Least distance of two figures of the axis: 1 for whole numbers. */
  readonly leastStep: number;
  readonly formatTick: (value: number) => string;
  readonly formatBin: (from: number, to: number) => string;
}

/** A histogram of frame times, with the budget and the p95. */
export function histogram(view: ReportView, { cpuUs }: ViewTimes): HTMLElement {
  const limitMs = view.limits.frameCpuMsP95 ?? null;
  const worstMs = cpuUs.reduce((worst, us) => Math.max(worst, us), 1) / 1000;
  const highestMs = limitMs !== null && limitMs < 2 * worstMs ? Math.max(limitMs, worstMs) : worstMs;
  return drawHistogram({
    values: cpuUs.map((us) => us / 1000),
    range: [0, highestMs],
    binCount: binsOfTimes,
    limit: limitMs,
    p95: view.cpuMsP95,
    text: describe(view, cpuUs, worstMs),
    noun: "frame",
    unit: " ms",
    leastStep: 0,
    formatTick: String,
    formatBin: (from, to) => `${from.toFixed(2)} to ${to.toFixed(2)} ms`,
  });
}

/** Draws a histogram, with its text below it. */
export function drawHistogram(content: HistogramContent): HTMLElement {
  const { p95, limit, text, range } = content;
  const bins = countBins(content);
  const isShown = (value: number): boolean => value >= range[0] && value <= range[1];
  // The texts of two lines side by side would cover one another.
  const isCrowded = p95 !== null && limit !== null && Math.abs(xOf(p95.value, range) - xOf(limit, range)) < 80;
  const picture = svgElement(
    "svg",
    { viewBox: `0 0 ${String(width)} ${String(height)}`, role: "img", "aria-label": text },
    ...(p95 === null ? [] : intervalOf(p95, range)),
    ...bars(bins, content),
    ...ticks(content, Math.max(...bins)),
    ...(p95 === null || !isShown(p95.value) ? [] : [line(p95.value, range, "p95", isCrowded ? "below" : "above")]),
    ...(limit === null || !isShown(limit) ? [] : [line(limit, range, "limit", "above")]),
  );
  return element("figure", { class: "histogram" }, picture, element("figcaption", {}, text));
}

function describe({ cpuMsP95, limits }: ReportView, cpuUs: readonly number[], worstMs: number): string {
  const limitMs = limits.frameCpuMsP95 ?? null;
  const over = limitMs === null ? 0 : cpuUs.filter((us) => us > limitMs * 1000).length;
  return [
    `Median ${formatMs(medianOf(cpuUs) / 1000)}`,
    ...(cpuMsP95 === null
      ? []
      : [`p95 ${formatMs(cpuMsP95.value)} (${cpuMsP95.low.toFixed(3)} to ${cpuMsP95.high.toFixed(3)})`]),
    `worst ${formatMs(worstMs)}`,
    ...(limitMs === null
      ? []
      : [`${formatPart(over, cpuUs.length)} of the frames over the budget of ${formatMs(limitMs)}`]),
  ].join(" · ");
}

function countBins({ values, range: [lowest, highest], binCount }: HistogramContent): readonly number[] {
  const bins = Array.from({ length: binCount }, () => 0);
  for (const value of values) {
    const bin = Math.min(binCount - 1, Math.floor(((value - lowest) / (highest - lowest)) * binCount));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

type Range = HistogramContent["range"];

function xOf(value: number, [lowest, highest]: Range): number {
  return inset.left + ((value - lowest) / (highest - lowest)) * (width - inset.left - inset.right);
}

function bars(
  bins: readonly number[],
  { range, binCount, limit, leastStep, noun, formatBin }: HistogramContent,
): readonly SVGElement[] {
  const most = Math.max(...bins, 1);
  const room = height - inset.top - inset.bottom;
  const binWidth = (width - inset.left - inset.right) / binCount;
  const edge = (bin: number): number => range[0] + (bin * (range[1] - range[0])) / binCount;
  // A whole number that is the limit itself is within it.
  const isOver = (from: number): boolean => limit !== null && (leastStep === 0 ? from >= limit : from > limit);
  return bins.flatMap((count, bin) => {
    if (count === 0) return [];
    const [from, to] = [edge(bin), edge(bin + 1)];
    const barHeight = Math.max(1, (count / most) * room);
    const attributes = {
      class: isOver(from) ? "over" : "within",
      ...{ x: xOf(from, range) + 0.5, y: height - inset.bottom - barHeight },
      ...{ width: binWidth - 1, height: barHeight },
    };
    const counted = `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
    return [svgElement("rect", attributes, svgElement("title", {}, `${formatBin(from, to)}: ${counted}`))];
  });
}

function ticks({ range, unit, leastStep, formatTick }: HistogramContent, most: number): readonly SVGElement[] {
  const [lowest, highest] = range;
  const step = Math.max(leastStep, stepOf(highest - lowest));
  const first = Math.ceil(lowest / step);
  const last = Math.floor(highest / step);
  const base = height - inset.bottom;
  const labels = Array.from({ length: last - first + 1 }, (_, index) => {
    const value = Number(((first + index) * step).toFixed(3));
    const attributes = { x: xOf(value, range), y: base + 18, "text-anchor": "middle" };
    return svgElement("text", attributes, `${formatTick(value)}${first + index === last ? unit : ""}`);
  });
  return [
    svgElement("line", { class: "axis", x1: inset.left, x2: width - inset.right, y1: base, y2: base }),
    svgElement("text", { x: inset.left - 8, y: inset.top + 8, "text-anchor": "end" }, String(most)),
    svgElement("text", { x: inset.left - 8, y: base, "text-anchor": "end" }, "0"),
    ...labels,
  ];
}

/** A round step that divides the length of an axis into four to ten parts. */
function stepOf(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const steps = [power / 10, power / 5, power / 2, power, 2 * power];
  return steps.find((step) => length / step <= 10) ?? power;
}

function intervalOf(p95: NonNullable<HistogramContent["p95"]>, range: Range): readonly SVGElement[] {
  if (p95.low > range[1] || p95.low === p95.high) return [];
  const [from, to] = [xOf(p95.low, range), xOf(Math.min(p95.high, range[1]), range)];
  const room = height - inset.top - inset.bottom;
  return [svgElement("rect", { class: "interval", x: from, y: inset.top, width: to - from, height: room })];
}

const lineTexts = { p95: "p95", limit: "budget" } as const;

function line(value: number, range: Range, kind: keyof typeof lineTexts, place: "above" | "below"): SVGElement {
  const x = xOf(value, range);
  const isRight = x > width / 2;
  const y = inset.top + (place === "above" ? -4 : 10);
  return svgElement(
    "g",
    { class: kind },
    svgElement("line", { x1: x, x2: x, y1: inset.top - 8, y2: height - inset.bottom }),
    svgElement("text", { x: isRight ? x - 6 : x + 6, y, "text-anchor": isRight ? "end" : "start" }, lineTexts[kind]),
  );
}
