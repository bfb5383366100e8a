import { formatMs, formatPart } from "../formats/format-figures.ts";
import type { ReportView, ViewTimes } from "../formats/report-view.ts";
import { element, svgElement } from "./element.ts";
import { medianOf } from "./median.ts";

const width = 960;
const height = 220;
const inset = { left: 44, right: 28, top: 24, bottom: 30 } as const;
const binCount = 60;

/** A histogram of frame times, with the budget and the p95. */
export function histogram(view: ReportView, { cpuUs }: ViewTimes): HTMLElement {
  const limitMs = view.limits.frameCpuMsP95 ?? null;
  const worstMs = cpuUs.reduce((worst, us) => Math.max(worst, us), 1) / 1000;
  const highestMs = limitMs !== null && limitMs < 2 * worstMs ? Math.max(limitMs, worstMs) : worstMs;
  const bins = countBins(cpuUs, highestMs);
  const text = describe(view, cpuUs, worstMs);
  const picture = svgElement(
    "svg",
    { viewBox: `0 0 ${String(width)} ${String(height)}`, role: "img", "aria-label": text },
    ...intervalOf(view.cpuMsP95, highestMs),
    ...bars(bins, highestMs, limitMs),
    ...ticks(highestMs, Math.max(...bins)),
    ...(view.cpuMsP95 === null || view.cpuMsP95.value > highestMs
      ? []
      : [line(view.cpuMsP95.value, highestMs, "p95", "p95")]),
    ...(limitMs === null || limitMs > highestMs ? [] : [line(limitMs, highestMs, "limit", "budget")]),
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

function countBins(cpuUs: readonly number[], highestMs: number): readonly number[] {
  const bins = Array.from({ length: binCount }, () => 0);
  for (const us of cpuUs) {
    const bin = Math.min(binCount - 1, Math.floor((us / 1000 / highestMs) * binCount));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

function xOf(ms: number, highestMs: number): number {
  return inset.left + (ms / highestMs) * (width - inset.left - inset.right);
}

function bars(bins: readonly number[], highestMs: number, limitMs: number | null): readonly SVGElement[] {
  const most = Math.max(...bins, 1);
  const room = height - inset.top - inset.bottom;
  const binWidth = (width - inset.left - inset.right) / binCount;
  return bins.flatMap((count, bin) => {
    if (count === 0) return [];
    const [from, to] = [(bin * highestMs) / binCount, ((bin + 1) * highestMs) / binCount];
    const barHeight = Math.max(1, (count / most) * room);
    const frames = count === 1 ? "1 frame" : `${String(count)} frames`;
    const attributes = {
      class: limitMs !== null && from >= limitMs ? "over" : "within",
      ...{ x: xOf(from, highestMs) + 0.5, y: height - inset.bottom - barHeight },
      ...{ width: binWidth - 1, height: barHeight },
    };
    const title = svgElement("title", {}, `${from.toFixed(2)} to ${to.toFixed(2)} ms: ${frames}`);
    return [svgElement("rect", attributes, title)];
  });
}

function ticks(highestMs: number, most: number): readonly SVGElement[] {
  const step = stepOf(highestMs);
  const count = Math.floor(highestMs / step);
  const base = height - inset.bottom;
  const labels = Array.from({ length: count + 1 }, (_, index) => {
    const ms = Number((index * step).toFixed(3));
    const attributes = { x: xOf(ms, highestMs), y: base + 18, "text-anchor": "middle" };
    return svgElement("text", attributes, index === count ? `${String(ms)} ms` : String(ms));
  });
  return [
    svgElement("line", { class: "axis", x1: inset.left, x2: width - inset.right, y1: base, y2: base }),
    svgElement("text", { x: inset.left - 8, y: inset.top + 8, "text-anchor": "end" }, String(most)),
    svgElement("text", { x: inset.left - 8, y: base, "text-anchor": "end" }, "0"),
    ...labels,
  ];
}

/** A round step that divides the range into four to ten parts. */
function stepOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest));
  const steps = [power / 10, power / 5, power / 2, power, 2 * power];
  return steps.find((step) => highest / step <= 10) ?? power;
}

function intervalOf(p95: ReportView["cpuMsP95"], highestMs: number): readonly SVGElement[] {
  if (p95 === null || p95.low > highestMs) return [];
  const [from, to] = [xOf(p95.low, highestMs), xOf(Math.min(p95.high, highestMs), highestMs)];
  const room = height - inset.top - inset.bottom;
  return [svgElement("rect", { class: "interval", x: from, y: inset.top, width: to - from, height: room })];
}

function line(ms: number, highestMs: number, kind: string, text: string): SVGElement {
  const x = xOf(ms, highestMs);
  const isRight = x > width / 2;
  return svgElement(
    "g",
    { class: kind },
    svgElement("line", { x1: x, x2: x, y1: inset.top - 8, y2: height - inset.bottom }),
    svgElement(
      "text",
      { x: isRight ? x - 6 : x + 6, y: inset.top - 4, "text-anchor": isRight ? "end" : "start" },
      text,
    ),
  );
}
